"""Sparse tensors: to the table they are tensors like all others, for facts do not tell how the items are stored."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.dtype import INT64
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import doubtful
from dtensortypes.core.rules.contraction import added_to, matrix_by_matrix
from dtensortypes.core.rules.creation import device_of, dtype_of
from dtensortypes.core.rules.devices import default_device, strictly_colocated
from dtensortypes.core.rules.devices import requested as placed
from dtensortypes.core.rules.dtypes import always, counted_in_all, kept, must_match, requested
from dtensortypes.core.rules.facets import BOOLEAN, INTEGER
from dtensortypes.core.rules.reductions import reduced
from dtensortypes.core.rules.shapes import sized
from dtensortypes.core.rules.taking import floats

# --- made from the items that are there, and their places

op("sparse_coo_tensor(indices, values, size=None, *, dtype=None, device=None, pin_memory=False, requires_grad=False, "
   "check_invariants=None, is_coalesced=None)", dtype=requested(dtype_of("values")),
   device=placed(device_of("values", default_device)), shape=sized("size"))
op("sparse_csr_tensor(crow_indices, col_indices, values, size=None, *, dtype=None, device=None, pin_memory=False, "
   "requires_grad=False, check_invariants=None)", dtype=requested(dtype_of("values")),
   device=placed(device_of("values", default_device)), shape=sized("size"), also="sparse_bsr_tensor")
op("sparse_csc_tensor(ccol_indices, row_indices, values, size=None, *, dtype=None, device=None, pin_memory=False, "
   "requires_grad=False, check_invariants=None)", dtype=requested(dtype_of("values")),
   device=placed(device_of("values", default_device)), shape=sized("size"), also="sparse_bsc_tensor")
op("sparse_compressed_tensor(compressed_indices, plain_indices, values, size=None, *, dtype=None, layout=None, "
   "device=None, pin_memory=False, requires_grad=False, check_invariants=None)", dtype=requested(dtype_of("values")),
   device=placed(device_of("values", default_device)), shape=sized("size"))
op("sparse.spdiags(diagonals: Tensor, offsets, shape, layout=None)", dtype=kept, shape=sized("shape"))

# --- from dense to sparse, and back

op("Tensor.to_sparse(self, sparse_dim=None, *, layout=None, blocksize=None, dense_dim=None)", dtype=kept, shape=kept,
   must_use=True)
op("Tensor.to_sparse_coo(self)", dtype=kept, shape=kept, must_use=True)
op("Tensor.to_sparse_csr(self, dense_dim=None)", dtype=kept, shape=kept, must_use=True, also="Tensor.to_sparse_csc")
op("Tensor.to_sparse_bsr(self, blocksize, dense_dim=None)", dtype=kept, shape=kept, must_use=True,
   also="Tensor.to_sparse_bsc")
op("Tensor.to_dense(self, dtype=None, *, masked_grad=None)", dtype=requested(kept), shape=kept, must_use=True)
op("Tensor.to_mkldnn(self, dtype=None)", dtype=requested(kept), shape=kept, must_use=True)
op("Tensor.sparse_mask(self, mask: Tensor)", dtype=kept, shape=kept)
op("Tensor.sparse_resize_(self, size, sparse_dim, dense_dim)", dtype=kept, shape=sized("size"),
   also="Tensor.sparse_resize_and_clear_")

# --- what is stored: as many items as there are

op("Tensor.coalesce(self)", dtype=kept, shape=kept, must_use=True)
op("Tensor.is_coalesced(self)", value=always(BOOLEAN))
op("Tensor.sparse_dim(self)", value=always(INTEGER), also="Tensor.dense_dim")
op("Tensor.indices(self)", dtype=always(INT64), shape=always(UNKNOWN_SHAPE), also="Tensor.crow_indices "
   "Tensor.col_indices Tensor.ccol_indices Tensor.row_indices")
op("Tensor.values(self)", dtype=kept, shape=always(UNKNOWN_SHAPE))

# --- products and sums

op("sparse.mm(sparse: Tensor, dense: Tensor)", dtype=must_match, device=strictly_colocated, shape=matrix_by_matrix,
   autocast=doubtful)
op("smm(self, mat2: Tensor)", dtype=must_match, device=strictly_colocated, shape=matrix_by_matrix, autocast=doubtful)
op("sparse.addmm(mat: Tensor, mat1: Tensor, mat2: Tensor, *, beta=1.0, alpha=1.0)", dtype=must_match,
   device=strictly_colocated, shape=added_to(matrix_by_matrix), autocast=doubtful)
op("sparse.sampled_addmm(input, mat1: Tensor, mat2: Tensor, *, beta=1.0, alpha=1.0)", dtype=must_match,
   device=strictly_colocated, shape=added_to(matrix_by_matrix), autocast=doubtful)
op("sspaddmm(self, mat1: Tensor, mat2: Tensor, *, beta=1, alpha=1)", dtype=must_match, device=strictly_colocated,
   shape=added_to(matrix_by_matrix), autocast=doubtful)
op("hspmm(mat1: Tensor, mat2: Tensor)", dtype=must_match, device=strictly_colocated, shape=matrix_by_matrix,
   also="spmm dsmm hsmm", autocast=doubtful)
op("sparse.sum(input, dim=None, dtype=None)", dtype=requested(counted_in_all), shape=reduced)
op("sparse.softmax(input, dim, *, dtype=None)", dtype=requested(kept), shape=kept, takes=floats,
   also="sparse.log_softmax")
