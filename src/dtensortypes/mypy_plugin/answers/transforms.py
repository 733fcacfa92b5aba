"""What torch makes of a function: `torch.compile(f)`, and `torch.vmap(f)`, which it annotates as if it were f."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import cast

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, RefExpr
from mypy.plugin import FunctionContext
from mypy.types import CallableType, Instance, TupleType, Type, get_proper_type

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.pattern import UNKNOWN_PATTERN, Axis, Pattern
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.mypy_plugin.answers import modules
from dtensortypes.mypy_plugin.answers.functions import named
from dtensortypes.mypy_plugin.bodies.values import Values
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.unheard import say_unheard
from dtensortypes.mypy_plugin.types.facts_of import dimension_names, pattern_fact
from dtensortypes.mypy_plugin.types.rewriting import Rewriting, forgotten
from dtensortypes.mypy_plugin.types.types_of import Types, anything


def compiled(ctx: FunctionContext) -> Type:
    """What `torch.compile` gives: to mypy always a function."""
    made = modules.kept(ctx)
    if made is not ctx.default_return_type:
        say_unheard(cast("TypeChecker", ctx.api), ctx.context, of_any_body=True)
    return named(made, f"compiled({_name_of_given(ctx)})")


def mapped(ctx: FunctionContext) -> Type:
    """The function whose tensors have one dim more, at `in_dims` and `out_dims`; see torch/_functorch/apis.py."""
    checker, function = ctx.api, get_proper_type(ctx.default_return_type)
    if not isinstance(checker, TypeChecker) or not isinstance(function, CallableType):
        return ctx.default_return_type.accept(forgotten())
    given = dict(zip(ctx.callee_arg_names, ctx.args, strict=True))
    into, out = (_places(checker, given.get(word, [])) for word in ("in_dims", "out_dims"))
    name = _unlike(frozenset().union(*map(dimension_names, [*function.arg_types, function.ret_type])))
    added = Dim.of(name)
    places = into if isinstance(into, tuple) else (into,) * len(function.arg_types)
    if len(places) != len(function.arg_types):
        places = (UNKNOWN,) * len(function.arg_types)
    types = Types(checker.modules)
    made = function.copy_modified(
        arg_types=[_with(types, type_, place, added) for type_, place in zip(function.arg_types, places, strict=True)],
        ret_type=_result(types, function.ret_type, out, added),
        definition=None,
    )
    return named(made, f"vmap({_name_of_given(ctx)})")


def is_mapping(made: Expression) -> bool:
    """Whether it is `partial(torch.vmap, in_dims=1)`, which does not tell yet which function is gone over."""
    match made:
        case CallExpr(args=[RefExpr(fullname=names.VMAP), *_]):
            return True
    return False


def _name_of_given(ctx: FunctionContext) -> str:
    """The name of the function that is given first."""
    given = get_proper_type(ctx.arg_types[0][0]) if ctx.arg_types[0] else None
    return (given.name if isinstance(given, CallableType) else None) or "f"


def _places(checker: TypeChecker, given: Sequence[Expression]) -> Value:
    """Where the dim is: 0, if nobody says."""
    return Values(checker).typed(given[0]) if given else 0


def _unlike(taken: frozenset[str]) -> str:
    """A name that no dim of the function has."""
    return next(name for i in count() if (name := f"batch{i or ''}") not in taken)


def _result(types: Types, result: Type, place: Value, added: Dim) -> Type:
    proper = get_proper_type(result)
    if isinstance(place, tuple) and isinstance(proper, TupleType) and len(place) == len(proper.items):
        items = [_with(types, item, one, added) for item, one in zip(proper.items, place, strict=True)]
        return proper.copy_modified(items=items)
    return _with(types, result, place, added)


def _with(types: Types, type_: Type, place: Value, added: Dim) -> Type:
    """The type, each of whose tensors has the dim at the place; as it is, where nothing is gone over in it."""
    return type_ if place is None else type_.accept(_Adding(types, place, added))


class _Adding(Rewriting):
    def __init__(self, types: Types, place: Value, added: Dim) -> None:
        super().__init__()
        self._types, self._place, self._added = types, place, added

    def visit_instance(self, t: Instance, /) -> Type:
        if t.type.fullname not in {names.TENSOR, names.PARAMETER} or len(t.args) != 3:
            return super().visit_instance(t)
        pattern = _wider(pattern_fact(t.args[2]), self._place, Axis(self._added))
        shape = anything() if pattern is None else self._types.pattern(pattern)
        return t.copy_modified(args=[*t.args[:2], shape])


def _wider(pattern: Pattern, place: Value, added: Axis) -> Pattern | None:
    """The shape with one dim more at the place; None where it is not known which dims stand before it."""
    if pattern == UNKNOWN_PATTERN or type(place) is not int:
        return None
    left, right = pattern.left, pattern.right
    if pattern.run is None:
        at = place if place >= 0 else len(left) + 1 + place
        return Pattern((*left[:at], added, *left[at:])) if 0 <= at <= len(left) else None
    if 0 <= place <= len(left):
        return Pattern((*left[:place], added, *left[place:]), pattern.run, right)
    at = len(right) + 1 + place
    return Pattern(left, pattern.run, (*right[:at], added, *right[at:])) if place < 0 <= at else None
