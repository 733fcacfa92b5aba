"""Words for shapes of linear algebra: what becomes of batches of matrices, `... m n`, where k is the smaller side."""

from __future__ import annotations

from typing import Final

from dtensortypes.core.algebra import axes, reshape
from dtensortypes.core.algebra import matrices as algebra
from dtensortypes.core.algebra.align import unlike
from dtensortypes.core.algebra.broadcast import broadcast, proved_different
from dtensortypes.core.algebra.matrices import batch_of, matrices, rank_of, side_of, sides_of
from dtensortypes.core.algebra.reduce import reduced
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_bool, as_dims, as_int, as_size
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.words import ShapeWord

NOTHING: Final = Shape.of(0)
"""The shape of a part that was not asked for."""

# --- one matrix


def square(call: Call) -> Shape:
    """The same shape, of square matrices."""
    side_of(call.first.shape)
    return call.first.shape


def one_each(call: Call) -> Shape:
    """One number for each matrix."""
    return batch_of(call.first.shape)


def one_each_of_square(call: Call) -> Shape:
    """One number for each square matrix."""
    side_of(call.first.shape)
    return batch_of(call.first.shape)


def sides(*names: str) -> ShapeWord:
    """Matrices, or vectors, of these sides: `m` rows, `n` columns, `k` the smaller of both."""

    def word(call: Call) -> Shape:
        shape = call.first.shape
        rows, columns = sides_of(shape)
        found: dict[str, DimFact] = {"m": rows, "n": columns, "k": rank_of(shape)}
        return matrices(batch_of(shape), *(found[name] for name in names))

    return word


def side_each(call: Call) -> Shape:
    """A vector for each square matrix."""
    return matrices(batch_of(call.first.shape), side_of(call.first.shape))


def either_way(flag: str, if_true: ShapeWord, if_false: ShapeWord) -> ShapeWord:
    """One word or the other, as the argument says."""

    def word(call: Call) -> Shape:
        asked = as_bool(call[flag])
        found = UNKNOWN_SHAPE if isinstance(asked, Unknown) else (if_true if asked else if_false)(call)
        return found if isinstance(found, Shape) else UNKNOWN_SHAPE

    return word


def by_mode(**words: ShapeWord) -> ShapeWord:
    """`qr`: the word of the mode."""

    def word(call: Call) -> Shape:
        mode = call["mode"]
        found = words[mode](call) if isinstance(mode, str) and mode in words else UNKNOWN_SHAPE
        return found if isinstance(found, Shape) else UNKNOWN_SHAPE

    return word


def with_tolerance(word: ShapeWord) -> ShapeWord:
    """The word, if a tolerance is a number: several of them make batches of their own."""

    def guarded(call: Call) -> Shape:
        tolerances = (call[name] for name in ("tol", "rcond", "atol", "rtol"))
        several = any(isinstance(one, TensorFact) and one.shape.rank != 0 for one in tolerances)
        found = UNKNOWN_SHAPE if several else word(call)
        return found if isinstance(found, Shape) else UNKNOWN_SHAPE

    return guarded


def one_each_by_tolerance(call: Call) -> Shape:
    """`matrix_rank`: one number for each matrix, or for each tolerance where several are given for it."""
    tolerances = (call[name] for name in ("tol", "atol", "rtol"))
    return broadcast(one_each(call), *(one.shape for one in tolerances if isinstance(one, TensorFact)))


def nothing(_call: Call) -> Shape:
    """A part that is not there."""
    return NOTHING


def truncated(*names: str) -> ShapeWord:
    """As sides, where `q` is the number of singular values asked for."""

    def word(call: Call) -> Shape:
        shape, asked = call.first.shape, call["q"]
        rows, columns = sides_of(shape)
        smaller = rank_of(shape)
        count = as_size(asked)
        if asked is None:  # `pca_lowrank` takes 6, or as many as there are
            known = None if isinstance(smaller, Unknown) else smaller.constant
            count = UNKNOWN if known is None else as_size(min(6, known))
        found: dict[str, DimFact] = {"m": rows, "n": columns, "q": count}
        return matrices(batch_of(shape), *(found[name] for name in names))

    return word


