"""Signatures as the table writes them, ordinary Python, and the binding of a call's arguments to them.

An annotation narrows by kind: `other: Tensor | number`. A starred parameter is torch's habit of taking sizes one by
one or as one sequence: `zeros(2, 3)`, `zeros((2, 3))` and `zeros(size=(2, 3))` bind alike.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.rules.kinds import fits


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter; `required` where no default is written."""

    name: str
    place: Literal["positional", "starred", "keyword"] = "positional"
    kinds: tuple[str, ...] = ()
    required: bool = True
    default: Value = None


@dataclass(frozen=True, slots=True)
class Bound:
    """A call's arguments by parameter; `sure` where every argument is known to be of its parameter's kind."""

    arguments: Mapping[str, Value]
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of one operation, in order."""

    parameters: tuple[Parameter, ...]

    @staticmethod
    def parse(text: str) -> Signature:
        """Read `(self, dim=None, *, dtype=None)`; raises SyntaxError for a line of the table that is no Python."""
        definition = ast.parse(f"def _{text}: ...").body[0]
        assert isinstance(definition, ast.FunctionDef)
        spec = definition.args
        names = [*spec.posonlyargs, *spec.args]
        missing: list[ast.expr | None] = [None] * (len(names) - len(spec.defaults))
        positional = [_parameter(a, d) for a, d in zip(names, [*missing, *spec.defaults], strict=True)]
        starred = [Parameter(spec.vararg.arg, "starred", _kinds(spec.vararg), required=False)] if spec.vararg else []
        keyword = [_parameter(a, d, "keyword") for a, d in zip(spec.kwonlyargs, spec.kw_defaults, strict=True)]
        return Signature((*positional, *starred, *keyword))

    @property
    def operands(self) -> tuple[str, ...]:
        """The parameters that take part in promotion: those annotated `Tensor` or `Tensors`."""
        return tuple(p.name for p in self.parameters if {"Tensor", "Tensors"} & {*p.kinds})

    def bind(self, args: Sequence[Value], kwargs: Mapping[str, Value]) -> Bound | None:
        """The arguments by parameter, defaults filled in; None where the call does not fit."""
        given = self._given(args, kwargs)
        if given is None:
            return None
        sure = True
        for parameter in self.parameters:
            if parameter.name not in given:
                if parameter.required:
                    return None
                given[parameter.name] = () if parameter.place == "starred" else parameter.default
            else:
                verdict = _accepts(parameter, given[parameter.name])
                if verdict is False:
                    return None
                sure = sure and verdict is True
        return Bound(given, sure)

    def _given(self, args: Sequence[Value], kwargs: Mapping[str, Value]) -> dict[str, Value] | None:
        rest, named = list(args), dict(kwargs)
        given: dict[str, Value] = {}
        for parameter in self.parameters:
            if parameter.place == "starred" and rest:
                given[parameter.name], rest = _gathered(rest), []
            elif parameter.place == "positional" and rest:
                given[parameter.name] = rest.pop(0)
            elif (name := _called(parameter.name, named)) is not None:
                given[parameter.name] = named.pop(name)
        return None if rest or named else given


_SECOND_NAMES: Final = {"self": ("input",), "input": ("self",), "dim": ("axis",), "keepdim": ("keepdims",)}
"""What torch also calls a parameter: functions say `input` for a method's self, and numpy's words are accepted."""


def _called(name: str, named: Mapping[str, Value]) -> str | None:
    return next((spelling for spelling in (name, *_SECOND_NAMES.get(name, ())) if spelling in named), None)


def _gathered(args: list[Value]) -> Value:
    """What a starred parameter takes: the arguments, or the one sequence that stands for them."""
    match args:
        case [tuple() | Shape() | Items() | Unknown() as sequence]:
            return sequence
    return tuple(args)


def _accepts(parameter: Parameter, value: Value) -> bool | None:
    if value is None and not parameter.required and parameter.default is None:
        return True
    if parameter.place == "starred":
        return _accepts_each(parameter.kinds, value)
    return fits(value, parameter.kinds)


def _accepts_each(kinds: tuple[str, ...], value: Value) -> bool | None:
    if not kinds or isinstance(value, Shape):
        return True
    items = value if isinstance(value, tuple) else (value.item if isinstance(value, Items) else UNKNOWN,)
    verdicts = [fits(item, kinds) for item in items]
    return False if False in verdicts else (None if None in verdicts else True)


def _parameter(
    arg: ast.arg, default: ast.expr | None, place: Literal["positional", "keyword"] = "positional"
) -> Parameter:
    if default is None:
        return Parameter(arg.arg, place, _kinds(arg))
    return Parameter(arg.arg, place, _kinds(arg), required=False, default=ast.literal_eval(default))


def _kinds(arg: ast.arg) -> tuple[str, ...]:
    if arg.annotation is None:
        return ("Tensor",) if arg.arg in {"self", "input"} else ()
    return tuple(kind.strip() for kind in ast.unparse(arg.annotation).split("|"))
