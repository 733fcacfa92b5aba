"""Matrix products: both sides in one dtype, on one device; under autocast they run in its lower dtype."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import doubtful, either, lower, on, widest
from dtensortypes.core.rules.contraction import (
    added_to,
    affine,
    batches,
    contracted,
    every_pair,
    labelled,
    matched_labels,
    matrix_by_matrix,
    matrix_by_vector,
    over_dims,
    over_last_dims,
    reflected,
    summed_batches,
    vector_by_vector,
)
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.dtypes import matched_vectors, must_match

op("matmul(self, other: Tensor)", dtype=must_match, device=strictly_colocated, shape=contracted, autocast=lower,
   also="__matmul__ linalg.matmul")
op("Tensor.__rmatmul__(self, other: Tensor)", dtype=must_match, device=strictly_colocated, shape=reflected(contracted),
   autocast=lower)
op("mm(self, mat2: Tensor)", dtype=must_match, device=strictly_colocated, shape=matrix_by_matrix, autocast=lower)
op("bmm(self, mat2: Tensor)", dtype=must_match, device=strictly_colocated, shape=batches, autocast=lower)
op("mv(self, vec: Tensor)", dtype=must_match, device=strictly_colocated, shape=matrix_by_vector,
   autocast=on("cuda", lower))
op("dot(self, tensor: Tensor)", dtype=must_match, device=strictly_colocated, shape=vector_by_vector,
   autocast=on("cuda", widest))
op("vdot(self, other: Tensor)", dtype=must_match, device=strictly_colocated, shape=vector_by_vector,
   autocast=on("cuda", widest))
op("inner(self, other: Tensor)", dtype=matched_vectors, device=strictly_colocated, shape=over_last_dims,
   autocast=doubtful)
op("outer(self, vec2: Tensor)", shape=every_pair, also="ger")
op("tensordot(a: Tensor, b: Tensor, dims=2)", dtype=must_match, device=strictly_colocated, shape=over_dims,
   autocast=either(on("cuda", widest), on("cpu", doubtful)))
op("einsum(equation, *operands: Tensors | Tensor)", dtype=matched_labels, device=strictly_colocated, shape=labelled,
   autocast=lower)

# --- a product added to a tensor

op("addmm(self, mat1: Tensor, mat2: Tensor, *, beta=1, alpha=1)", dtype=must_match, device=strictly_colocated,
   shape=added_to(matrix_by_matrix), autocast=lower)
op("addmv(self, mat: Tensor, vec: Tensor, *, beta=1, alpha=1)", dtype=must_match, device=strictly_colocated,
   shape=added_to(matrix_by_vector), autocast=on("cuda", lower))
op("addr(self, vec1: Tensor, vec2: Tensor, *, beta=1, alpha=1)", device=strictly_colocated, shape=added_to(every_pair),
   autocast=on("cuda", lower))
op("baddbmm(self, batch1: Tensor, batch2: Tensor, *, beta=1, alpha=1)", dtype=must_match, device=strictly_colocated,
   shape=added_to(batches), autocast=lower)
op("addbmm(self, batch1: Tensor, batch2: Tensor, *, beta=1, alpha=1)", dtype=must_match, device=strictly_colocated,
   shape=added_to(summed_batches), autocast=lower)
op("nn.functional.linear(input, weight: Tensor, bias: Tensor | None = None)", dtype=must_match,
   device=strictly_colocated, shape=affine, autocast=lower)
