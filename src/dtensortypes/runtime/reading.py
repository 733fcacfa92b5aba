"""Type hints read into trees; a hint whose tensors cannot be checked is refused, once, when it is read."""

from __future__ import annotations

import collections
import warnings
from collections import abc
from collections.abc import Callable, Mapping
from functools import cache, reduce
from types import MappingProxyType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, NewType, Self, TypeVar, Union, get_args, get_origin

from dtensortypes.runtime.aliases import is_alias, meaning
from dtensortypes.runtime.annotations import NOWHERE, holds_tensor
from dtensortypes.runtime.fields import Field, declared_by, keys_of
from dtensortypes.runtime.generics import Given, arguments_in, given_to, parameters_of, specified, substituted
from dtensortypes.runtime.jaxtyped import jaxtyped
from dtensortypes.runtime.nodes import (
    Again,
    Either,
    Entries,
    Fields,
    Fixed,
    Items,
    Node,
    Own,
    Plain,
    TensorHint,
    spelled,
)
from dtensortypes.runtime.own import is_stand_in
from dtensortypes.runtime.unions import united

if TYPE_CHECKING:
    from beartype import BeartypeConf

_ITEMS: Final = {
    list, tuple, set, frozenset, collections.deque, abc.KeysView, abc.ValuesView,
    abc.Sequence, abc.MutableSequence, abc.Collection, abc.Reversible, abc.Set, abc.MutableSet,
}  # fmt: skip
_ENTRIES: Final = {
    dict, collections.OrderedDict, collections.defaultdict, collections.ChainMap, MappingProxyType,
    abc.Mapping, abc.MutableMapping,
}  # fmt: skip
_CONSUMED: Final = {
    abc.Iterable, abc.Iterator, abc.Generator, abc.AsyncIterable, abc.AsyncIterator, abc.AsyncGenerator,
}  # fmt: skip
_DEEPEST: Final = 4
"""How often a generic class may stand inside of itself, each time with other arguments."""


def read(
    hint: object,
    scope: Mapping[str, object] = NOWHERE,
    warn: Callable[[str], None] = warnings.warn,
    first: str = "",
    conf: BeartypeConf | None = None,
) -> Node:
    """The tree of a hint; raises TypeError for one that holds tensors where no check can reach them.

    `scope` has the names that were local where it was written, `first` is the parameter whose class `Self` is, and
    `warn` is told of tensors that are let pass unchecked. What is no tensor is for beartype, by its configuration.
    """
    return _Reader(scope, warn, first, conf).read(hint)


def tensors(node: Node) -> tuple[TensorHint, ...]:
    """Every tensor hint of the tree."""
    return (node,) if isinstance(node, TensorHint) else tuple(hint for one in within(node) for hint in tensors(one))


def within(node: Node) -> tuple[Node, ...]:
    """The hints right inside of this one."""
    match node:
        case Items(item=item):
            return (item,)
        case Entries(key=key, value=value):
            return (key, value)
        case Fixed(items=inner) | Either(members=inner):
            return inner
        case Fields(fields=fields):
            return tuple(inner for _, inner in fields)
    return ()


def is_plain(node: Node) -> bool:
    """Whether nothing in the hint is ours to check: neither tensors nor a class that may turn out to have some."""
    return not _is_ours(node, set())


def _is_ours(node: Node, passed: set[int]) -> bool:
    match node:
        case TensorHint() | Own():
            return True
        case Again(opened=opened):
            if not opened:  # it is still being read
                return True
            new = id(opened) not in passed
            passed.add(id(opened))
            return new and _is_ours(opened[0], passed)
    return any(_is_ours(one, passed) for one in within(node))


def is_ambiguous(node: Node) -> bool:
    """Whether a value may be read in several ways that bind different names."""
    ours = isinstance(node, Either) and sum(not is_plain(member) for member in node.members) > 1
    return ours or any(map(is_ambiguous, within(node)))


