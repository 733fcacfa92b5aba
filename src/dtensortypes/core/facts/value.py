"""Arguments of a call, as far as they are known before it runs.

A Python value that is known stands for itself (`3`, `1.5`, `"cuda"`, `None`, `...`, a tuple of values); a size that is
a name is a `Dim`; a number of which only the kind is known is a `Number`; a `torch.Size` is a `Shape`.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import EllipsisType
from typing import Final, TypeAlias

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import Device, DeviceFact
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import Category, DType, DTypeFact
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown

_ANY_TENSOR: Final = TensorFact()


@dataclass(frozen=True, slots=True)
class Number:
    """A Python `bool`, `int`, `float` or `complex` of unknown value."""

    category: Category


@dataclass(frozen=True, slots=True)
class Slice:
    """A slice in an index; its bounds are values."""

    start: Value = None
    stop: Value = None
    step: Value = None


@dataclass(frozen=True, slots=True)
class Items:
    """A list or tuple of unknown length whose items all are this value."""

    item: Value
    is_list: bool = False
    """Whether it is a list, which as an index is one tensor of indexes, where a tuple is several of them."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A `PackedSequence`: the items of sequences of several lengths, one after the other."""

    data: TensorFact


@dataclass(frozen=True, slots=True)
class LayerFact:
    """An `nn` layer: its class, the constructor's arguments by name, and the dtype and device of its parameters."""

    name: str
    config: tuple[tuple[str, Value], ...] = ()
    dtype: DTypeFact = UNKNOWN
    device: DeviceFact = UNKNOWN


@dataclass(frozen=True, slots=True)
class Distribution:
    """One of torch's distributions: its class, its batch in the dtype of its parameters, and what is drawn of each.

    `batch` has a number for each member of the batch, `event` is one draw of one member.
    """

    name: str
    batch: TensorFact = _ANY_TENSOR
    event: TensorFact = _ANY_TENSOR


Value: TypeAlias = (
    TensorFact | ArrayFact | Number | Slice | Items | Packed | LayerFact | Distribution | Dim | Shape
    | DType | Device | OneOf[DType] | OneOf[Device] | Var[DType] | Var[Device]
    | bool | int | float | complex | str | EllipsisType | tuple["Value", ...] | Unknown | None
)  # fmt: skip
