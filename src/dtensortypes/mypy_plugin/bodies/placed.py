"""Foreseen values as they are kept with a variable or attribute, and as they are read there again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_NAMED,
    ARG_STAR2,
    ArgKind,
    AssignmentStmt,
    CallExpr,
    DictionaryComprehension,
    Expression,
    GeneratorExpr,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    StrExpr,
    TupleExpr,
)

from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE, Opaque
from dtensortypes.mypy_plugin.changes.changing import changed
from dtensortypes.mypy_plugin.text.computed import Modules, ModulesByName, Unknown, is_told
from dtensortypes.mypy_plugin.text.expressions import answer_kept, gathered
from dtensortypes.mypy_plugin.text.rewritten import at, duplicate, item, replaced, written
from dtensortypes.mypy_plugin.text.scope import singles


def plain(value: Any) -> Any:
    """The value, as it may be kept: what an expression stands for may be something else later."""
    if isinstance(value, tuple):
        return type(value)(map(plain, value))
    if isinstance(value, ModulesByName):
        return ModulesByName({key: plain(one) for key, one in value.items()})
    return OPAQUE if isinstance(value, Expression) else value


def placed(value: Any, place: Expression) -> Any:
    """The value that is at this place, with an expression for each item that only mypy knows."""
    if isinstance(value, ModulesByName):
        return ModulesByName({key: placed(one, _under(place, key)) for key, one in value.items()})
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: placed(one, _under(place, key)) for key, one in value.items()}
    if not isinstance(value, tuple):
        return place if isinstance(value, Opaque) else value
    found = type(value)(placed(one, item(place, i, place)) for i, one in enumerate(value))
    if isinstance(found, Modules):
        found.place = place
    return found


def in_all(values: list[Any]) -> Any:
    """The value, where all of them are the same."""
    first, *others = values
    return first if all(type(one) is type(first) and one == first for one in others) else OPAQUE


def _under(place: Expression, key: str) -> IndexExpr:
    return at(place, IndexExpr(duplicate(place), at(place, StrExpr(key))))


def bound(target: Expression, value: Any) -> Iterator[tuple[NameExpr, Any]]:
    """The variables of a loop, each with what it is in a round; raises Unknown."""
    match target:
        case NameExpr():
            yield target, value
        case TupleExpr(items=targets) | ListExpr(items=targets):
            values = value if isinstance(value, tuple) else _items_of(value, len(targets))
            if len(values) != len(targets):
                raise Unknown
            for one, own in zip(targets, values, strict=True):
                yield from bound(one, own)
        case _:
            raise Unknown


def _items_of(value: Any, count: int) -> list[Expression]:
    if not isinstance(value, Expression):
        raise Unknown
    return [item(value, i, value) for i in range(count)]


def put_in_answer(checker: TypeChecker, statement: AssignmentStmt, maybe: Callable[[Expression], Any]) -> None:
    """Write out what `self.same = n == m` gives, where that is known: a branch of a method may ask for it."""
    asked = answer_kept(statement)
    if asked is not None and isinstance(answer := maybe(asked), bool):
        statement.rvalue = written(checker, answer, asked) or asked


def put_in_words(checker: TypeChecker, call: CallExpr, maybe: Callable[[Expression], Any]) -> None:
    """Write out what `**options` gives the call, where that is a dict of numbers and words that nobody changes."""
    found: list[tuple[Expression, ArgKind, str | None]] = []
    for one, kind, word in zip(call.args, call.arg_kinds, call.arg_names, strict=True):
        given = _in_words(checker, one, maybe) if kind is ARG_STAR2 else None
        found += [(one, kind, word)] if given is None else [(value, ARG_NAMED, key) for key, value in given.items()]
    words = [word for _, _, word in found if word]
    if len(set(words)) == len(words):
        call.args = [value for value, _, _ in found]
        call.arg_kinds, call.arg_names = [kind for _, kind, _ in found], [word for _, _, word in found]


def _in_words(
    checker: TypeChecker, place: Expression, maybe: Callable[[Expression], Any]
) -> dict[str, Expression] | None:
    named = {one.name for one in gathered(place) if isinstance(one, NameExpr | MemberExpr)}
    if not named.isdisjoint(changed(checker.tree)):
        return None
    value = maybe(place)
    if type(value) is not dict or not all(isinstance(key, str) and is_told(one) for key, one in value.items()):
        return None
    found = {key: one for key, held in value.items() if (one := written(checker, held, place)) is not None}
    return found if len(found) == len(value) else None


def without_own(generator: GeneratorExpr | DictionaryComprehension, number: int, left: Expression) -> Expression:
    """The item of the comprehension, outside of it, where its variable is nothing: raises Unknown for several."""
    own = {one.node for index in generator.indices for one in singles(index) if isinstance(one, NameExpr)}
    if not any(isinstance(one, NameExpr) and one.node in own for one in gathered(left)):
        return left
    source = generator.sequences[0]
    if not isinstance(generator.indices[0], NameExpr) or not isinstance(source, NameExpr | MemberExpr):
        raise Unknown

    def in_place(part: Expression) -> Expression | None:
        is_own = isinstance(part, NameExpr) and part.node in own
        return item(duplicate(source), number, part) if is_own else None

    return replaced(left, in_place)
