"""Comprehensions whose rounds are known, written out item by item."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from mypy.nodes import (
    DictExpr,
    DictionaryComprehension,
    Expression,
    GeneratorExpr,
    ListComprehension,
    ListExpr,
    Statement,
    TupleExpr,
)

from dtensortypes.mypy_plugin.bodies.placed import without_own
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.computed import Unknown
from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.rewritten import at, duplicate
from dtensortypes.mypy_plugin.text.scope import statements

if TYPE_CHECKING:
    from dtensortypes.mypy_plugin.bodies.foreseen import Foreseen

Comprehension: TypeAlias = GeneratorExpr | DictionaryComprehension


def found_in(body: list[Statement]) -> list[Comprehension]:
    """The comprehensions of the body, as they are now."""
    every = (part for one in statements(body) for part in gathered(one))
    return [part for part in every if isinstance(part, GeneratorExpr | DictionaryComprehension)]


@once_per_tree
def places(body: list[Statement]) -> frozenset[tuple[int, int]]:
    """The lines and columns of the comprehensions of the body, as it is written."""
    return frozenset((one.line, one.column) for one in found_in(body))


def made_by(comprehension: Comprehension) -> list[Expression]:
    """What the comprehension makes in each round."""
    if isinstance(comprehension, GeneratorExpr):
        return [comprehension.left_expr]
    return [part for part in (comprehension.key, comprehension.value) if part is not None]


def items(known: Foreseen, generator: GeneratorExpr) -> list[Expression]:
    """The items of a comprehension, one by one; raises Unknown."""
    return [_made(each, generator, number, generator.left_expr) for number, each in _rounds(known, generator)]


def one_by_one(known: Foreseen, part: ListComprehension | Comprehension) -> Expression:
    """The comprehension as a display; where its items are not known its variables may have the names of others."""
    rounds = part.generator if isinstance(part, ListComprehension) else part
    try:
        match part:
            case ListComprehension(generator=generator):
                return at(part, ListExpr(items(known, generator)))
            case GeneratorExpr():
                return at(part, TupleExpr(items(known, part)))
            case DictionaryComprehension(key=key, value=value) if key is not None:
                every = _rounds(known, part)
                return at(part, DictExpr([(_made(e, part, i, key), _made(e, part, i, value)) for i, e in every]))
    except Unknown:
        rounds.sequences[0] = known.put_into(rounds.sequences[0])
    return part


def _made(each: Foreseen, comprehension: Comprehension, number: int, part: Expression) -> Expression:
    """The part of an item in this round; raises Unknown."""
    return without_own(comprehension, number, each.put_into(duplicate(part)))


def _rounds(known: Foreseen, comprehension: Comprehension) -> Iterator[tuple[int, Foreseen]]:
    """The numbers of the rounds that make an item, and what is known in each; raises Unknown."""
    if len(comprehension.indices) != 1 or any(comprehension.is_async):
        raise Unknown
    for number, bound in enumerate(known.rounds(comprehension.indices[0], comprehension.sequences[0])):
        each = replace(known, given=known.given | {name.name: value for name, value in bound})
        if all(each.sure(condition) for condition in comprehension.condlists[0]):
            yield number, each
