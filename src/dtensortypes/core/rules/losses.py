"""Words for losses: one number for all items, or one for each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from dtensortypes.core.algebra import axes
from dtensortypes.core.algebra.broadcast import broadcast, proved_different
from dtensortypes.core.algebra.promote import promote_types
from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT16, INT64, Category, DType, DTypeFact
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.dtypes import must_match
from dtensortypes.core.rules.kinds import is_number
from dtensortypes.core.rules.matching import unless_empty
from dtensortypes.core.rules.promotion import angle_like, common
from dtensortypes.core.rules.words import Demand, ShapeWord


def lost(*parameters: str) -> ShapeWord:
    """One number, unless the reduction is "none": then one for each item."""

    def word(call: Call) -> Shape:
        if call["size_average"] is not None or call["reduce"] is not None:
            return UNKNOWN_SHAPE
        return _lost(call, _stretched(call, parameters))

    return word


def _stretched(call: Call, parameters: Iterable[str]) -> Shape:
    """What the shapes of these tensors are stretched to; a number has no dims."""
    return broadcast(*(SCALAR if is_number(call[name]) else call.tensor(name).shape for name in parameters))


def class_loss(call: Call) -> DTypeFact:
    """Of classes, the one dtype of input and weights; of probabilities, what they are promoted to with both."""
    target = call.tensor("target").dtype
    if not isinstance(target, DType):
        return UNKNOWN
    if target.category is Category.COMPLEX:
        raise refuse(Kind.DTYPE, f'"{call.name}" takes classes or probabilities, not {target}')
    if target.category is Category.FLOAT:
        return common(call.about("input", "target", "weight"))
    return unless_empty(must_match)(call.about("input", "weight"))


def lost_by_class(call: Call) -> Shape:
    """As lost, where dim 1 of the input, or its only one, is that of the classes."""
    if call["size_average"] is not None or call["reduce"] is not None:
        return UNKNOWN_SHAPE
    shape = call.first.shape
    if shape.rank is None:
        return _lost(call, UNKNOWN_SHAPE)
    return _lost(call, axes.replaced(shape, {0 if shape.rank == 1 else 1: ()}))


def _lost(call: Call, each: Shape) -> Shape:
    match call["reduction"]:
        case "none":
            return each
        case str():
            return SCALAR
    return SCALAR if each == SCALAR else UNKNOWN_SHAPE


def lost_by_row(*parameters: str, wanted: str = "") -> ShapeWord:
    """As lost, one for each row: the last dim of what these tensors are stretched to is compared as a whole.

    What is wanted of each row is stretched with the rows.
    """

    def word(call: Call) -> Shape:
        if call["size_average"] is not None or call["reduce"] is not None:
            return UNKNOWN_SHAPE
        rows = axes.without_last(_stretched(call, parameters), 1) or UNKNOWN_SHAPE
        return _lost(call, broadcast(rows, _stretched(call, [wanted])) if wanted else rows)

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


def beside_rows(call: Call) -> DeviceFact:
    """`ctc_loss`: the rows' device, where targets lie, too.

    Lengths are read wherever they lie, and so are targets of int32, by cuDNN (aten/src/ATen/native/LossCTC.cpp).
    """
    if call.tensor("targets").dtype != INT64:
        return call.first.device
    return strictly_colocated(replace(call, arguments={name: call[name] for name in ("log_probs", "targets")}))


def one_length_each(*parameters: str) -> Demand:
    """`ctc_loss`: each of the `n` sequences of `t n c` has its length (aten/src/ATen/native/LossCTC.cpp)."""

    def demand(call: Call) -> None:
        shape = call.first.shape
        for lengths in map(call.tensor, parameters):
            if shape.rank == 3 and lengths.shape.rank == 1 and proved_different(shape.left[1], lengths.shape.left[0]):
                reason = f'"{call.name}" takes a length for each of the {shape.left[1]} sequences of {shape}'
                raise refuse(Kind.SHAPE, f"{reason}, not {lengths.shape}")

    return demand


def distance_of_both(call: Call) -> DTypeFact:
    """`triplet_margin_loss`: what the distances from the anchor are promoted to."""
    pairs = [("anchor", "positive"), ("anchor", "negative")]
    pairs += [] if call["swap"] is False else [("positive", "negative")]
    found = [angle_like(call.about(*pair)) for pair in pairs]
    known = [dtype for dtype in found if isinstance(dtype, DType)]
    return reduce(promote_types, known) if len(known) == len(found) else UNKNOWN


def lost_by_target(call: Call) -> Shape:
    """As lost, one for each target that is a class, or for each row of probabilities."""
    target = call.tensor("target")
    classes = isinstance(target.dtype, DType) and not (target.dtype.is_float or target.dtype.is_complex)
    if not isinstance(target.dtype, DType) or (target.shape.rank == 0 and not classes):
        return _lost(call, UNKNOWN_SHAPE)
    scores = {0 if target.shape.rank == 1 else 1: ()}
    return _lost(call, target.shape if classes else axes.replaced(target.shape, scores))


def linear_loss(call: Call) -> DTypeFact:
    """As class_loss, of products in one dtype; how half precision meets wider weights is for `options` to say."""
    own, weight = call.first.dtype, call.tensor("linear_weight").dtype
    if call["options"] is not None:  # in chunks, which are computed in the dtype that `options` say
        if own in {FLOAT16, BFLOAT16} and own != weight:
            return UNKNOWN
        must_match(call.about("input", "linear_weight"))
        others = {call.tensor(name).dtype for name in ("linear_bias", "weight") if call[name] is not None}
        return class_loss(call) if others <= {own} else UNKNOWN
    must_match(call.about("input", "linear_weight", "linear_bias"))
    return class_loss(call)
