"""The same checks as people write them by hand: 1.00 in every table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch

from dtensortypes import CPU, Float32, Tensor

X = Tensor[Float32, CPU, "b n"]
F32 = torch.float32


def bare_1(x):
    return x


def bare_2(x, y):  # noqa: ARG001 - it does nothing, so that only the checks are timed
    return x


def bare_4(w, x, y, z):  # noqa: ARG001 - as above
    return w


def by_hand_1(x):
    if not isinstance(x, torch.Tensor) or x.dtype is not F32 or not x.is_cpu or x.ndim != 2:
        raise TypeError("x")
    b, n = x.shape
    result = bare_1(x)
    if not isinstance(result, torch.Tensor) or result.dtype is not F32 or not result.is_cpu or result.shape != (b, n):
        raise TypeError("return")
    return result


def by_hand_2(x, y):
    if not isinstance(x, torch.Tensor) or x.dtype is not F32 or not x.is_cpu or x.ndim != 2:
        raise TypeError("x")
    b, n = x.shape
    if not isinstance(y, torch.Tensor) or y.dtype is not F32 or not y.is_cpu or y.shape != (b, n):
        raise TypeError("y")
    result = bare_2(x, y)
    if not isinstance(result, torch.Tensor) or result.dtype is not F32 or not result.is_cpu or result.shape != (b, n):
        raise TypeError("return")
    return result


def by_hand_4(w, x, y, z):
    if not isinstance(w, torch.Tensor) or w.dtype is not F32 or not w.is_cpu or w.ndim != 2:
        raise TypeError("w")
    b, n = w.shape
    if not isinstance(x, torch.Tensor) or x.dtype is not F32 or not x.is_cpu or x.shape != (b, n):
        raise TypeError("x")
    if not isinstance(y, torch.Tensor) or y.dtype is not F32 or not y.is_cpu or y.shape != (b, n):
        raise TypeError("y")
    if not isinstance(z, torch.Tensor) or z.dtype is not F32 or not z.is_cpu or z.shape != (b, n):
        raise TypeError("z")
    result = bare_4(w, x, y, z)
    if not isinstance(result, torch.Tensor) or result.dtype is not F32 or not result.is_cpu or result.shape != (b, n):
        raise TypeError("return")
    return result


BARE: dict[int, Callable[..., Any]] = {1: bare_1, 2: bare_2, 4: bare_4}
BY_HAND: dict[int, Callable[..., Any]] = {1: by_hand_1, 2: by_hand_2, 4: by_hand_4}


# --- containers


def list_by_hand(xs):
    if not isinstance(xs, list):
        raise TypeError("xs")
    b = n = None
    for x in xs:
        if not isinstance(x, torch.Tensor) or x.dtype is not F32 or not x.is_cpu or x.ndim != 2:
            raise TypeError("x")
        if b is None:
            b, n = x.shape
        elif x.shape != (b, n):
            raise TypeError("x")
    return bare_1(xs)


def dict_by_hand(xs):
    if not isinstance(xs, dict):
        raise TypeError("xs")
    b = n = None
    for key, x in xs.items():
        if not isinstance(key, str):
            raise TypeError("key")
        if not isinstance(x, torch.Tensor) or x.dtype is not F32 or not x.is_cpu or x.ndim != 2:
            raise TypeError("x")
        if b is None:
            b, n = x.shape
        elif x.shape != (b, n):
            raise TypeError("x")
    return bare_1(xs)


def tuple_by_hand(xs):
    if not isinstance(xs, tuple) or len(xs) != 3:
        raise TypeError("xs")
    x, y, z = xs
    if not isinstance(x, torch.Tensor) or x.dtype is not F32 or not x.is_cpu or x.ndim != 2:
        raise TypeError("x")
    b, n = x.shape
    if not isinstance(y, torch.Tensor) or y.dtype is not F32 or not y.is_cpu or y.shape != (b, n):
        raise TypeError("y")
    if not isinstance(z, torch.Tensor) or z.dtype is not F32 or not z.is_cpu or z.shape != (b, n):
        raise TypeError("z")
    return bare_1(xs)


@dataclass
class Batch:
    image: X
    mask: X
    target: X


class Triple(NamedTuple):
    image: X
    mask: X
    target: X


def fields_by_hand(kind):
    def check(batch):
        if not isinstance(batch, kind):
            raise TypeError("batch")
        x, y, z = batch.image, batch.mask, batch.target
        if not isinstance(x, torch.Tensor) or x.dtype is not F32 or not x.is_cpu or x.ndim != 2:
            raise TypeError("image")
        b, n = x.shape
        if not isinstance(y, torch.Tensor) or y.dtype is not F32 or not y.is_cpu or y.shape != (b, n):
            raise TypeError("mask")
        if not isinstance(z, torch.Tensor) or z.dtype is not F32 or not z.is_cpu or z.shape != (b, n):
            raise TypeError("target")
        return bare_1(batch)

    return check


# --- classes


@dataclass
class BatchByHand:
    """It checks its fields when it is made."""

    image: Any
    mask: Any
    target: Any

    def __post_init__(self):
        x, y, z = self.image, self.mask, self.target
        if not isinstance(x, torch.Tensor) or x.dtype is not F32 or not x.is_cpu or x.ndim != 2:
            raise TypeError("image")
        b, n = x.shape
        if not isinstance(y, torch.Tensor) or y.dtype is not F32 or not y.is_cpu or y.shape != (b, n):
            raise TypeError("mask")
        if not isinstance(z, torch.Tensor) or z.dtype is not F32 or not z.is_cpu or z.shape != (b, n):
            raise TypeError("target")
