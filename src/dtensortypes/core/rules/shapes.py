"""Words for what an operation does to the shape."""

from __future__ import annotations

from dtensortypes.core.algebra import broadcast as algebra
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.value import Value
from dtensortypes.core.rules.arguments import as_shape, as_size
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.kinds import is_number
from dtensortypes.core.rules.promotion import operands
from dtensortypes.core.rules.words import ShapeWord


def broadcast(call: Call) -> Shape:
    """The shape that all operands are stretched to; a number has none."""
    shapes = [_shape_of(operand) for operand in operands(call)]
    return algebra.broadcast(*(shape for shape in shapes if shape is not None))


def broadcast_with(*parameters: str) -> ShapeWord:
    """The shape that these tensors are stretched to, whether or not their dtypes take part."""

    def word(call: Call) -> Shape:
        shapes = [_shape_of(call[name]) for name in parameters]
        return algebra.broadcast(*(shape for shape in shapes if shape is not None))

    return word


def _shape_of(value: Value) -> Shape | None:
    if isinstance(value, TensorFact):
        return value.shape
    return None if value is None or is_number(value) else UNKNOWN_SHAPE


def sized(parameter: str) -> ShapeWord:
    """The sizes given as an argument."""
    return lambda call: as_shape(call[parameter])


def in_a_row(parameter: str) -> ShapeWord:
    """One dim of the length given as an argument, which is a number whatever else is known of it."""
    return lambda call: Shape((as_size(call[parameter]),))