class _Reader:
    """Reads one hint, and the classes and aliases that it leads to."""

    def __init__(
        self, scope: Mapping[str, object], warn: Callable[[str], None], first: str, conf: BeartypeConf | None
    ) -> None:
        self.scope = scope
        self.warn = warn
        self.first = first
        self.conf = conf
        self.open: dict[object, list[Node]] = {}

    def plain(self, hint: object) -> Plain:
        return Plain(hint, self.conf)

    def read(self, hint: Any, given: Given = NOWHERE) -> Node:
        """The tree, type variables standing for what is given."""
        said = vars(hint).get("__tensor__") if isinstance(hint, type) else None
        if said is not None:
            return specified(TensorHint(*said), given) if given else TensorHint(*said)
        if type(hint) is type and hint.__module__ == "builtins":
            return self.plain(hint)
        foreign = jaxtyped(hint)
        if foreign is not None:
            return foreign
        if hint is Self or is_stand_in(hint):
            return self._own(hint)
        origin = get_origin(hint)
        if is_alias(origin or hint):
            return self._once(hint, lambda: self.read(meaning(hint), given))
        inner = self._within(hint, given)
        if inner is not None:
            node = self.read(inner, given)
            return self.plain(hint) if is_plain(node) else node
        if origin in {Union, UnionType}:
            members = tuple(self.read(one, given) for one in get_args(hint))
            return self.plain(hint) if all(map(is_plain, members)) else united(members)
        if isinstance(origin or hint, type):
            node = self._class(hint, origin or hint, given)
            return self.plain(hint) if is_plain(node) and not isinstance(node, Plain) else node
        return self.plain(hint)

    def _within(self, hint: Any, given: Given) -> object | None:
        """What a hint stands for that is only another name of it."""
        if get_origin(hint) is Annotated:
            inner, *marks = get_args(hint)
            if any(type(mark).__module__.startswith("beartype") for mark in marks) and not is_plain(self.read(inner)):
                msg = f"beartype's validators of a tensor are not checked: {hint}"
                raise TypeError(msg)
            return inner  # type: ignore[no-any-return]
        if isinstance(hint, TypeVar):
            if given.get(hint, hint) is not hint:
                return given[hint]
            members = hint.__constraints__ or (hint.__bound__,)
            return None if members == (None,) else reduce(lambda a, b: Union[a, b], members)  # noqa: UP007
        return hint.__supertype__ if isinstance(hint, NewType) else None

    def _once(self, hint: object, read: Callable[[], Node]) -> Node:
        """What is read; inside of itself, a reference to it."""
        if hint in self.open:
            return Again(spelled(hint), self.open[hint])
        opened = self.open[hint] = []
        try:
            opened.append(read())
        finally:
            del self.open[hint]
        return opened[0]

    def _own(self, hint: Any) -> Node:
        """The class around the function; what fields it has is known when it is there."""
        if hint is not Self:
            module, qualname = vars(hint)["__own__"]
            return Own(module, qualname, hint.__name__, read=cache(self._alone))
        if not self.first:
            msg = "Self is the class of a method's first argument, and there is none"
            raise TypeError(msg)
        return Own("", "", "Self", self.first, read=cache(self._alone))

    def _alone(self, cls: type) -> Node:
        return read(cls, self.scope, self.warn, conf=self.conf)

    # --- classes

    def _class(self, hint: Any, cls: Any, given: Given) -> Node:
        """The tree of a class, or of a generic class with its arguments."""
        arguments = get_args(hint)
        if cls is abc.Callable:
            return self.plain(hint)  # a callable's own tensors are checked where it is made
        if cls is type:
            return self.plain(hint if all(is_plain(self.read(one, given)) for one in arguments) else cls)
        container = self._container(cls, arguments, given) if arguments else None
        if container is not None:
            return container
        hint = substituted(hint, given)
        hint = cls if get_args(hint) == parameters_of(cls) else hint
        if sum((get_origin(one) or one) is cls for one in self.open) > _DEEPEST:
            self._hidden(cls)
            return self.plain(cls)
        node = self._once(hint, lambda: self._fields(hint, cls) or self._inherited(hint, cls) or self.plain(hint))
        if is_plain(node) and not all(is_plain(self.read(one)) for one in get_args(hint)):
            self._hidden(cls)
            return self.plain(cls)
        return node

    def _container(self, cls: type, arguments: tuple[Any, ...], given: Given) -> Node | None:
        if cls is tuple and arguments[-1] is not Ellipsis:
            return Fixed(tuple(self.read(one, given) for one in arguments))
        if cls in _ITEMS:
            return Items(cls, self.read(arguments[0], given))
        if cls in _ENTRIES:
            return Entries(cls, self.read(arguments[0], given), self.read(arguments[1], given))
        if cls is collections.Counter:
            return Entries(cls, self.read(arguments[0], given), self.plain(int))
        if cls is abc.ItemsView:
            return Items(cls, Fixed(tuple(self.read(one, given) for one in arguments)))
        return None

    def _inherited(self, hint: object, cls: type) -> Node | None:
        """The tree of a class derived from a container: `class Images(list[Tensor[...]])`."""
        for base, arguments in arguments_in(hint).items():
            node = self._container(base, arguments, NOWHERE) if arguments and base is not cls else None
            match node:
                case Items(item=item) if not is_plain(item):
                    return Items(cls, item)
                case Entries(key=key, value=value) if not is_plain(node):
                    return Entries(cls, key, value)
        return None

    def _fields(self, hint: object, cls: type) -> Node | None:
        """The tree of a class that declares its fields."""
        declared = declared_by(cls, self.scope)
        if declared is None:
            return None
        arguments = arguments_in(hint)
        nodes = [(one.name, self._field(one, given_to(one.owner, arguments.get(one.owner, ())))) for one in declared]
        kept = tuple((name, node) for name, node in nodes if not is_plain(node))
        lost = [one for one in declared if one.error is not None and (kept or holds_tensor(one.hint))]
        for one in lost:
            self.warn(f"{one.complaint}; it is not checked")
        return Fields(cls, kept, spelled(hint), keys_of(cls, declared)) if kept else self.plain(hint)

    def _field(self, field: Field, given: Given) -> Node:
        """A field's tree; a function is not refused for what the class of an argument declares."""
        if field.error is not None:
            return self.plain(Any)
        try:
            return self.read(field.hint, given)
        except TypeError as error:
            self.warn(f'field "{field.name}" of "{field.owner.__name__}" is not checked: {error}')
            return self.plain(Any)

    def _hidden(self, cls: type) -> None:
        """What becomes of tensors in a generic class that does not say where they are."""
        if cls in _CONSUMED:
            msg = (
                f"the tensors in {cls.__name__}[...] are gone once they are looked at: write Sequence[...] or list[...]"
            )
            raise TypeError(msg)
        self.warn(f"the tensors in {cls.__name__}[...] cannot be found from outside: they are not checked")
