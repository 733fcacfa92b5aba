"""What is remembered of the arguments of a wrong call: enough to judge and to tell of it later, and no tensor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import torch

from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.runtime.live import device_fact, dim_fact, dtype_fact


@dataclass(frozen=True, slots=True)
class Likeness:
    """A tensor as it was; two reads and a tuple of numbers, of which facts are made when they are asked for."""

    dtype: torch.dtype
    device: torch.device
    shape: tuple[int, ...]

    @property
    def fact(self) -> TensorFact:
        return TensorFact(dtype_fact(self.dtype), device_fact(self.device), Shape(tuple(map(dim_fact, self.shape))))


class NoLikeness(Exception):  # noqa: N818 - such a call is judged at once
    """Not all that may matter of this value can be remembered."""


def is_plain_tensor(value: object) -> bool:
    """Whether it is a tensor of torch's own classes, which is all that its dtype, its device and its shape say."""
    return type(value) in _PLAIN and not (value.is_nested or torch._C._get_tracing_state())  # type: ignore[attr-defined]


def likeness(value: object) -> object:
    """The same value with likenesses for its tensors; torch's modes must be off. Raises NoLikeness."""
    return _like(value, [_MOST], _DEEPEST)


def _like(value: object, room: list[int], deeper: int) -> object:
    """The same, of a value that is not too large: one may hold itself, or its items many times over."""
    kind = type(value)
    room[0] -= 1
    if not deeper or not room[0]:
        raise NoLikeness
    if is_plain_tensor(value):
        return Likeness(value.dtype, value.device, value.shape)  # type: ignore[attr-defined]
    if kind in _HARMLESS:
        return value
    if kind is list or kind is tuple:
        return kind([_like(item, room, deeper - 1) for item in value])  # type: ignore[attr-defined]
    if kind is dict and all(type(key) in _HARMLESS for key in value):  # type: ignore[attr-defined]
        return {key: _like(item, room, deeper - 1) for key, item in value.items()}  # type: ignore[attr-defined]
    raise NoLikeness


_MOST: Final = 1000
_DEEPEST: Final = 20
_PLAIN: Final = frozenset({torch.Tensor, torch.nn.Parameter})
_HARMLESS: Final = frozenset({str, int, float, bool, complex, bytes, type(None)})
