"""A tensor as it is known: dtype, device and shape."""

from __future__ import annotations

from dataclasses import dataclass

from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.unknown import UNKNOWN


@dataclass(frozen=True, slots=True)
class TensorFact:
    """What is known of one tensor."""

    dtype: DTypeFact = UNKNOWN
    device: DeviceFact = UNKNOWN
    shape: Shape = UNKNOWN_SHAPE

    @property
    def notation(self) -> str:
        """The annotation a user would write, its unknown tail left out: `Tensor[Float32, CUDA, "b n"]`."""
        if self.shape != UNKNOWN_SHAPE:
            return f'Tensor[{self.dtype.notation}, {self.device.notation}, "{self.shape.notation}"]'
        if self.device is not UNKNOWN:
            return f"Tensor[{self.dtype.notation}, {self.device.notation}]"
        return "Tensor" if self.dtype is UNKNOWN else f"Tensor[{self.dtype.notation}]"


@dataclass(frozen=True, slots=True)
class ArrayFact:
    """What is known of a numpy array; `dtype` is None where torch has no such dtype (str, object, longdouble)."""

    dtype: DTypeFact | None = UNKNOWN
    shape: Shape = UNKNOWN_SHAPE


@dataclass(frozen=True, slots=True)
class ArrayItem(ArrayFact):
    """What is known of one item of a numpy array, or of a number calculated of one: it keeps numpy's width."""
