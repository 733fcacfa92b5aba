"""Views and rearrangements: no arithmetic, so dtype and device are kept, and shapes are what this file is about."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import full, on
from dtensortypes.core.rules.dtypes import complex_of_parts, kept, parts, requested
from dtensortypes.core.rules.pieces import chunked, narrowed, selected, split_up, unbound, unfolded
from dtensortypes.core.rules.shapes import sized
from dtensortypes.core.rules.taking import complexes, floats
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
    squeezed,
    swapped,
    tiled,
    transposed,
    unflattened,
    unpaired,
    unsqueezed,
    viewed,
    viewed_as,
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

# --- items in another order

op("flip(self, *dims: int)", dtype=kept, shape=kept)
op("fliplr(self)", dtype=kept, shape=kept, also="flipud")
op("roll(self, shifts, dims=None)", dtype=kept, shape=kept)
op("tril(self, diagonal=0)", dtype=kept, shape=kept, also="triu")

# --- stretched and repeated

op("Tensor.expand(self, *size: int)", dtype=kept, shape=expanded)
op("Tensor.expand_as(self, other: Tensor)", dtype=kept, device=kept, shape=expanded_as)
op("broadcast_to(self, size)", dtype=kept, shape=expanded)
op("Tensor.repeat(self, *repeats: int)", dtype=kept, shape=repeated)
op("tile(self, *dims: int)", dtype=kept, shape=tiled)
op("repeat_interleave(self, repeats, dim=None, *, output_size=None)", dtype=kept, device=kept, shape=interleaved)

# --- pieces

op("narrow(self, dim, start, length)", dtype=kept, device=kept, shape=narrowed)
op("select(self, dim, index)", dtype=kept, shape=selected)
op("Tensor.unfold(self, dimension, size, step)", dtype=kept, shape=unfolded)
op("unbind(self, dim=0)", dtype=kept, shape=unbound)
op("chunk(self, chunks, dim=0)", dtype=kept, shape=chunked)
op("Tensor.split(self, split_size, dim=0)", dtype=kept, shape=split_up("split_size"))
op("split(tensor: Tensor, split_size_or_sections, dim=0)", dtype=kept, shape=split_up("split_size_or_sections"))
op("split_with_sizes(self, split_sizes, dim=0)", dtype=kept, shape=split_up("split_sizes"))
op("as_strided(self, size, stride, storage_offset=None)", dtype=kept, shape=sized("size"))
