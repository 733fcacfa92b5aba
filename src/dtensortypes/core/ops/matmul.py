"""Matrix products: both sides in one dtype, on one device; under autocast they run in its lower dtype.

On CUDA there are none of integers, nor of floats of eight bits: `"addmm_cuda" not implemented for 'Char'`; of each
operation torch declares it (`dtypesIfCUDA` in torch/testing/_internal/common_methods_invocations.py).
"""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import doubtful, either, full, lower, on, widest
from dtensortypes.core.rules.contraction import (
    added_to,
    affine,
    at_right_angles,
    batches,
    contracted,
    distances,
    distances_within,
    every_distance,
    every_pair,
    in_a_row,
    labelled,
    lower_contracted,
    matched_labels,
    matched_with_bias,
    matrix_by_matrix,
    matrix_by_vector,
    of_blocks,
    over_dims,
    over_last_dims,
    paired_up,
    reflected,
    summed_batches,
    vector_by_vector,
)
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.dtypes import kept, matched_vectors, must_match
from dtensortypes.core.rules.kernels import into_many, where_contracted
from dtensortypes.core.rules.matching import matched_batches, unless_empty
from dtensortypes.core.rules.promotion import angle_like, common
from dtensortypes.core.rules.taking import (
    both,
    floats,
    inexact,
    multiplied,
    multiplied_on_cuda,
    narrowed,
    no_bools,
    no_float8s,
    no_float8s_on_cuda,
    numeric,
)

op("matmul(self, other: Tensor)", dtype=matched_batches, device=strictly_colocated, shape=contracted,
   takes=multiplied_on_cuda, autocast=lower, also="__matmul__ linalg.matmul")
op("Tensor.__rmatmul__(self, other: Tensor)", dtype=reflected(matched_batches), device=strictly_colocated,
   shape=reflected(contracted), takes=multiplied_on_cuda, autocast=lower)
op("mm(self, mat2: Tensor)", dtype=must_match, device=strictly_colocated, shape=matrix_by_matrix,
   takes=multiplied_on_cuda, autocast=lower)
op("bmm(self, mat2: Tensor)", dtype=matched_batches, device=strictly_colocated, shape=batches, takes=multiplied_on_cuda,
   autocast=lower)
op("mv(self, vec: Tensor)", dtype=must_match, device=strictly_colocated, shape=matrix_by_vector,
   takes=multiplied_on_cuda, autocast=on("cuda", lower))
op("dot(self, tensor: Tensor)", dtype=must_match, device=strictly_colocated, shape=vector_by_vector,
   takes=multiplied_on_cuda, autocast=on("cuda", widest))
op("vdot(self, other: Tensor)", dtype=must_match, device=strictly_colocated, shape=vector_by_vector,
   takes=multiplied_on_cuda, autocast=on("cuda", widest))
op("inner(self, other: Tensor)", dtype=matched_vectors, device=strictly_colocated, shape=over_last_dims,
   takes=narrowed(cuda=both(no_float8s, into_many(over_last_dims, inexact))), autocast=doubtful)
op("outer(self, vec2: Tensor)", shape=every_pair, takes=no_float8s_on_cuda, also="ger")
op("kron(self, other: Tensor)", dtype=common, shape=of_blocks, takes=no_float8s_on_cuda)
op("chain_matmul(*matrices: Tensor)", dtype=must_match, device=strictly_colocated, shape=in_a_row,
   takes=multiplied_on_cuda, autocast=lower)
op("cross(self, other: Tensor, dim=None)", dtype=must_match, device=strictly_colocated, shape=at_right_angles,
   takes=numeric, autocast=on("cuda", widest))
op("tensordot(a: Tensor, b: Tensor, dims=2)", dtype=must_match, device=strictly_colocated, shape=over_dims,
   takes=narrowed(cuda=both(no_float8s, into_many(over_dims, inexact))),
   autocast=either(on("cuda", widest), on("cpu", doubtful)))
op("einsum(equation, *operands: Tensors | Tensor)", dtype=matched_labels, device=strictly_colocated, shape=labelled,
   takes=narrowed(cuda=where_contracted(multiplied)), autocast=lower_contracted)

# --- a product added to a tensor

op("addmm(self, mat1: Tensor, mat2: Tensor, *, beta=1, alpha=1)", dtype=must_match, device=strictly_colocated,
   shape=added_to(matrix_by_matrix), takes=multiplied_on_cuda, autocast=lower)
op("addmv(self, mat: Tensor, vec: Tensor, *, beta=1, alpha=1)", dtype=must_match, device=strictly_colocated,
   shape=added_to(matrix_by_vector), takes=multiplied_on_cuda, autocast=on("cuda", lower))
op("addr(self, vec1: Tensor, vec2: Tensor, *, beta=1, alpha=1)", dtype=common, device=strictly_colocated,
   shape=added_to(every_pair), autocast=on("cuda", lower))
op("baddbmm(self, batch1: Tensor, batch2: Tensor, *, beta=1, alpha=1)", dtype=matched_batches,
   device=strictly_colocated, shape=added_to(batches), takes=multiplied_on_cuda, autocast=lower)
op("addbmm(self, batch1: Tensor, batch2: Tensor, *, beta=1, alpha=1)", dtype=unless_empty(must_match),
   device=strictly_colocated, shape=added_to(summed_batches), takes=multiplied_on_cuda, autocast=lower)
op("nn.functional.linear(input, weight: Tensor, bias: Tensor | None = None)", dtype=matched_with_bias,
   device=strictly_colocated, shape=affine, takes=multiplied_on_cuda, autocast=lower)

# --- distances

op("cdist(x1: Tensor, x2: Tensor, p=2.0, compute_mode='use_mm_for_euclid_dist_if_necessary')",
   dtype=unless_empty(must_match, kept), device=strictly_colocated, shape=every_distance, takes=floats, autocast=full)
op("nn.functional.pdist(input, p=2.0)", dtype=kept, shape=distances_within, takes=floats, autocast=on("cuda", full),
   also="pdist")
op("nn.functional.pairwise_distance(x1: Tensor, x2: Tensor, p=2.0, eps=1e-06, keepdim=False)", dtype=angle_like,
   shape=distances, takes=no_bools, also="pairwise_distance")

# --- forms of two vectors

op("nn.functional.bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None)",
   dtype=must_match, device=strictly_colocated, shape=paired_up, takes=multiplied_on_cuda, autocast=on("cuda", widest),
   also="bilinear")
