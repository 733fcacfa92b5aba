"""What a program asks of a tensor: its sizes, dtype and device, and its numbers in Python or numpy."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.dtype import Category
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.dtypes import always, kept
from dtensortypes.core.rules.facets import (
    BOOLEAN,
    INTEGER,
    as_array,
    is_of,
    is_on,
    item,
    item_size,
    listed,
    own_count,
    own_device,
    own_dtype,
    own_length,
    own_rank,
    own_shape,
    own_sizes,
)

# --- sizes

op("shape", value=own_shape)
op("ndim", value=own_rank)
op("Tensor.size(self, dim=None)", value=own_sizes)
op("Tensor.dim(self)", value=own_rank, also="Tensor.ndimension")
op("Tensor.__len__(self)", value=own_length)
op("numel(self)", value=own_count, also="Tensor.nelement")
op("Tensor.element_size(self)", value=item_size)
op("itemsize", value=item_size)
op("nbytes", value=always(INTEGER))
op("Tensor.get_device(self)", value=always(INTEGER))

# --- dtype

op("dtype", value=own_dtype)
op("is_floating_point(self)", value=is_of(Category.FLOAT))
op("is_complex(self)", value=is_of(Category.COMPLEX))

# --- device

op("device", value=own_device)
op("is_cuda", value=is_on("cuda"))
op("is_cpu", value=is_on("cpu"))
op("is_mps", value=is_on("mps"))
op("is_xpu", value=is_on("xpu"))
op("is_meta", value=is_on("meta"))

# --- gradients

op("data", dtype=kept, shape=kept)
op("requires_grad", value=always(BOOLEAN), also="is_leaf retains_grad")
op("grad", value=always(UNKNOWN), also="grad_fn layout")

# --- numbers

op("Tensor.item(self)", value=item)
op("Tensor.tolist(self)", value=listed)
op("Tensor.numpy(self, *, force=False)", value=as_array)
op("Tensor.__bool__(self)", value=always(BOOLEAN))
op("Tensor.__int__(self)", value=always(INTEGER), also="__index__")
