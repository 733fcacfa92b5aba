"""Words for kernels that take fewer dtypes in some calls of an operation: it hangs on an argument, or on the sizes."""

from __future__ import annotations

from typing import Final

from dtensortypes.core.algebra.align import unlike
from dtensortypes.core.algebra.broadcast import not_one
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.problems import Kind, Refused, refuse
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.contraction import contracts
from dtensortypes.core.rules.taking import Takes, both, inexact, narrowed
from dtensortypes.core.rules.windows import resized
from dtensortypes.core.rules.words import ShapeWord

_STAND_IN: Final = Dim.of("_")
"""The size of a tensor that stands in for one of unknown shape (`lifted.py`): it may be 1."""


def where(parameter: str, choices: tuple[str, ...], takes: Takes) -> Takes:
    """Where the argument is one of these words, takes first tensors as the word does."""

    def taking(call: Call) -> None:
        asked = call[parameter]
        if not isinstance(asked, str) or asked not in choices:
            return
        try:
            takes(call.about(*call.operands[:1]))
        except Refused as refused:
            told = f'"{call.name}" with {parameter}="{asked}"'
            reason = refused.problem.reason.replace(f'"{call.name}"', told, 1)
            raise refuse(Kind.DTYPE, reason, refused.problem.advice) from None

    return taking


def into_many(shape: ShapeWord, takes: Takes) -> Takes:
    """Where the product is of more than one item, takes what the word does: matrices are multiplied.

    One item is a `dot`, or multiplied and summed, as the tensors lie in memory (`tensordot` in
    aten/src/ATen/native/Linear.cpp), and a zero-dim tensor multiplies.
    """

    def taking(call: Call) -> None:
        found = _unrefused(shape, call)
        zero_dim = any(tensor.shape.rank == 0 for tensor in call.tensors)
        if not zero_dim and found is not None and any(map(_is_several, (*found.left, *found.right))):
            takes(call)

    return taking


def where_contracted(takes: Takes) -> Takes:
    """Where `einsum` contracts two operands by `bmm`, takes what the word does; otherwise it sums and multiplies."""

    def taking(call: Call) -> None:
        dims = [dim for tensor in call.tensors for dim in (*tensor.shape.left, *tensor.shape.right)]
        if _STAND_IN not in dims and contracts(call):
            takes(call)

    return taking


def where_resized(takes: Takes) -> Takes:
    """Where the size changes, takes what the word does: an image of the size that is asked for is copied."""

    def taking(call: Call) -> None:
        new = _unrefused(resized, call)
        if new is not None and unlike(new, call.first.shape):
            takes(call)

    return taking


def _unrefused(word: ShapeWord, call: Call) -> Shape | None:
    """The shape that the word says; nothing where it refuses the call, which its own column tells."""
    try:
        found = word(call)
    except Refused:
        return None
    return found if isinstance(found, Shape) else None


def _is_several(dim: DimFact) -> bool:
    return not_one(dim) and dim != _STAND_IN


resized_on_cuda: Final = narrowed(
    cuda=both(where("mode", ("bilinear",), where_resized(inexact)), where("mode", ("bicubic",), inexact))
)
"""What CUDA resizes: integers by the nearest item alone (UpSampleBilinear2d.cu and UpSampleBicubic2d.cu in aten)."""
