"""Signatures as the table writes them, ordinary Python, and the binding of a call's arguments to them.

An annotation narrows by kind: `other: Tensor | number`. A starred parameter is torch's habit of taking sizes one by
one or as one sequence: `zeros(2, 3)`, `zeros((2, 3))` and `zeros(size=(2, 3))` bind alike. One with two stars takes all
other names, as pairs of a name and a value.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, Literal, NamedTuple

from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.rules.kinds import fits


class Parameter(NamedTuple):
    """One parameter; `required` where no default is written."""

    name: str
    place: Literal["positional", "starred", "keyword", "others"] = "positional"
    kinds: tuple[str, ...] = ()
    required: bool = True
    default: Value = None


class Bound(NamedTuple):
    """A call's arguments by parameter; `sure` where every argument is known to be of its parameter's kind."""

    arguments: Mapping[str, Value]
    sure: bool = True


@dataclass(frozen=True)
class Signature:
    """The parameters of one operation, in order."""

    parameters: tuple[Parameter, ...]

    @staticmethod
    @cache
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
        others = [Parameter(spec.kwarg.arg, "others", required=False)] if spec.kwarg else []
        return Signature((*positional, *starred, *keyword, *others))

    @cached_property
    def operands(self) -> tuple[str, ...]:
        """The parameters that take part in promotion: those annotated `Tensor` or `Tensors`."""
        return tuple(p.name for p in self.parameters if {"Tensor", "Tensors"} & {*p.kinds})

    def bind(self, args: Sequence[Value], kwargs: Mapping[str, Value]) -> Bound | None:
        """The arguments by parameter, defaults filled in; None where the call does not fit."""
        given = self._given(args, kwargs)
        if given is None:
            return None
        sure = True
        for name, value in given.items():
            verdict = _accepts(self._narrow[name], value) if name in self._narrow else True
            if verdict is False:
                return None
            sure = sure and verdict is True
        for name, default in self._defaults:
            if name not in given:
                given[name] = default
        return Bound(given, sure) if len(given) == len(self.parameters) else None

    def _given(self, args: Sequence[Value], kwargs: Mapping[str, Value]) -> dict[str, Value] | None:
        given = dict(zip(self._positional, args, strict=False))
        if len(args) > len(self._positional):
            if self._starred is None:
                return None
            given[self._starred] = _gathered(args[len(self._positional) :])
        if kwargs:
            named = dict(kwargs)
            for parameter in self.parameters[len(given) :]:
                if (name := _called(parameter.name, named)) is not None:
                    given[parameter.name] = named.pop(name)
            if named and self._others is None:
                return None
            if self._others is not None:
                given[self._others] = tuple(named.items())
        return given

    # What binding asks of the parameters, worked out once: most operations are called more often than they are read.

    @cached_property
    def _positional(self) -> tuple[str, ...]:
        return tuple(p.name for p in self.parameters if p.place == "positional")

    @cached_property
    def _starred(self) -> str | None:
        return next((p.name for p in self.parameters if p.place == "starred"), None)

    @cached_property
    def _others(self) -> str | None:
        return next((p.name for p in self.parameters if p.place == "others"), None)

    @cached_property
    def _narrow(self) -> Mapping[str, Parameter]:
        """The parameters that do not take every kind of value."""
        return {p.name: p for p in self.parameters if p.kinds}

    @cached_property
    def _defaults(self) -> tuple[tuple[str, Value], ...]:
        return tuple(
            (p.name, () if p.place in {"starred", "others"} else p.default) for p in self.parameters if not p.required
        )


_SECOND_NAMES: Final = {"self": ("input",), "input": ("self",), "dim": ("axis",), "keepdim": ("keepdims",)}
"""What torch also calls a parameter: functions say `input` for a method's self, and numpy's words are accepted."""


def _called(name: str, named: Mapping[str, Value]) -> str | None:
    if name in named or name not in _SECOND_NAMES:
        return name if name in named else None
    return next((spelling for spelling in _SECOND_NAMES[name] if spelling in named), None)


def _gathered(args: Sequence[Value]) -> Value:
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
