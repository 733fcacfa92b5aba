"""Words for losses: one number for all items, or one for each."""

from __future__ import annotations

from functools import reduce

from dtensortypes.core.algebra import axes
from dtensortypes.core.algebra.broadcast import broadcast, expands
from dtensortypes.core.algebra.promote import promote_types
from dtensortypes.core.facts.dim import DimFact
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT16, DType, DTypeFact
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.dtypes import must_match
from dtensortypes.core.rules.promotion import angle_like
from dtensortypes.core.rules.words import ShapeWord


def lost(*parameters: str) -> ShapeWord:
    """One number, unless the reduction is "none": then one for each item."""

    def word(call: Call) -> Shape:
        if call["size_average"] is not None or call["reduce"] is not None:
            return UNKNOWN_SHAPE
        each = broadcast(*(call.tensor(name).shape for name in parameters))
        return _lost(call, each)

    return word


def class_loss(call: Call) -> DTypeFact:
    """The input's dtype, if targets that are probabilities, and the classes' weights, are of that dtype."""
    own, others = call.first.dtype, [call.tensor("target").dtype]
    if isinstance(others[0], DType) and others[0].is_integer:
        others = []
    weight = call["weight"]
    if weight is not None:
        others.append(weight.dtype if isinstance(weight, TensorFact) else UNKNOWN)
    return own if all(other == own for other in others) else UNKNOWN


def lost_by_class(call: Call) -> Shape:
    """As lost, where dim 1 of the input, or its only one, is that of the classes."""
    if call["size_average"] is not None or call["reduce"] is not None:
        return UNKNOWN_SHAPE
    shape, target = call.first.shape, call.tensor("target").shape
    _refuse_other_batches(call, shape, target)
    if shape.rank is None:
        return _lost(call, UNKNOWN_SHAPE)
    return _lost(call, axes.replaced(shape, {0 if shape.rank == 1 else 1: ()}))


def _refuse_other_batches(call: Call, shape: Shape, target: Shape) -> None:
    if shape.least_rank > 1 and target.least_rank > 0 and not _alike(shape.left[:1], target.left[:1]):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a target for each item of {shape}, not {target}')


def _lost(call: Call, each: Shape) -> Shape:
    match call["reduction"]:
        case "none":
            return each
        case str():
            return SCALAR
    return SCALAR if each == SCALAR else UNKNOWN_SHAPE


def _alike(dims: tuple[DimFact, ...], others: tuple[DimFact, ...]) -> bool:
    return expands(Shape(dims), Shape(others)) and expands(Shape(others), Shape(dims))


def lost_by_row(*parameters: str) -> ShapeWord:
    """As lost, one for each row: the last dim of what these tensors are stretched to is compared as a whole."""

    def word(call: Call) -> Shape:
        if call["size_average"] is not None or call["reduce"] is not None:
            return UNKNOWN_SHAPE
        each = broadcast(*(call.tensor(name).shape for name in parameters))
        return _lost(call, axes.without_last(each, 1) or UNKNOWN_SHAPE)

    return word


def lost_by_item(call: Call) -> Shape:
    """As lost, one for each item of a batch of scores; a vector of scores is one item."""
    shape = call.first.shape
    if call["size_average"] is not None or call["reduce"] is not None:
        return UNKNOWN_SHAPE
    if shape.least_rank > 2:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a vector of scores or a batch of them, not shape {shape}')
    return _lost(call, UNKNOWN_SHAPE if shape.rank is None else Shape(shape.left[:-1]))


def lost_by_sequence(call: Call) -> Shape:
    """`ctc_loss`: as lost, one for each sequence of `t b c`; `t c` is one sequence."""
    shape = call.first.shape
    if shape.rank not in {None, 2, 3}:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes 2 or 3 dims of probabilities, not shape {shape}')
    return _lost(call, UNKNOWN_SHAPE if shape.rank is None else Shape(shape.left[1:-1]))


def distance_of_both(call: Call) -> DTypeFact:
    """`triplet_margin_loss`: what the distances from the anchor are promoted to."""
    pairs = [("anchor", "positive"), ("anchor", "negative")]
    pairs += [] if call["swap"] is False else [("positive", "negative")]
    found = [angle_like(call.about(*pair)) for pair in pairs]
    known = [dtype for dtype in found if isinstance(dtype, DType)]
    return reduce(promote_types, known) if len(known) == len(found) else UNKNOWN


def lost_by_target(call: Call) -> Shape:
    """As lost, one for each target that is a class."""
    target = call.tensor("target")
    classes = isinstance(target.dtype, DType) and not (target.dtype.is_float or target.dtype.is_complex)
    return _lost(call, target.shape if classes else UNKNOWN_SHAPE)


def linear_loss(call: Call) -> DTypeFact:
    """As class_loss, of products in one dtype; how half precision meets wider weights is for `options` to say."""
    own, weight = call.first.dtype, call.tensor("linear_weight").dtype
    if own in {FLOAT16, BFLOAT16} and own != weight:
        return UNKNOWN
    must_match(call.about("input", "linear_weight"))
    return class_loss(call)
