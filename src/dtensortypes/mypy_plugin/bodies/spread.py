"""The arguments of a call one by one: those of `f(*pair)`, and of `f(**options)` where it is known what is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_NAMED, ARG_POS, ARG_STAR, ARG_STAR2, ArgKind, CallExpr, Expression, StarExpr, TempNode
from mypy.types import Instance, LiteralType, ProperType, TupleType, Type, UnpackType, get_proper_type

from dtensortypes.core.algebra.either import either
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.mypy_plugin.bodies import displays, given_whole
from dtensortypes.mypy_plugin.objects import come_from, objects
from dtensortypes.mypy_plugin.types.passed import Argument
from dtensortypes.mypy_plugin.types.value_of import many_of

_DICT: Final = "builtins.dict"
_LIST: Final = "builtins.list"


@dataclass
class Given:
    """What a call gives: the type of each argument, its kind and its word."""

    types: list[Type] = field(default_factory=list)
    kinds: list[ArgKind] = field(default_factory=list)
    words: list[str | None] = field(default_factory=list)


def one_by_one(call: CallExpr, type_of: Callable[[Expression], Type]) -> Given | None:
    """The arguments; None where it is not known what is unpacked into them."""
    given = Given()
    for expression, kind, word in zip(call.args, call.arg_kinds, call.arg_names, strict=True):
        type_ = type_of(expression)
        parts = [(word, type_)] if kind in {ARG_POS, ARG_NAMED} else _unpacked(type_, kind)
        if parts is None:
            return None
        for name, part in parts:
            given.types.append(part)
            given.kinds.append(ARG_POS if name is None else ARG_NAMED)
            given.words.append(name)
    return given


def by_words(checker: TypeChecker, arguments: list[Argument]) -> list[Argument] | None:
    """The arguments of a call of torch's, those of `**options` by their words; None where it is not known which."""
    if all(kind is not ARG_STAR2 for _, _, kind, _ in arguments):
        return arguments
    found: list[Argument] = []
    for argument in arguments:
        expression, type_, kind, _ = argument
        if kind is not ARG_STAR2:
            found.append(argument)
            continue
        if (parts := _of_dict(checker, expression, type_)) is None:
            return None
        for word, part in parts:
            place = TempNode(part)
            place.set_line(expression)
            found.append((place, part, ARG_NAMED, word))
    return found


def _of_dict(checker: TypeChecker, expression: Expression, type_: Type) -> list[tuple[str | None, Type]] | None:
    type_ = given_whole.as_it_is(checker, expression, come_from.believed(checker, expression, type_))
    whole = displays.displayed(checker, expression, type_)
    return _unpacked(whole, ARG_STAR2)


def _unpacked(type_: Type, kind: ArgKind) -> list[tuple[str | None, Type]] | None:
    """What is in the tuple, list or dict, with the words that a dict has for it."""
    whole = get_proper_type(type_)
    if kind is ARG_STAR and isinstance(whole, TupleType):
        is_counted = not any(isinstance(item, UnpackType) for item in whole.items)
        return [(None, item) for item in whole.items] if is_counted else None
    pairs = list(_pairs(whole, _LIST if kind is ARG_STAR else _DICT if kind is ARG_STAR2 else ""))
    if kind is ARG_STAR2 and objects.arguments(whole) == []:
        return []
    if kind is ARG_STAR:
        return [(None, value) for _, value in pairs] or None
    words: list[tuple[str | None, Type]] = [(key, value) for key, value in pairs if isinstance(key, str)]
    return words if words and len(words) == len(pairs) else None


def _pairs(whole: ProperType, container: str) -> Iterator[tuple[object, Type]]:
    """The keys of a list or dict of which it is known what is in it, with what is under them."""
    held = objects.arguments(whole) if isinstance(whole, Instance) and whole.type.fullname == container else None
    for name, value in zip((held or [])[::2], (held or [])[1::2], strict=True):
        key = get_proper_type(name)
        yield (key.value if isinstance(key, LiteralType) else None), value


def unpacked(items: list[Expression], typed: Callable[[Expression], Value]) -> Value:
    """A list or tuple with `*xs` in it; where it is not known how many they are, each is one of these."""
    values: list[Value] = []
    is_counted = True
    for item in items:
        value = typed(item.expr if isinstance(item, StarExpr) else item)
        match value if isinstance(item, StarExpr) else (value,):
            case tuple() | Shape(run=None, left=tuple()) as several:
                values += several.left if isinstance(several, Shape) else several
            case Items(item=inner):
                values.append(inner)
                is_counted = False
            case _:
                return UNKNOWN
    return tuple(values) if is_counted else many_of(either(*values))