def inverse_of_square(call: Call) -> Shape:
    """`tensorinv`: the dims from `ind` on come first."""
    shape, count = call.first.shape, as_int(call["ind"])
    if isinstance(count, Unknown) or shape.rank is None:
        return axes.anything(shape.rank)
    return Shape(shape.left[count:] + shape.left[:count])


# --- two


def solved(call: Call) -> Shape:
    """The solution of `A X = B`, for one vector or matrix B or a batch of them."""
    left = True if call["left"] is None else as_bool(call["left"])
    return algebra.solved(call.tensor("A").shape, call.tensor("B").shape, left=left)


def solutions_checked(call: Call) -> Shape:
    """One number for each equation."""
    return batch_of(call.tensor("A").shape)


def divided(matrix: str, right: str) -> ShapeWord:
    """The solution, for matrices B alone, which batches of both are stretched for."""

    def word(call: Call) -> Shape:
        shape, left = call.tensor(matrix).shape, True if call["left"] is None else as_bool(call["left"])
        if isinstance(left, Unknown):
            return UNKNOWN_SHAPE
        return algebra.divided(batch_of(shape), side_of(shape), call.tensor(right).shape, left=left)

    return word


def stretched_to(matrix: str, right: str) -> ShapeWord:
    """The matrices themselves, for the batches of both."""

    def word(call: Call) -> Shape:
        own = call.tensor(matrix).shape
        return matrices(broadcast(batch_of(own), batch_of(call.tensor(right).shape)), *sides_of(own))

    return word


def fitted(call: Call) -> Shape:
    """`lstsq`: the solution by least squares."""
    return algebra.fitted(call.first.shape, call.tensor("b").shape)


def multiplied(call: Call) -> Shape:
    """`ormqr`: the shape of the matrices that are multiplied (BatchLinearAlgebra.cpp)."""
    own, other, left = call.first.shape, call.tensor("input3").shape, as_bool(call["left"])
    _check_reflectors(call, own, call.tensor("input2").shape)
    if other.rank in {0, 1}:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes matrices, not shape {other}')
    if own.rank is None or other.rank is None or isinstance(left, Unknown):
        return other
    rows = axes.size_at(other, -2 if left else -1)
    if proved_different(rows, own.left[-2]):
        raise refuse(Kind.SHAPE, f'"{call.name}" multiplies {own} and {other}: {own.left[-2]} rows against {rows}')
    return other


def reflected(call: Call) -> Shape:
    """`householder_product`: the shape of the matrices that hold the reflectors."""
    own, tau = call.first.shape, call.tensor("tau" if "tau" in call.arguments else "input2").shape
    _check_reflectors(call, own, tau)
    rows, columns = sides_of(own)
    for more, less in ((rows, columns), (columns, axes.size_at(tau, -1))):
        gap = more - less if isinstance(more, Dim) and isinstance(less, Dim) else Dim.of(0)
        if gap.constant is not None and gap.constant < 0:
            raise refuse(Kind.SHAPE, f'"{call.name}" takes tall matrices, and as many reflectors: {own} and {tau}')
    return own


def _check_reflectors(call: Call, own: Shape, tau: Shape) -> None:
    if own.rank in {0, 1}:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes matrices, not shape {own}')
    if own.rank is None or tau.rank is None:
        return
    if tau.rank != own.rank - 1 or unlike(Shape(tau.left[:-1]), Shape(own.left[:-2])):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a vector for each matrix of {own}, not shape {tau}')


def along(call: Call) -> Shape:
    """`vecdot`: without the dim that is summed over."""
    first, second = call.tensor("x").shape, call.tensor("y").shape
    dim, shape = as_int(call["dim"]), broadcast(first, second)
    if isinstance(dim, Unknown):
        return UNKNOWN_SHAPE
    return reduced(shape, dim)


def tensor_solved(call: Call) -> Shape:
    """`tensorsolve`: the dims of A after those of B."""
    own, right, dims = call.first.shape, call.tensor("other").shape, as_dims(call["dims"])
    if own.rank is None or right.rank is None or isinstance(dims, Unknown):
        return UNKNOWN_SHAPE
    if dims is not None:
        moved = (dims,) if isinstance(dims, int) else dims
        own = reshape.moved(own, moved, tuple(range(own.rank - len(moved), own.rank)))
    if own.rank is None or own.rank < right.rank:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a tensor of more dims than {right}, not {own}')
    return Shape(own.left[right.rank :])
