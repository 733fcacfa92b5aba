"""einops: tensors whose axes are named in patterns, and its layers. A list of tensors is stacked first."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.entry import op
from dtensortypes.core.ops.layer import layer
from dtensortypes.core.rules.arranging import (
    cast_for_reduction,
    einsum_cast,
    einsum_device,
    einsum_dtype,
    einsum_shape,
    known_reduction,
    of_one,
    packed,
    rearranged,
    rearranging,
    reduced,
    reduced_dtype,
    reducing,
    repeated,
    unpacked,
)
from dtensortypes.core.rules.array_orders import array_rearranged, array_repeated_by_pattern
from dtensortypes.core.rules.demands import one_or_more
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.dtypes import kept
from dtensortypes.core.rules.promotion import common

op("einops.rearrange(tensor: Tensor, pattern, **axes_lengths)", dtype=kept, shape=rearranged)
op("einops.rearrange(tensor: Tensors, pattern, **axes_lengths)", dtype=common, device=strictly_colocated,
   shape=of_one(rearranged), demands=(one_or_more("tensor"),))
op("einops.rearrange(tensor: Array, pattern, **axes_lengths)", value=array_rearranged)
op("einops.repeat(tensor: Tensor, pattern, **axes_lengths)", dtype=kept, shape=repeated)
op("einops.repeat(tensor: Tensors, pattern, **axes_lengths)", dtype=common, device=strictly_colocated,
   shape=of_one(repeated), demands=(one_or_more("tensor"),))
op("einops.repeat(tensor: Array, pattern, **axes_lengths)", value=array_repeated_by_pattern)
op("einops.reduce(tensor: Tensor, pattern, reduction, **axes_lengths)", dtype=reduced_dtype,
   shape=reduced, autocast=cast_for_reduction, demands=(known_reduction,))
op("einops.reduce(tensor: Tensors, pattern, reduction, **axes_lengths)", dtype=of_one(reduced_dtype),
   device=strictly_colocated, shape=of_one(reduced), autocast=cast_for_reduction,
   demands=(one_or_more("tensor"), known_reduction))
op("einops.einsum(*tensors_and_pattern)", dtype=einsum_dtype, device=einsum_device, shape=einsum_shape,
   autocast=einsum_cast)
op("einops.pack(tensors: Tensors, pattern)", value=packed)
op("einops.unpack(tensor, packed_shapes, pattern)", value=unpacked)

# --- layers

layer("einops.layers.torch.Rearrange(pattern, **axes_lengths)", "einops.rearrange(input, pattern, **axes_lengths)",
      demands=(rearranging,))
layer("einops.layers.torch.Reduce(pattern, reduction, **axes_lengths)",
      "einops.reduce(input, pattern, reduction, **axes_lengths)", demands=(reducing, known_reduction))
