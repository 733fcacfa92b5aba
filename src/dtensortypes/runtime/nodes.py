"""A type hint as a tree: where its tensors are, and what is known to be around them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, get_origin

from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.pattern import AxisRun, Pattern
from dtensortypes.core.facts.unknown import UNKNOWN


@dataclass(frozen=True, slots=True)
class TensorHint:
    """What `Tensor[dtype, device, shape]` says."""

    dtype: DTypeFact
    device: DeviceFact
    pattern: Pattern

    @property
    def notation(self) -> str:
        """The hint as its user wrote it, without the places at its end that say nothing."""
        shape = "" if self.pattern == ANY_SHAPE else f'"{self.pattern.notation}"'
        if shape:
            return f"Tensor[{self.dtype.notation}, {self.device.notation}, {shape}]"
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

    @property
    def notation(self) -> str:
        if self.hint is type(None):
            return "None"
        if self.hint is Ellipsis:
            return "..."
        if isinstance(self.hint, type) and get_origin(self.hint) is None:
            return self.hint.__qualname__
        return str(self.hint).replace("typing.", "").replace("collections.abc.", "")


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


Node: TypeAlias = TensorHint | Plain | Items | Fixed | Entries | Either
