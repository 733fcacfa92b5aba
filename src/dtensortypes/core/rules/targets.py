"""Words for what losses demand of their targets and settings (torch/nn/functional.py, Loss*.cpp in aten)."""

from __future__ import annotations

from typing import Final

from dtensortypes.core.algebra.align import unlike
from dtensortypes.core.algebra.axes import chained, replaced, size_at
from dtensortypes.core.algebra.broadcast import ONE, broadcast, proved_different
from dtensortypes.core.algebra.reduce import numel
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import INT64, DType
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_size
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.demands import dtype_of, may_have, one_of, shape_of
from dtensortypes.core.rules.words import Demand

_ZERO: Final = Dim.of(0)


def reduction(*more: str) -> Demand:
    """One of the reductions that torch knows; the older `size_average` and `reduce` take its place."""
    known = one_of("reduction", "none", "mean", "sum", *more)

    def demand(call: Call) -> None:
        if call["size_average"] is None and call["reduce"] is None and call["reduction"] != "elementwise_mean":
            known(call)

    return demand


def strict_reduction(call: Call) -> None:
    """As reduction, without the old name of "mean"."""
    if call["size_average"] is None and call["reduce"] is None:
        one_of("reduction", "none", "mean", "sum")(call)


def as_places(call: Call) -> None:
    """The target is int64; with no items torch does not look."""
    dtype = dtype_of(call, "target")
    if isinstance(dtype, DType) and dtype != INT64 and _ZERO not in call.tensor("input").shape.left:
        raise refuse(Kind.DTYPE, f'"{call.name}" takes a target of int64, not {dtype}', "cast the target with .long()")


def one_for_each_item(call: Call) -> None:
    """`binary_cross_entropy`: the target has the shape of the input; nothing is stretched."""
    items, target = shape_of(call, "input"), shape_of(call, "target")
    if items is not None and target is not None and unlike(items, target):
        raise refuse(Kind.SHAPE, f'"{call.name}" of {items} takes a target of this shape, not {target}')


def one_for_each_row(call: Call) -> None:
    """`cosine_embedding_loss`: a target for each row of a batch, or one for two vectors."""
    target = shape_of(call, "target")
    for name in ("input1", "input2"):
        rows = shape_of(call, name)
        if target is None or rows is None or target.rank is None or rows.rank is None:
            continue
        if target.rank > 1 or rows.rank != target.rank + 1:
            raise refuse(Kind.SHAPE, f'"{call.name}" takes a target for each row of {rows}, not shape {target}')


def of_one_rank(call: Call) -> None:
    """`triplet_margin_loss`: anchors and examples have as many dims; nothing is stretched to more."""
    shapes = [shape for name in ("anchor", "positive", "negative") if (shape := shape_of(call, name)) is not None]
    ranks = {shape.rank for shape in shapes} - {None}
    if len(ranks) > 1:
        told = ", ".join(map(str, shapes))
        raise refuse(Kind.SHAPE, f'"{call.name}" takes anchor, positive and negative of as many dims, not {told}')


def classes(call: Call) -> None:
    """`nll_loss`: a class for each item of a batch, and a weight for each class (LossNLL.cpp)."""
    scores, target, dtype = shape_of(call, "input"), shape_of(call, "target"), dtype_of(call, "target")
    if isinstance(dtype, DType) and (dtype.is_float or dtype.is_complex):
        raise refuse(Kind.DTYPE, f'"{call.name}" takes classes as int64, not {dtype}', "cast the target with .long()")
    if scores is None or target is None or scores.rank == 0:
        return
    _refuse_other_batches(call, scores, target)
    if scores.rank is None:
        return
    if scores.rank == 1:
        if target.least_rank > 1 or proved_different(numel(target), ONE):
            raise refuse(Kind.SHAPE, f'"{call.name}" of {scores} takes one class, not shape {target}')
        return
    wanted = replaced(scores, {1: ()})
    if unlike(target, wanted):
        raise refuse(Kind.SHAPE, f'"{call.name}" of {scores} takes classes of shape {wanted}, not {target}')


