"""Values against hints, one at a time: which tensors were found where, or what is wrong with the first that is not."""

from __future__ import annotations

from collections import abc
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

from dtensortypes.core.facts.choice import Var
from dtensortypes.core.problems import no_tensor
from dtensortypes.runtime.annotations import NOWHERE
from dtensortypes.runtime.arrays import is_array_class
from dtensortypes.runtime.asking import is_a, whole
from dtensortypes.runtime.conditions import is_tensor
from dtensortypes.runtime.described import described, key_words
from dtensortypes.runtime.finding import Found, Wrong, found, unreadable
from dtensortypes.runtime.nodes import Again, Either, Entries, Fields, Fixed, Items, Keys, Node, Own, Plain, TensorHint
from dtensortypes.runtime.own import own_class
from dtensortypes.runtime.settings import configuration

if TYPE_CHECKING:
    from beartype import BeartypeConf


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that can be read in several ways, as far as each can tell alone."""

    ways: tuple[Finding, ...]


Finding: TypeAlias = tuple["Found | Choice", ...]
"""What a value was found to hold: tensors, and choices between several ways to read a part of it."""


@dataclass(frozen=True, slots=True)
class _Rest:
    """A part of a value that is put off: a class or an alias inside of itself may go on as deep as memory reaches."""

    node: Node
    value: object
    path: str


_Parts: TypeAlias = tuple["Found | Choice | _Rest", ...]


def readings(node: Node, value: object, path: str, arguments: Mapping[str, object] = NOWHERE) -> Finding:
    """What the value holds of the tensors that the hint declares; raises Wrong where it cannot be what the hint says.

    `arguments` are those of the call, where there is one.
    """
    return _Walk(arguments).whole(node, value, path)


class _Walk:
    """A walk through one value, along its hint."""

    def __init__(self, arguments: Mapping[str, object]) -> None:
        self.arguments = arguments
        self.entered: set[tuple[int, int]] = set()

    def whole(self, node: Node, value: object, path: str) -> Finding:
        """What the value holds, and all that is put off because of it, in the order in which it stands there."""
        outside, self.entered = self.entered, {*self.entered}
        parts: list[Found | Choice | _Rest] = [_Rest(node, value, path)]
        found: list[Found | Choice] = []
        try:
            while parts:
                part = parts.pop()
                if isinstance(part, _Rest):
                    parts += reversed(self.into(part.node, part.value, part.path))
                else:
                    found.append(part)
        finally:
            self.entered = outside
        return tuple(found)

    def into(self, node: Node, value: Any, path: str) -> _Parts:
        match node:
            case TensorHint():
                return (found(node, value, path),)
            case Plain(hint=hint, conf=conf):
                if not _bears(value, hint, conf):
                    raise Wrong(path, no_tensor(described(value), node.notation))
                return ()
            case Either(members=members):
                return self._either(node, members, value, path)
            case Items(kind=kind, item=item):
                items = _items(kind, value, node, path)
                places = range(len(items)) if issubclass(kind, abc.Sequence) else [None] * len(items)
                paths = [f"an item of {path}" if i is None else f"{path}[{i}]" for i in places]
                return _all(self.into(item, one, name) for one, name in zip(items, paths, strict=True))
            case Entries(kind=kind, key=key, value=entry):
                entries = _items(kind, value, node, path)
                keys = _all(self.into(key, one, f"key {key_words(one)} of {path}") for one, _ in entries)
                return keys + _all(self.into(entry, inner, f"{path}[{key_words(one)}]") for one, inner in entries)
            case Fixed(items=parts):
                items = _items(tuple, value, node, path)
                if len(items) != len(parts):
                    raise Wrong(path, no_tensor(f"a tuple of {len(items)}", node.notation))
                pairs = enumerate(zip(parts, items, strict=True))
                return _all(self.into(part, one, f"{path}[{i}]") for i, (part, one) in pairs)
            case Fields():
                return _all(self.into(inner, one, name) for inner, one, name in _fields(node, value, path))
            case Again(opened=opened):
                place = (id(value), id(opened))
                if place not in self.entered:  # a value may hold itself
                    self.entered.add(place)
                    return (_Rest(opened[0], value, path),)
                return ()
            case Own():
                return self.into(_own(node, value, path, self.arguments), value, path)

    def _either(self, node: Node, members: tuple[Node, ...], value: object, path: str) -> _Parts:
        only = [member for member in members if not _is_ruled_out(member, value)]
        if len(only) == 1 and not isinstance(only[0], Plain | Own):
            return self.into(only[0], value, path)
        ways: list[Finding] = []
        causes: list[Wrong] = []
        for member in members:
            try:
                ways.append(self.whole(member, value, path))
            except Wrong as wrong:
                if _is_meant(member, value, inside=wrong.path != path):
                    causes.append(wrong)
            else:
                if not any(map(_binds, ways[-1])):  # it asks nothing of the other tensors: no way can do better
                    break
        if ways:
            return ways[0] if len(ways) == 1 else (Choice(tuple(ways)),)
        try:
            if len(causes) == 1:
                raise causes[0]
        finally:
            del causes  # which would keep this frame alive, and so the value
        raise Wrong(path, no_tensor(described(value), node.notation))


def _is_ruled_out(member: Node, value: object) -> bool:
    """Whether the value's class alone says that it is not this member of a union."""
    match member:
        case Plain(hint=hint):
            return hint in {None, type(None)} and value is not None
        case TensorHint(kind=kind):
            return not (is_a(value, kind) if kind is not None and is_array_class(kind) else is_tensor(value))
        case Items(kind=kind) | Entries(kind=kind):
            return not is_a(value, kind)
        case Fixed():
            return not is_a(value, tuple)
        case Fields(kind=kind, keys=keys):
            return not is_a(value, kind if keys is None else abc.Mapping)
        case Again(opened=opened):
            return _is_ruled_out(opened[0], value)
    return False


