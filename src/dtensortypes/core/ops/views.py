"""Views and rearrangements: no arithmetic, so dtype and device are kept, and shapes are what this file is about."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.shape import UNKNOWN_SHAPE
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.apiece import each_of_rank, grid, of_rank, stretched_together
from dtensortypes.core.rules.autocast import full, on
from dtensortypes.core.rules.demands import at_least, existing, of_dims, of_dims_or_more
from dtensortypes.core.rules.devices import on_the_cpu
from dtensortypes.core.rules.diagonals import diagonal, diagonal_matrices, diagonal_of_all, diagonal_or_matrix
from dtensortypes.core.rules.dtypes import always, complex_of_parts, kept, like, parts, requested, summed_to_size
from dtensortypes.core.rules.pieces import (
    chunked,
    cut_along,
    narrowed,
    selected,
    shared_out,
    split_along,
    split_up,
    unbound,
    unfolded,
)
from dtensortypes.core.rules.placing import of_int64
from dtensortypes.core.rules.shapes import sized
from dtensortypes.core.rules.taking import complexes, floats, no_float8s_on_cuda
from dtensortypes.core.rules.views import (
    expanded,
    expanded_as,
    flattened,
    interleaved,
    matrices_transposed,
    matrix_transposed,
    moved_dims,
    paired,
    permuted,
    raveled,
    reinterpreted,
    repeated,
    reversed_dims,
    rolled,
    squeezed,
    summed_to,
    swapped,
    tiled,
    transposed,
    turned,
    unflattened,
    unpaired,
    unsqueezed,
    viewed,
    viewed_as,
    viewed_as_size,
)

# --- the same items in other dims

op("Tensor.view(self, dtype: dtype)", dtype=requested(kept), shape=reinterpreted)
op("Tensor.view(self, *shape: int)", dtype=kept, shape=viewed)
op("Tensor.reshape(self, *shape: int)", dtype=kept, shape=viewed)
op("reshape(input, shape)", dtype=kept, shape=viewed)
op("Tensor.view_as(self, other: Tensor)", dtype=kept, device=kept, shape=viewed_as, also="Tensor.reshape_as")
op("flatten(self, start_dim=0, end_dim=-1)", dtype=kept, shape=flattened)
op("ravel(self)", dtype=kept, shape=raveled)
op("unflatten(self, dim, sizes)", dtype=kept, shape=unflattened)
op("squeeze(self, dim=None)", dtype=kept, shape=squeezed)
op("unsqueeze(self, dim)", dtype=kept, shape=unsqueezed)
op("view_as_real(input)", dtype=parts, shape=paired, takes=complexes)
op("view_as_complex(input)", dtype=complex_of_parts, shape=unpaired, takes=floats, autocast=on("cpu", full))

# --- dims in another order

op("Tensor.permute(self, *dims: int)", dtype=kept, shape=permuted)
op("permute(input, dims)", dtype=kept, shape=permuted)
op("transpose(self, dim0: int, dim1: int)", dtype=kept, shape=transposed, also="swapdims")
op("swapaxes(self, axis0: int, axis1: int)", dtype=kept, shape=swapped)
op("t(self)", dtype=kept, shape=matrix_transposed)
op("T", dtype=kept, shape=reversed_dims)
op("H", dtype=kept, shape=matrix_transposed)
op("mT", dtype=kept, shape=matrices_transposed, also="mH")
op("adjoint(self)", dtype=kept, shape=matrices_transposed)
op("movedim(self, source, destination)", dtype=kept, shape=moved_dims, also="moveaxis")

# --- diagonals

op("diagonal(self, offset=0, dim1=0, dim2=1)", dtype=kept, shape=diagonal)
op("linalg.diagonal(A, *, offset=0, dim1=-2, dim2=-1)", dtype=kept, shape=diagonal)
op("diag(self, diagonal=0)", dtype=kept, shape=diagonal_or_matrix)
op("diag_embed(self, offset=0, dim1=-2, dim2=-1)", dtype=kept, shape=diagonal_matrices)
op("diagflat(self, offset=0)", dtype=kept, shape=diagonal_of_all)

# --- items in another order

op("flip(self, *dims: int)", dtype=kept, shape=kept, demands=(existing("dims"),))
op("fliplr(self)", dtype=kept, shape=kept, demands=(of_dims_or_more("self", 2),))
op("flipud(self)", dtype=kept, shape=kept, demands=(of_dims_or_more("self", 1),))
# on CUDA not of eight bits (`roll_cuda` in aten/src/ATen/native/cuda/TensorTransformations.cu)
op("roll(self, shifts, dims=None)", dtype=kept, shape=rolled, takes=no_float8s_on_cuda)
op("rot90(self, k=1, dims=(0, 1))", dtype=kept, shape=turned)
op("tril(self, diagonal=0)", dtype=kept, shape=kept, demands=(of_dims_or_more("self", 2),), also="triu")

# --- stretched and repeated

op("Tensor.expand(self, *size: int)", dtype=kept, shape=expanded)
op("Tensor.expand_as(self, other: Tensor)", dtype=kept, device=kept, shape=expanded_as)
op("broadcast_to(self, size)", dtype=kept, shape=expanded)
op("broadcast_tensors(*tensors: Tensor)", value=stretched_together)
op("meshgrid(*tensors: Tensors | Tensor, indexing=None)", value=grid)
op("atleast_1d(input)", dtype=kept, shape=of_rank(1))
op("atleast_1d(*tensors: Tensor)", value=each_of_rank(1))
op("atleast_2d(input)", dtype=kept, shape=of_rank(2))
op("atleast_2d(*tensors: Tensor)", value=each_of_rank(2))
op("atleast_3d(input)", dtype=kept, shape=of_rank(3))
op("atleast_3d(*tensors: Tensor)", value=each_of_rank(3))
op("Tensor.sum_to_size(self, *size: int)", dtype=summed_to_size, shape=summed_to)
op("Tensor.resize_(self, *size: int, memory_format=None)", dtype=kept, shape=sized("size"))
op("Tensor.resize_as_(self, the_template: Tensor, *, memory_format=None)", dtype=kept, device=kept,
   shape=like("the_template"))
op("resize_as_(input, the_template: Tensor, *, memory_format=None)", dtype=kept, device=kept,
   shape=like("the_template"))
op("Tensor.set_(self, source=None, storage_offset=0, size=None, stride=None)", dtype=kept, device=kept,
   shape=always(UNKNOWN_SHAPE))
op("Tensor.repeat(self, *repeats: int)", dtype=kept, shape=repeated)
op("tile(self, *dims: int)", dtype=kept, shape=tiled)
op("repeat_interleave(self, repeats, dim=None, *, output_size=None)", dtype=kept, device=kept, shape=interleaved)

# --- pieces

op("narrow(self, dim, start, length)", dtype=kept, device=kept, shape=narrowed)
op("select(self, dim, index)", dtype=kept, shape=selected)
op("Tensor.unfold(self, dimension, size, step)", dtype=kept, shape=unfolded, demands=(at_least(0, "size"),))
op("unbind(self, dim=0)", dtype=kept, shape=unbound)
op("chunk(self, chunks, dim=0)", dtype=kept, shape=chunked)
op("Tensor.split(self, split_size, dim=0)", dtype=kept, shape=split_up("split_size"))
op("split(tensor: Tensor, split_size_or_sections, dim=0)", dtype=kept, shape=split_up("split_size_or_sections"))
op("split_with_sizes(self, split_sizes, dim=0)", dtype=kept, shape=split_up("split_sizes"))
op("unsafe_chunk(self, chunks, dim=0)", dtype=kept, shape=chunked)
op("Tensor.unsafe_split(self, split_size, dim=0)", dtype=kept, shape=split_up("split_size"))
op("unsafe_split(tensor: Tensor, split_size_or_sections, dim=0)", dtype=kept, shape=split_up("split_size_or_sections"))
op("unsafe_split_with_sizes(self, split_sizes, dim=0)", dtype=kept, shape=split_up("split_sizes"))
op("tensor_split(self, indices_or_sections, dim=0)", dtype=kept, device=kept, shape=shared_out,
   demands=(on_the_cpu("indices_or_sections"), of_int64("indices_or_sections"), of_dims("indices_or_sections", 0, 1)))
op("hsplit(self, indices_or_sections)", dtype=kept, shape=split_along(1, vectors=True))
op("vsplit(self, indices_or_sections)", dtype=kept, shape=split_along(0))
op("dsplit(self, indices_or_sections)", dtype=kept, shape=split_along(2))
op("as_strided(self, size, stride, storage_offset=None)", dtype=kept, shape=sized("size"))

# --- the same views, copied: what torch's functionalisation calls instead of them

op("view_copy(input, dtype: dtype)", dtype=requested(kept), shape=reinterpreted)
op("view_copy(input, size)", dtype=kept, shape=viewed_as_size)
op("permute_copy(input, dims)", dtype=kept, shape=permuted)
op("transpose_copy(input, dim0: int, dim1: int)", dtype=kept, shape=transposed)
op("t_copy(input)", dtype=kept, shape=matrix_transposed)
op("squeeze_copy(input, dim=None)", dtype=kept, shape=squeezed)
op("unsqueeze_copy(input, dim)", dtype=kept, shape=unsqueezed)
op("expand_copy(input, size, *, implicit=False)", dtype=kept, shape=expanded)
op("as_strided_copy(input, size, stride, storage_offset=None)", dtype=kept, shape=sized("size"))
op("alias_copy(input)", dtype=kept, shape=kept, also="detach_copy")
op("diagonal_copy(input, offset=0, dim1=0, dim2=1)", dtype=kept, shape=diagonal)
op("narrow_copy(self, dim, start, length)", dtype=kept, device=kept, shape=narrowed)
op("select_copy(input, dim, index)", dtype=kept, shape=selected)
op("slice_copy(input, dim=0, start=None, end=None, step=1)", dtype=kept, shape=cut_along)
op("unfold_copy(input, dimension, size, step)", dtype=kept, shape=unfolded)
op("unbind_copy(input, dim=0)", dtype=kept, shape=unbound)
op("split_copy(input, split_size, dim=0)", dtype=kept, shape=split_up("split_size"))
op("split_with_sizes_copy(input, split_sizes, dim=0)", dtype=kept, shape=split_up("split_sizes"))
op("view_as_real_copy(input)", dtype=parts, shape=paired, takes=complexes)
op("view_as_complex_copy(input)", dtype=complex_of_parts, shape=unpaired, takes=floats, autocast=on("cpu", full))
