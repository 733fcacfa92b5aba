"""What the instances of a class hold, said as a signature is: each field or attribute with its hint."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final, get_args

from dtensortypes.core.facts.choice import Var
from dtensortypes.core.problems import held
from dtensortypes.runtime.annotations import NOWHERE
from dtensortypes.runtime.fields import warn_at
from dtensortypes.runtime.knowable import strangers, unknowable
from dtensortypes.runtime.nodes import Either, Node, Plain
from dtensortypes.runtime.quiet import Quiet
from dtensortypes.runtime.reading import is_plain, read, tensors
from dtensortypes.runtime.settings import Settings
from dtensortypes.runtime.signature import NOTHING, Signature, Slot

LAYOUT: Final = "__dtensor_layout__"
"""The attribute of a checked class that has its layout."""

_NO_RETURN: Final = Slot("return", inspect.Parameter.POSITIONAL_ONLY, NOTHING, None)


@dataclass(frozen=True)
class Layout(Signature):
    """All that is declared of a class's instances; `function` is the name of the class."""

    noun: str = "field"
    required: frozenset[str] = frozenset()
    """What must be there when an instance has been made."""
    prefix: str = ""
    """The path to the instance, from what was verified: `blocks.3.attn.`."""
    happened: ClassVar[str] = "at"

    def subject(self, path: str) -> str:
        lead, of, rest = path.rpartition(" of ")
        return held(f"{lead}{of}{self.prefix}{rest}", self.function, self.noun)

    def at(self, prefix: str, root: str) -> Layout:
        """The same of an instance that is a part of something else."""
        return replace(self, prefix=prefix, function=root)

    def of_only(self, names: Iterable[str]) -> Layout:
        """The same without what is not among these names."""
        names = {*names}
        return replace(self, slots=tuple(slot for slot in self.slots if slot.name in names))

    @cached_property
    def around(self) -> Mapping[str, Layout]:
        """For each name the same of this one and of what may not fit it, for an assignment to it."""
        parts = {slot.name: self.of_only(self._related(slot.name)) for slot in self.slots}
        return {name: replace(part, required=frozenset()) for name, part in parts.items()}

    def _related(self, name: str) -> frozenset[str]:
        """What shares names with this one, however indirectly; itself among them."""
        names = {one: set(_names(node)) for one, node in self.nodes.items()}
        known, found = names.get(name, set()), {name}
        while more := {one for one, its in names.items() if one not in found and its & known}:
            found |= more
            known = known.union(*(names[one] for one in more))
        return frozenset(found)

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        """The trees of what has tensors in it, by name."""
        return {slot.name: slot.tree for slot in self.slots if slot.tree is not None}

    @cached_property
    def refers(self) -> bool:
        """Whether a size is said to be what the instance has there: `{self.hidden}`."""
        return any("{" in name for node in self.nodes.values() for hint in tensors(node) for name in hint.pattern.names)

    @cached_property
    def quiet(self) -> Quiet:
        return Quiet(["self", *(slot.name for slot in self.slots)], [*self.nodes.items()], None)


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the hints of one class; raises TypeError for what cannot be checked."""

    cls: type
    noun: str
    scope: Mapping[str, object]
    settings: Settings

    def slot(self, name: str, hint: object) -> Slot:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        try:
            tree = read(hint, self.scope, self._warn, conf=self.settings.conf)
        except TypeError as error:
            raise TypeError(f"{held(name, self.cls.__name__, self.noun)} cannot be checked: {error}") from None
        if is_plain(tree):
            return Slot(name, kind, tree.hint if isinstance(tree, Plain) else hint, None)
        return Slot(name, kind, hint, tree, tree.notation)

    def layout(self, hints: Mapping[str, object]) -> Layout:
        """The layout of these hints and of the checked base classes."""
        own = {name: self.slot(name, hint) for name, hint in hints.items()}
        bases = [base for base in map(layout_of, reversed(self.cls.__mro__[1:])) if base is not None]
        slots = {slot.name: slot for base in bases for slot in base.slots} | own
        layout = Layout(
            self.cls.__name__,
            tuple(slots.values()),
            _NO_RETURN,
            module=self.cls.__module__,
            settings=self.settings,
            noun=self.noun,
            required=frozenset(name for base in bases for name in base.required if name not in own),
        )
        _refuse_unknown(layout)
        return layout

    def _warn(self, reason: str) -> None:
        warn_at(self.cls)(f'"{self.cls.__name__}": {reason}')


def layout_of(cls: type) -> Layout | None:
    """The layout that `@checked` gave this class itself."""
    layout: Layout | None = vars(cls).get(LAYOUT)
    return layout


def inherited(cls: type) -> Layout | None:
    """The layout of all that the class inherits; None where no class above it is checked."""
    base = next((one for one in map(layout_of, cls.__mro__[1:]) if one is not None), None)
    return base and Reader(cls, base.noun, NOWHERE, base.settings).layout({})


def may_be_absent(slot: Slot) -> bool:
    """Whether the hint allows None, and so an attribute that is not there yet."""
    if slot.tree is None:
        return type(None) in get_args(slot.hint)
    members = slot.tree.members if isinstance(slot.tree, Either) else ()
    return any(isinstance(node, Plain) and node.hint in {None, type(None)} for node in members)


def _names(node: Node) -> Iterator[str]:
    """The names that a node shares with others: of dims, of runs, and of type variables."""
    for hint in tensors(node):
        run = hint.pattern.run
        yield from (f"dim {name}" for name in hint.pattern.names if not name.startswith("{"))
        yield from [f"run {run.name}"] if run is not None and run.name else []
        yield from (fact.name for fact in (hint.dtype, hint.device) if isinstance(fact, Var))


def _refuse_unknown(layout: Layout) -> None:
    hints = [hint for node in layout.nodes.values() for hint in tensors(node)]
    stranger = strangers(hints, ["self"])
    if stranger is not None:
        raise TypeError(f'no {layout.noun} of "{layout.function}" can refer to {stranger}: start from self')
    size = unknowable(hints)
    if size is not None:
        advice = "give its names a dim of their own, or write _"
        raise TypeError(f'no {layout.noun} of "{layout.function}" can tell the size "{size}": {advice}')