def _is_meant(member: Node, value: object, *, inside: bool) -> bool:
    """Whether it is clear that this member of a union was meant; `inside`, what is wrong is a part of the value."""
    match member:
        case TensorHint(kind=kind):
            return is_a(value, kind) if kind is not None and is_array_class(kind) else is_tensor(value)
        case Fixed():
            return is_a(value, tuple)
        case Fields(kind=kind, keys=keys):
            return is_a(value, kind if keys is None else dict)
    return inside


def _all(parts: Iterable[_Parts]) -> _Parts:
    return tuple(chain.from_iterable(parts))


def _binds(part: Found | Choice) -> bool:
    """Whether it asks anything of the call's other tensors."""
    if isinstance(part, Choice):
        return True
    hint = part.hint
    run = hint.pattern.run
    return bool(hint.pattern.names or (run and run.name)) or Var in {type(hint.dtype), type(hint.device)}


def _only(kind: type, value: Any, node: Node, path: str) -> Any:
    if is_a(value, kind) and not is_a(value, str) and not is_a(value, bytes) and not is_tensor(value):
        return value
    raise Wrong(path, no_tensor(described(value), node.notation))


def _items(kind: type, value: Any, node: Node, path: str) -> list[Any]:
    """The items of a collection, the pairs of a mapping."""
    container = _only(kind, value, node, path)
    try:
        return whole(container.items() if isinstance(node, Entries) else container, container)
    except Exception as error:  # noqa: BLE001 - whatever a container of the user's raises
        raise unreadable(value, "its items", error, node, path) from None


def _bears(value: object, hint: Any, conf: BeartypeConf | None) -> bool:
    """Whether beartype accepts it; not where the value does not let itself be looked at."""
    from beartype.door import is_bearable
    from beartype.roar import BeartypeException

    try:
        return is_bearable(value, hint, conf=configuration(conf))
    except BeartypeException:
        raise
    except Exception:  # noqa: BLE001 - whatever the value raises
        return False


def _fields(node: Fields, value: Any, path: str) -> list[tuple[Node, object, str]]:
    """The fields with tensors in them, each with its path."""
    try:
        return list(_each_field(node, value, path))
    except Wrong:
        raise
    except Exception as error:  # noqa: BLE001 - whatever an attribute of the user's raises
        raise unreadable(value, "its fields", error, node, path) from None


def _each_field(node: Fields, value: Any, path: str) -> Iterator[tuple[Node, object, str]]:
    if node.keys is not None:
        items = _only(abc.Mapping, value, node, path)
        _compare_keys(node.keys, items, node, path)
        yield from ((inner, items[name], f"{path}[{name!r}]") for name, inner in node.fields if name in items)
        return
    if not is_a(value, node.kind):
        raise Wrong(path, no_tensor(described(value), node.notation))
    for name, inner in node.fields:
        try:
            yield inner, getattr(value, name), f"{path}.{name}"
        except AttributeError:
            raise Wrong(path, no_tensor(f'{described(value)} without "{name}"', node.notation)) from None


def _compare_keys(keys: Keys, items: Mapping[object, object], node: Fields, path: str) -> None:
    missing = [f"without {key!r}" for key in sorted(keys.required) if key not in items]
    others = [f"with {key_words(key)}" for key in items if keys.closed is not None and key not in keys.closed]
    for what in (*missing, *others):
        raise Wrong(path, no_tensor(f"{described(items)} {what}", node.notation))


def _own(node: Own, value: object, path: str, arguments: Mapping[str, object]) -> Node:
    """The tree of the class around the function, now that it is there and the value is one of its instances."""
    cls = own_class(node, value, arguments)
    if cls is None:
        raise Wrong(path, no_tensor(described(value), node.notation))
    return node.read(cls)