def _refuse_other_batches(call: Call, scores: Shape, target: Shape) -> None:
    if scores.least_rank > 1 and any(map(proved_different, scores.left[:1], target.left[:1])):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a target for each item of {scores}, not {target}')


def classes_or_probabilities(call: Call) -> None:
    """`cross_entropy`: as classes; a target of the input's shape is probabilities, and floats."""
    scores, target, dtype = shape_of(call, "input"), shape_of(call, "target"), dtype_of(call, "target")
    if scores is None or target is None:
        return
    _refuse_other_batches(call, scores, target)
    floats = dtype.is_float if isinstance(dtype, DType) else None
    if floats is False and scores.rank == target.rank and not unlike(scores, target):
        _refuse_integers(call, scores, target, dtype)
    elif scores == target and scores.rank is not None and UNKNOWN not in scores.left:
        if isinstance(ignored := call["ignore_index"], int) and ignored >= 0 and floats:
            raise refuse(Kind.DTYPE, f'"{call.name}" has no ignore_index for probabilities', "leave it out")
    elif unlike(scores, target):
        classes(call)


def _refuse_integers(call: Call, scores: Shape, target: Shape, dtype: object) -> None:
    """Integers in a target with as many dims as the scores: no probabilities, and too many dims for classes."""
    if scores.rank is None:
        return
    place = min(scores.rank - 1, 1)
    is_same = place < 0 or (size_at(scores, place) is not UNKNOWN and size_at(scores, place) == size_at(target, place))
    if is_same:
        raise refuse(
            Kind.DTYPE,
            f'"{call.name}" takes a target of the shape of the input as probabilities, not {dtype}',
            "cast it with .float(), or give a class for each item",
        )
    if scores.rank > 1:
        wanted = replaced(scores, {1: ()})
        raise refuse(Kind.SHAPE, f'"{call.name}" of {scores} takes classes of shape {wanted}, not {target}')


def weighted_by_class(call: Call) -> None:
    """A weight for each class."""
    scores, weight = shape_of(call, "input"), shape_of(call, "weight")
    if scores is None or weight is None or not scores.rank:
        return
    count = size_at(scores, 0 if scores.rank == 1 else 1)
    if weight.rank not in {None, 1} or proved_different(numel(weight), count):
        raise refuse(Kind.SHAPE, f'"{call.name}" of {scores} takes a weight for each class of dim 1, not {weight}')


def weighted_by_item(*parameters: str) -> Demand:
    """Each stretches to the items, which it does not stretch: they are multiplied in place (Loss.cpp in aten)."""

    def demand(call: Call) -> None:
        items = shape_of(call, "input")
        for weight in (shape_of(call, name) for name in parameters):
            if items is not None and weight is not None and unlike(items, broadcast(items, weight)):
                raise refuse(Kind.SHAPE, f'"{call.name}" of {items} takes a weight for each item, not {weight}')

    return demand


def one_class_each(call: Call) -> None:
    """`multi_margin_loss`: a class for each row of scores, and a weight for each class."""
    scores, target, weight = (shape_of(call, name) for name in ("input", "target", "weight"))
    if scores is None or (not may_have(scores, 1) and not may_have(scores, 2) and scores.rank != 0):
        return
    _refuse_no_scores(call, scores)
    rows = size_at(scores, 0) if scores.rank == 2 else Dim.of(1)
    if target and scores.rank is not None and (target.least_rank > 1 or proved_different(numel(target), rows)):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a class for each row of {scores}, not a target of {target}')
    if weight is None or scores.rank is None:
        return
    if weight.rank not in {None, 1} or proved_different(numel(weight), size_at(scores, -1)):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a weight for each class of {scores}, not shape {weight}')


