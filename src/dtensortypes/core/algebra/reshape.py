"""The same items in other dims: views, flattening, dims of size 1, dims in another order, stretched dims."""

from __future__ import annotations

from collections.abc import Sequence

from dtensortypes.core.algebra.axes import as_rank, inserted, located, normal, normal_dims, replaced, size_at
from dtensortypes.core.algebra.broadcast import ONE, not_one, proved_different
from dtensortypes.core.algebra.reduce import numel, product
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Run, Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Kind, Refused, refuse

INFERRED = Dim.of(-1)
"""The size that torch is to work out, or, in `expand`, to leave."""


def viewed(shape: Shape, sizes: Sequence[DimFact]) -> Shape:
    """The shape of `view` and `reshape`; one size may be -1 (aten/src/ATen/InferSize.h)."""
    return Shape(_sizes_of(numel(shape), sizes, str(shape)))


def unflattened(shape: Shape, dim: int, sizes: Sequence[DimFact]) -> Shape:
    """The shape with one dim split into several, of which one may be -1."""
    if not sizes:
        raise refuse(Kind.SHAPE, "unflatten needs at least one size")
    if shape.rank == 0:
        raise refuse(Kind.SHAPE, "a zero-dim tensor has no dim to unflatten")
    whole = size_at(shape, dim)
    return replaced(shape, {dim: _sizes_of(whole, sizes, f"dim {dim} of {shape}")})


def flattened(shape: Shape, start: int = 0, end: int = -1) -> Shape:
    """The shape with the dims from `start` to `end`, both included, made one."""
    if shape.run is None:
        first, last = normal(start, len(shape.left)), normal(end, len(shape.left))
        if first > last:
            raise refuse(Kind.SHAPE, f"flatten's start_dim {start} comes after its end_dim {end} in {shape}")
        return Shape((*shape.left[:first], product(shape.left[first : last + 1]), *shape.left[last + 1 :]))
    if start >= 0 > end and -1 - end <= len(shape.right):
        before = (*shape.left[:start], *(UNKNOWN,) * (start - len(shape.left)))
        return Shape((*before, UNKNOWN, *shape.right[len(shape.right) + end + 1 :]))
    if (
        located(shape, start) is not None
        and located(shape, end) is not None
        and (start < 0) == (end < 0)
        and start <= end
    ):
        merged = product([size_at(shape, dim) for dim in range(start, end + 1)])
        return replaced(shape, {start: (merged,), **dict.fromkeys(range(start + 1, end + 1), ())})
    return UNKNOWN_SHAPE


def squeezed(shape: Shape, dims: int | Sequence[int] | None = None) -> Shape:
    """The shape without the dims of size 1, of all or of some; a dim that may be 1 leaves the rank open."""
    if shape.run is not None:
        return _squeezed_around_run(shape, dims)
    if dims is None:
        places: Sequence[int] = range(len(shape.left))
    else:
        places = normal_dims((dims,) if isinstance(dims, int) else dims, len(shape.left))
    open_ = [at for at in places if at < len(shape.left) and _maybe_one(shape.left[at])]
    kept = [at for at, dim in enumerate(shape.left) if at not in places or dim != ONE]
    if not open_:
        return Shape(tuple(shape.left[at] for at in kept))
    left = tuple(shape.left[at] for at in kept if at < min(open_))
    return Shape(left, Run(), tuple(shape.left[at] for at in kept if at > max(open_)))


def _squeezed_around_run(shape: Shape, dims: int | Sequence[int] | None) -> Shape:
    if not isinstance(dims, int) or located(shape, dims) is None:
        return UNKNOWN_SHAPE
    size = size_at(shape, dims)
    if _maybe_one(size):
        # The dim may be gone, and the dims between it and the run are no longer at a known index.
        left = shape.left[:dims] if dims >= 0 else ()
        return Shape(left, Run(), shape.right[len(shape.right) + dims + 1 :] if dims < 0 else ())
    return shape if size != ONE else replaced(shape, {dims: ()})


def unsqueezed(shape: Shape, dim: int) -> Shape:
    """The shape with one more dim of size 1."""
    return inserted(shape, dim, ONE)


def permuted(shape: Shape, dims: Sequence[int]) -> Shape:
    """The dims in the order given."""
    own = as_rank(shape, len(dims), f"a tensor permuted by {tuple(dims)}")
    return Shape(tuple(own[at] for at in normal_dims(dims, len(own)))) if own else Shape()


def transposed(shape: Shape, first: int = -2, second: int = -1) -> Shape:
    """The shape with two dims exchanged."""
    if located(shape, first) is None or located(shape, second) is None:
        return UNKNOWN_SHAPE
    return replaced(shape, {first: (size_at(shape, second),), second: (size_at(shape, first),)})


def matrix_transposed(shape: Shape) -> Shape:
    """The shape of `.mT`, which takes matrices and batches of them."""
    if shape.rank == 1:
        raise refuse(Kind.SHAPE, f"a matrix transpose takes 2 dims and more, and the tensor has shape {shape}")
    return transposed(shape) if shape.rank != 0 else shape


def reversed_dims(shape: Shape, *, most: int | None = None) -> Shape:
    """The shape of `.T`, and with at most 2 dims that of `.t()`: all dims in reversed order."""
    if most is not None and shape.least_rank > most:
        raise refuse(Kind.SHAPE, f"t() takes at most {most} dims, and the tensor has shape {shape}")
    if shape.run is None:
        return Shape(shape.left[::-1])
    return Shape(shape.right[::-1], Run(), shape.left[::-1])


