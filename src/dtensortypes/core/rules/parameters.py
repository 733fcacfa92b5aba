"""Words for the parameters of layers: their shapes, from the constructor's arguments; None where there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from dtensortypes.core.algebra.axes import chained
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.arguments import as_shape, as_size, as_sizes
from dtensortypes.core.rules.call import Call

ParameterWord: TypeAlias = Callable[[Call], Shape | None]


def of(*sizes: str, unless: str = "", also_unless: str = "") -> ParameterWord:
    """A parameter of these sizes, which is not there where one of the arguments `unless` is false."""

    def word(call: Call) -> Shape | None:
        gone = any(name and call[name] is False for name in (unless, also_unless))
        return None if gone else Shape(tuple(as_size(call[name]) for name in sizes))

    return word


def of_all(*sizes: str) -> ParameterWord:
    """A parameter of these sizes, each of which may be several."""

    def word(call: Call) -> Shape:
        return chained(*(as_shape(call[name]) for name in sizes))

    return word


def some(_call: Call) -> Shape:
    """Parameters of shapes that no rule asks for."""
    return UNKNOWN_SHAPE


def given(parameter: str) -> ParameterWord:
    """A tensor that the constructor takes for the layer's own, or None."""

    def word(call: Call) -> Shape | None:
        found = call.arguments.get(parameter, UNKNOWN)
        if found is None:
            return None
        return found.shape if isinstance(found, TensorFact) else UNKNOWN_SHAPE

    return word


def of_shape(parameter: str, *, unless: str, also_unless: str = "") -> ParameterWord:
    """A parameter of the shape that is an argument."""

    def word(call: Call) -> Shape | None:
        gone = call[unless] is False or (also_unless and call[also_unless] is False)
        return None if gone else as_shape(call[parameter])

    return word


def kernel(count: int) -> ParameterWord:
    """The weight of a convolution: `out in/groups kernel…`."""
    return _kernel(count, "out_channels", "in_channels")


def kernel_back(count: int) -> ParameterWord:
    """The weight of a transposed convolution: `in out/groups kernel…`."""
    return _kernel(count, "in_channels", "out_channels")


def _kernel(count: int, first: str, second: str) -> ParameterWord:
    def word(call: Call) -> Shape:
        grouped = _divided(as_size(call[second]), as_size(call["groups"]))
        return Shape((as_size(call[first]), grouped, *as_sizes(call["kernel_size"], count)))

    return word


def _divided(size: DimFact, groups: DimFact) -> DimFact:
    return size // groups if isinstance(size, Dim) and isinstance(groups, Dim) and groups.constant != 0 else UNKNOWN
