"""Type hints read into trees; a hint whose tensors cannot be checked is refused, once, when it is read."""

from __future__ import annotations

import collections
from collections import abc
from functools import reduce
from types import UnionType
from typing import Annotated, Any, Final, NewType, TypeVar, Union, get_args, get_origin

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import Device, one_of_devices
from dtensortypes.core.facts.dtype import DType, one_of_dtypes
from dtensortypes.runtime.nodes import Either, Entries, Fixed, Items, Node, Plain, TensorHint

_ITEMS: Final = {
    list, tuple, set, frozenset, collections.deque,
    abc.Sequence, abc.MutableSequence, abc.Collection, abc.Set, abc.MutableSet,
}  # fmt: skip
_ENTRIES: Final = {
    dict, collections.OrderedDict, collections.defaultdict, abc.Mapping, abc.MutableMapping,
}  # fmt: skip
_CONSUMED: Final = {
    abc.Iterable, abc.Iterator, abc.Generator, abc.AsyncIterable, abc.AsyncIterator, abc.AsyncGenerator,
}  # fmt: skip


def read(hint: object) -> Node:
    """The tree of a hint; raises TypeError for one that holds tensors where no check can reach them."""
    said = vars(hint).get("__tensor__") if isinstance(hint, type) else None
    if said is not None:
        return TensorHint(*said)
    inner = _within(hint)
    if inner is not None:
        node = read(inner)
        return node if tensors(node) else Plain(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in {Union, UnionType}:
        return _either(hint, tuple(map(read, arguments)))
    if origin is None or origin is abc.Callable:  # a callable's own tensors are checked where it is made
        return Plain(abc.Callable if origin else hint)
    node = _container(hint, origin, arguments)
    return node if tensors(node) else Plain(hint)


def tensors(node: Node) -> tuple[TensorHint, ...]:
    """Every tensor hint of the tree."""
    match node:
        case TensorHint():
            return (node,)
        case Plain():
            return ()
        case Items(item=item):
            return tensors(item)
        case Entries(key=key, value=value):
            return tensors(key) + tensors(value)
        case Fixed(items=inner) | Either(members=inner):
            return tuple(hint for one in inner for hint in tensors(one))


def _within(hint: object) -> object | None:
    """What a hint stands for that is only another name of it."""
    if get_origin(hint) is Annotated:
        inner, *marks = get_args(hint)
        if any(type(mark).__module__.startswith("beartype") for mark in marks) and tensors(read(inner)):
            msg = f"beartype's validators of a tensor are not checked: {hint}"
            raise TypeError(msg)
        return inner  # type: ignore[no-any-return]
    if isinstance(hint, NewType):
        return hint.__supertype__
    if isinstance(hint, TypeVar):
        members = hint.__constraints__ or (hint.__bound__,)
        return None if members == (None,) else reduce(lambda a, b: Union[a, b], members)  # noqa: UP007
    return getattr(hint, "__value__", None) if type(hint).__name__ == "TypeAliasType" else None


def _container(hint: object, origin: Any, arguments: tuple[Any, ...]) -> Node:
    if origin is tuple and arguments[-1:] != (Ellipsis,):
        return Fixed(tuple(map(read, arguments)))
    if origin in _ITEMS:
        return Items(origin, read(arguments[0]))
    if origin in _ENTRIES:
        return Entries(origin, read(arguments[0]), read(arguments[1]))
    if any(tensors(read(argument)) for argument in arguments if not isinstance(argument, list)):
        name = getattr(origin, "__name__", str(origin))
        advice = "write Sequence[...] or list[...]" if origin in _CONSUMED else f"write {name}[Any]"
        why = "are gone once they are looked at" if origin in _CONSUMED else "cannot be found"
        msg = f"the tensors in {name}[...] {why}: {advice}"
        raise TypeError(msg)
    return Plain(hint)


def _either(hint: object, members: tuple[Node, ...]) -> Node:
    if not any(map(tensors, members)):
        return Plain(hint)
    flat = [one for member in members for one in (member.members if isinstance(member, Either) else (member,))]
    merged: list[Node] = []
    for member in flat:
        last = merged[-1] if merged else None
        joined = _joined(last, member) if isinstance(last, TensorHint) and isinstance(member, TensorHint) else None
        merged[-1:] = [joined] if joined else [*merged[-1:], member]
    return merged[0] if len(merged) == 1 else Either(tuple(merged))


def _joined(one: TensorHint, other: TensorHint) -> TensorHint | None:
    """Two tensor hints in one, where they differ only in a dtype or only in a device."""
    if one.pattern != other.pattern or isinstance(one.dtype, Var) or isinstance(one.device, Var):
        return None
    if one.device == other.device and isinstance(one.dtype, DType | OneOf) and isinstance(other.dtype, DType | OneOf):
        return TensorHint(one_of_dtypes(_members(one.dtype) | _members(other.dtype)), one.device, one.pattern)
    if one.dtype == other.dtype and isinstance(one.device, Device | OneOf) and isinstance(other.device, Device | OneOf):
        return TensorHint(one.dtype, one_of_devices(_members(one.device) | _members(other.device)), one.pattern)
    return None


def _members(fact: Any) -> frozenset[Any]:
    return fact.members if isinstance(fact, OneOf) else frozenset({fact})
