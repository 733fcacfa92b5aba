"""Words for operands that must be in one dtype, where torch looks at some of them only, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import DType, DTypeFact
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.dtypes import must_match
from dtensortypes.core.rules.inplace import can_cast
from dtensortypes.core.rules.words import DTypeWord

_ZERO: Final = Dim.of(0)


def unless_empty(word: DTypeWord, otherwise: DTypeWord = lambda _: UNKNOWN) -> Callable[[Call], DTypeFact]:
    """The word's dtype; where a tensor has no items torch starts no kernel, and it is the kernel that compares."""

    def checked(call: Call) -> DTypeFact:
        empty = len({tensor.dtype for tensor in call.tensors}) > 1 and has_no_items(call)
        found = otherwise(call) if empty else word(call)
        return found.dtype if isinstance(found, TensorFact) else found

    return checked


def has_no_items(call: Call) -> bool:
    """Whether one of the tensors is known to have a dim of size 0."""
    return any(_ZERO in tensor.shape.left + tensor.shape.right for tensor in call.tensors)


def matched_batches(call: Call) -> DTypeFact:
    """As must_match; where there is nothing to multiply in batches of matrices, the dtype is that of the last one.

    `bmm_out_or_baddbmm_` in aten/src/ATen/native/LinearAlgebra.cpp returns early. `matmul` of a batch and one matrix
    multiplies matrices, which are compared.
    """
    *others, last = call.operands
    first = call.tensor(call.operands[-2]).shape
    in_batches = call.tensor(last).shape.least_rank > 2 and first.least_rank > 1
    if not in_batches or not has_no_items(call):
        return must_match(call)
    must_match(call.about(*others))
    return call.tensor(last).dtype


def convolved_with_bias(call: Call) -> DTypeFact:
    """One dtype of input, weight and bias; padding by a word has its own kernels, some of which cast the bias."""
    dtype = call.first.dtype
    lenient = isinstance(call["padding"], str) and not (isinstance(dtype, DType) and dtype.is_complex)
    return unless_empty(must_match)(call.about("input", "weight", *(() if lenient else ("bias",))))


def convolved_and_added(call: Call) -> DTypeFact:
    """One dtype of input and weight, of which a bias may be cast to floats; MKL-DNN refuses more than other kernels."""
    dtype = unless_empty(must_match)(call.about("input", "weight"))
    own, bias = call.first.dtype, call.tensor("bias").dtype
    if not isinstance(own, DType) or not isinstance(bias, DType) or own == bias or has_no_items(call):
        return dtype
    if own.is_complex or not can_cast(bias, own):
        raise refuse(Kind.DTYPE, f'"{call.name}" of {own} has a bias of {bias}', "cast one with .to(...)")
    return dtype
