"""What a call passes: its arguments, as mypy sees them and as the rules take them."""

from __future__ import annotations

from dataclasses import dataclass

from mypy.nodes import ARG_STAR, ArgKind, Expression
from mypy.types import Type

from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import Run, Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.rules.kinds import is_int

Argument = tuple[Expression, Type, ArgKind, str | None]
"""An actual argument: its expression, type, kind and name."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one call."""

    positional: tuple[Value, ...] = ()
    named: tuple[tuple[str, Value], ...] = ()


def call_of(arguments: list[Argument], values: tuple[Value, ...]) -> Arguments | None:
    """The call with these values; None where the number of its arguments is not known, and they are no sizes."""
    positional: list[Value] = []
    named: list[tuple[str, Value]] = []
    for (_, _, kind, name), value in zip(arguments, values, strict=True):
        if kind is ARG_STAR:
            items = value.dims if isinstance(value, Shape) else value
            if not isinstance(items, tuple):
                return _of_any_number(arguments, values)
            positional += items
        elif name is None:
            positional.append(value)
        else:
            named.append((name, value))
    return Arguments(tuple(positional), tuple(named))


def _of_any_number(arguments: list[Argument], values: tuple[Value, ...]) -> Arguments | None:
    """The call of `x.view(b, *rest)`: sizes that nobody has counted are one shape, which begins and ends as they do."""
    given = [(kind is ARG_STAR, value) for (_, _, kind, name), value in zip(arguments, values, strict=True) if not name]
    if not all(_are_sizes(value) if is_spread else is_int(value) for is_spread, value in given):
        return None
    spread = [place for place, (is_spread, _) in enumerate(given) if is_spread]
    sizes = [_size(value) for _, value in given]
    shape = Shape(tuple(sizes[: spread[0]]), Run(), tuple(sizes[spread[-1] + 1 :]))
    named = tuple((name, value) for (_, _, _, name), value in zip(arguments, values, strict=True) if name)
    return Arguments((shape,), named)


def _size(value: Value) -> DimFact:
    if isinstance(value, Dim):
        return value
    return Dim.of(value) if isinstance(value, int) and value >= 0 else UNKNOWN  # -1 is whatever is left


def _are_sizes(value: Value) -> bool:
    if isinstance(value, tuple):
        return all(map(is_int, value))
    return isinstance(value, Shape) or (isinstance(value, Items) and is_int(value.item))