def one_target_each(call: Call) -> None:
    """`multilabel_margin_loss`: a target for each score."""
    scores, target = shape_of(call, "input"), shape_of(call, "target")
    if scores is None or target is None or scores.rank not in {0, 1, 2}:
        return
    _refuse_no_scores(call, scores)
    count = numel(scores)
    fits = (
        target.least_rank <= 1 and not proved_different(numel(target), count)
        if scores.rank < 2
        else may_have(target, 2)
    )
    pairs = zip(scores.left, target.left, strict=False) if target.rank == scores.rank else ()
    if not fits or any(proved_different(one, other) for one, other in pairs):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a target for each score of {scores}, not shape {target}')


def _refuse_no_scores(call: Call, scores: Shape) -> None:
    if scores.rank and size_at(scores, -1) == _ZERO:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a score or more for each row, not shape {scores}')


def variances(call: Call) -> None:
    """`gaussian_nll_loss`: a variance for each item, for each row, or for each place of one dim of size 1."""
    items, found = shape_of(call, "input"), shape_of(call, "var")
    if items is None or found is None or items.dims is None or found.dims is None:
        return
    sizes, others = _constants(items.dims), _constants(found.dims)
    if sizes is None or others is None or sizes == others or sizes[:-1] == others:
        return
    stretched = [other for size, other in zip(sizes, others, strict=False) if size != other]
    if len(sizes) != len(others) or sum(stretched) != 1:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a var for each item or row of {items}, not shape {found}')


def _constants(dims: tuple[DimFact, ...]) -> tuple[int, ...] | None:
    known = tuple(dim.constant for dim in dims if isinstance(dim, Dim) and dim.constant is not None)
    return known if len(known) == len(dims) else None


def scored_by_weight(call: Call) -> None:
    """`linear_cross_entropy`: items of as many numbers as the weight takes, and a bias for each score."""
    items, weight, bias = (shape_of(call, name) for name in ("input", "linear_weight", "linear_bias"))
    if items is None or weight is None:
        return
    if not (may_have(items, 1) or may_have(items, 2)):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes an item or a batch of them, not shape {items}')
    if weight.rank in {0, 1}:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a linear_weight of 2 dims or more, not shape {weight}')
    if proved_different(size_at(items, -1), size_at(weight, -1)):
        raise refuse(
            Kind.SHAPE,
            f'"{call.name}" takes items of {size_at(weight, -1).notation} numbers, as linear_weight has, '
            f"and shape {items} ends in {size_at(items, -1).notation}",
        )
    if items.rank == 1 and weight.least_rank > 2:
        raise refuse(Kind.SHAPE, f'"{call.name}" with a linear_weight of {weight} takes a batch, not shape {items}')
    if bias and weight.rank is not None and not _is(bias, Shape(weight.left[:-1])):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a linear_bias of {Shape(weight.left[:-1])}, not shape {bias}')


def targets_by_weight(call: Call) -> None:
    """`linear_cross_entropy`: as cross_entropy, of the scores that the weight gives."""
    items, weight = shape_of(call, "input"), shape_of(call, "linear_weight")
    if items is not None and weight is not None and items.rank is not None and weight.rank is not None:
        scores = chained(Shape(items.left[:-1]), Shape(weight.left[:-1]))
        classes_or_probabilities(call.with_values({"input": TensorFact(shape=scores)}))


def one_weight_each(call: Call) -> None:
    """`LinearCrossEntropyLoss`: a weight for each class."""
    weight, count = shape_of(call, "weight"), as_size(call["num_classes"])
    if weight is not None and (weight.rank not in {None, 1} or proved_different(numel(weight), count)):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a weight for each of {count.notation} classes, not {weight}')


def classes_if_ignored(call: Call) -> None:
    """A class can be ignored among classes alone, not among probabilities."""
    dtype = dtype_of(call, "target")
    if isinstance(call["ignore_index"], int) and isinstance(dtype, DType) and dtype.is_float:
        raise refuse(Kind.DTYPE, f'"{call.name}" has no ignore_index for probabilities', "leave it out")


def _is(shape: Shape, wanted: Shape) -> bool:
    """Whether the shape may be the one that is wanted."""
    if shape.rank is None:
        return True
    pairs = zip(shape.left, wanted.left, strict=False)
    return shape.rank == wanted.rank and not any(proved_different(one, other) for one, other in pairs)
