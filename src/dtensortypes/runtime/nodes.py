"""A type hint as a tree: where its tensors are, and what is known to be around them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import UnionType
from typing import TYPE_CHECKING, Annotated, TypeAlias, get_args, get_origin

from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.pattern import AxisRun, Pattern
from dtensortypes.core.facts.placement import PlacementFact
from dtensortypes.core.facts.unknown import UNKNOWN

if TYPE_CHECKING:
    from beartype import BeartypeConf


@dataclass(frozen=True, slots=True)
class TensorHint:
    """What `Tensor[dtype, device, shape]` says."""

    dtype: DTypeFact
    device: DeviceFact
    pattern: Pattern
    placements: tuple[PlacementFact, ...] = ()
    """For each dim of a device mesh, how it holds the tensor; empty where nothing is declared of it."""
    kind: type | None = None
    """The class that is demanded, of tensors or of numpy arrays; None where any tensor will do."""
    written: str = field(default="", compare=False)
    """The hint as its user wrote it, where that is not our own notation."""

    @property
    def notation(self) -> str:
        """The hint as its user wrote it, without the places at its end that say nothing."""
        if self.written:
            return self.written
        if self.pattern != ANY_SHAPE or self.placements:
            rest = [f'"{self.pattern.notation}"', *(placement.notation for placement in self.placements)]
            return f"Tensor[{self.dtype.notation}, {self.device.notation}, {', '.join(rest)}]"
        if self.device is not UNKNOWN:
            return f"Tensor[{self.dtype.notation}, {self.device.notation}]"
        return "Tensor" if self.dtype is UNKNOWN else f"Tensor[{self.dtype.notation}]"

    @property
    def shape(self) -> str:
        """The declared shape, for a message; empty where none is declared."""
        return "" if self.pattern == ANY_SHAPE else self.pattern.notation


ANY_SHAPE = Pattern(run=AxisRun())


@dataclass(frozen=True, slots=True)
class Plain:
    """A hint without tensors."""

    hint: object
    conf: BeartypeConf | None = field(default=None, compare=False, repr=False)
    """How beartype checks it, where somebody said it."""

    @property
    def notation(self) -> str:
        return spelled(self.hint)


def spelled(hint: object) -> str:
    """A hint as its user wrote it, without the modules that its names come from."""
    origin = get_origin(hint)
    if hint is type(None):
        return "None"
    if hint is Ellipsis:
        return "..."
    if isinstance(hint, type) and origin is None:
        return hint.__qualname__.rpartition("<locals>.")[2]
    if isinstance(hint, list):  # the parameters of a callable
        return f"[{', '.join(map(spelled, hint))}]"
    if isinstance(origin, type) and origin not in {Annotated, UnionType}:
        return f"{spelled(origin)}[{', '.join(map(spelled, get_args(hint)))}]"
    return str(hint).replace("typing.", "").replace("collections.abc.", "")


@dataclass(frozen=True, slots=True)
class Items:
    """A collection of any length, each item the same: `list[…]`, `tuple[…, ...]`."""

    kind: type
    item: Node

    @property
    def notation(self) -> str:
        more = ", ..." if self.kind is tuple else ""
        return f"{self.kind.__name__}[{self.item.notation}{more}]"


@dataclass(frozen=True, slots=True)
class Fixed:
    """A tuple of so many items."""

    items: tuple[Node, ...]

    @property
    def notation(self) -> str:
        return f"tuple[{', '.join(item.notation for item in self.items)}]"


@dataclass(frozen=True, slots=True)
class Entries:
    """A mapping."""

    kind: type
    key: Node
    value: Node

    @property
    def notation(self) -> str:
        return f"{self.kind.__name__}[{self.key.notation}, {self.value.notation}]"


@dataclass(frozen=True, slots=True)
class Either:
    """A union."""

    members: tuple[Node, ...]

    @property
    def notation(self) -> str:
        return " | ".join(member.notation for member in self.members)


@dataclass(frozen=True, slots=True)
class Fields:
    """An object of a class that declares its fields: a NamedTuple, a dataclass, an attrs class, a TypedDict."""

    kind: type
    fields: tuple[tuple[str, Node], ...]
    """Those with tensors in them."""
    written: str
    keys: Keys | None = None
    """Set for a TypedDict, whose fields are items."""

    @property
    def notation(self) -> str:
        return self.written


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of a TypedDict: those that must be there, and all, where there may be no others."""

    required: frozenset[str]
    closed: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """A class or an alias inside of itself."""

    written: str
    opened: list[Node] = field(compare=False, repr=False)
    """Its tree, once it has been read."""

    @property
    def node(self) -> Node:
        return self.opened[0]

    @property
    def notation(self) -> str:
        return self.written


@dataclass(frozen=True, slots=True)
class Own:
    """The class that the function is defined in, which is not there before the function is: `Self`, or its name."""

    module: str
    qualname: str
    written: str
    first: str | None = None
    """For `Self`, the parameter whose class it is."""
    read: Callable[[type], Node] = field(kw_only=True, compare=False, repr=False)
    """The tree of the class that it turns out to be."""

    @property
    def notation(self) -> str:
        return self.written


Node: TypeAlias = TensorHint | Plain | Items | Fixed | Entries | Either | Fields | Again | Own