def moved(shape: Shape, source: int | Sequence[int], target: int | Sequence[int]) -> Shape:
    """The shape of `movedim`: some dims at new places, the others in their order."""
    sources, targets = ((dims,) if isinstance(dims, int) else dims for dims in (source, target))
    if len(sources) != len(targets):
        raise refuse(Kind.SHAPE, f"movedim takes as many sources as destinations, not {source} and {target}")
    if shape.rank is None:
        return UNKNOWN_SHAPE
    places = dict(zip(normal_dims(targets, shape.rank), normal_dims(sources, shape.rank), strict=True))
    if shape.rank == 0:
        return shape
    others = iter([at for at in range(shape.rank) if at not in places.values()])
    return Shape(tuple(shape.left[places[at] if at in places else next(others)] for at in range(shape.rank)))


def expanded(shape: Shape, sizes: Sequence[DimFact]) -> Shape:
    """The shape of `expand`: dims of size 1 stretched, new dims on the left, -1 where a dim stays as it is."""
    if shape.least_rank > len(sizes):
        raise refuse(Kind.SHAPE, f"shape {shape} cannot be expanded to {_listed(sizes)}: it has more dims")
    known = (shape.right if shape.run else shape.left)[::-1]
    result = []
    for back, size in enumerate(reversed(sizes)):
        own = known[back] if back < len(known) else UNKNOWN
        is_new = shape.run is None and back >= len(known)
        if size == INFERRED and is_new:
            raise refuse(
                Kind.SHAPE, f"expand cannot keep dim {len(sizes) - 1 - back} of {shape}: it does not exist yet"
            )
        if size != INFERRED and not_one(own) and proved_different(own, size):
            reason = f"shape {shape} cannot be expanded to {_listed(sizes)}: {own.notation} against {size.notation}"
            raise refuse(Kind.SHAPE, reason)
        result.append(own if size == INFERRED or (size is UNKNOWN and not_one(own)) else size)
    return Shape(tuple(reversed(result)))


def repeated(shape: Shape, times: Sequence[DimFact]) -> Shape:
    """The shape of `repeat`: each dim so many times, new dims on the left."""
    if shape.least_rank > len(times):
        raise refuse(Kind.SHAPE, f"repeat takes a number for each dim of {shape}, not {_listed(times)}")
    own = (UNKNOWN,) * len(times) if shape.rank is None else (ONE,) * (len(times) - len(shape.left)) + shape.left
    return Shape(tuple(product(pair) for pair in zip(own, times, strict=True)))


def _maybe_one(dim: DimFact) -> bool:
    return dim != ONE and not not_one(dim)


def _sizes_of(whole: DimFact, sizes: Sequence[DimFact], words: str) -> tuple[DimFact, ...]:
    """The sizes whose product is `whole`, the one that is -1 worked out."""
    inferred = [at for at, size in enumerate(sizes) if size == INFERRED]
    if len(inferred) > 1:
        raise refuse(Kind.SHAPE, f"only one size of {_listed(sizes)} can be inferred")
    negative = next((size for size in sizes if size != INFERRED and _negative(size)), None)
    if negative is not None:
        raise refuse(Kind.SHAPE, f"a size cannot be {negative.notation}")
    open_ = inferred or [at for at, size in enumerate(sizes) if isinstance(size, Unknown)]
    if len(open_) > 1:
        return tuple(sizes)
    others = product([size for at, size in enumerate(sizes) if at not in open_])
    if isinstance(others, Unknown) or isinstance(whole, Unknown):
        return tuple(UNKNOWN if at in open_ else size for at, size in enumerate(sizes))
    if not open_:
        if proved_different(whole, others) or differ_unless_empty(whole, others):
            raise _invalid(words, sizes, whole)
        return tuple(sizes)
    size = _quotient(whole, others, words, sizes, said=bool(inferred))
    return (*sizes[: open_[0]], size, *sizes[open_[0] + 1 :])


def differ_unless_empty(left: Dim, right: Dim) -> bool:
    """Whether they are multiples of one size, and not the same: `600*b` and `400*b`, of whatever b that is not 0."""
    if len(left.terms) != 1 or len(right.terms) != 1:
        return False
    (product, factor), (other, other_factor) = left.terms[0], right.terms[0]
    return product == other and factor != other_factor


def _quotient(whole: Dim, others: Dim, words: str, sizes: Sequence[DimFact], *, said: bool) -> DimFact:
    """The size that makes up `whole` with the others."""
    if others.constant == 0:
        if said or proved_different(whole, others):
            raise _invalid(words, sizes, whole)
        return UNKNOWN
    remainder = (whole % others).constant
    if remainder:
        raise _invalid(words, sizes, whole)
    return whole // others if said or remainder == 0 else UNKNOWN


def _negative(size: DimFact) -> bool:
    return isinstance(size, Dim) and size.constant is not None and size.constant < 0


def _invalid(words: str, sizes: Sequence[DimFact], whole: DimFact) -> Refused:
    return refuse(Kind.SHAPE, f"sizes {_listed(sizes)} do not suit the {whole.notation} items of {words}")


def _listed(sizes: Sequence[DimFact]) -> str:
    return str(Shape(tuple(sizes)))
