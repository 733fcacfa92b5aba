"""What a program asks of a tensor: its sizes, dtype and device, and its numbers in Python or numpy."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from typing import Final

from dtensortypes.core.facts.dtype import Category
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Number
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.devices import default_device
from dtensortypes.core.rules.dtypes import always, default_dtype, kept
from dtensortypes.core.rules.facets import (
    BOOLEAN,
    INTEGER,
    as_array,
    castable,
    is_of,
    is_on,
    is_signed,
    item,
    item_size,
    listed,
    of_one_item,
    own_count,
    own_device,
    own_dtype,
    own_length,
    own_rank,
    own_shape,
    own_sizes,
    own_strides,
    promoted_types,
    result_dtype,
    shape_given,
    shapes_stretched,
)
from dtensortypes.core.rules.gradients import begins_at, gradients, has_gradient

# --- sizes

SIZES: Final = frozenset({"shape", "size"})
"""Those that tell all of them."""

op("shape", value=own_shape)
op("ndim", value=own_rank)
op("Tensor.size(self, dim=None)", value=own_sizes)
op("Tensor.dim(self)", value=own_rank, also="Tensor.ndimension")
op("Tensor.__len__(self)", value=own_length)
op("numel(self)", value=own_count, also="Tensor.nelement")
op("Tensor.element_size(self)", value=item_size)
op("itemsize", value=item_size)
op("nbytes", value=always(INTEGER))
op("get_device(self)", value=always(INTEGER))
op("Tensor.stride(self, dim=None)", value=own_strides)
op("Tensor.storage_offset(self)", value=always(INTEGER), also="Tensor.data_ptr Tensor.const_data_ptr")
op("output_nr", value=always(INTEGER))
op("is_same_size(self, other: Tensor)", value=always(BOOLEAN))
op("broadcast_shapes(shape: ints)", value=shape_given)
op("broadcast_shapes(*shapes)", value=shapes_stretched)

# --- dtype

op("dtype", value=own_dtype)
op("is_floating_point(self)", value=is_of(Category.FLOAT))
op("is_complex(self)", value=is_of(Category.COMPLEX))
op("is_signed(self)", value=is_signed)
op("can_cast(from_, to)", value=castable)
op("promote_types(type1, type2)", value=promoted_types)
op("result_type(tensor1: Tensor | number, tensor2: Tensor | number)", value=result_dtype)
op("get_default_dtype()", value=default_dtype)

# --- device

op("device", value=own_device)
op("is_cuda", value=is_on("cuda"))
op("is_cpu", value=is_on("cpu"))
op("is_mps", value=is_on("mps"))
op("is_xpu", value=is_on("xpu"))
op("is_meta", value=is_on("meta"))

op("is_xla", value=is_on("xla"))
op("is_mtia", value=is_on("mtia"))
op("is_maia", value=is_on("maia"))
op("is_ipu", value=is_on("ipu"))
op("is_vulkan", value=is_on("vulkan"))
op("get_default_device()", value=default_device)
op("is_sparse", value=always(BOOLEAN), also="is_sparse_csr is_mkldnn is_nested is_quantized")

# --- what it is

op("is_tensor(obj)", value=always(BOOLEAN))
op("is_conj(self)", value=always(BOOLEAN), also="is_neg is_inference is_distributed")
op("is_nonzero(self)", value=always(BOOLEAN), demands=(of_one_item,))
op("Tensor.is_contiguous(self, memory_format=None)", value=always(BOOLEAN))
op("Tensor.is_pinned(self, device=None)", value=always(BOOLEAN))
op("Tensor.is_shared(self)", value=always(BOOLEAN))
op("Tensor.is_set_to(self, tensor: Tensor)", value=always(BOOLEAN))
op("Tensor.__contains__(self, element)", value=always(BOOLEAN))

# --- gradients

op("data", dtype=kept, shape=kept, also="grad")
op("requires_grad", value=always(BOOLEAN), also="is_leaf retains_grad")
op("Tensor.backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None)", value=always(None),
   demands=(has_gradient, begins_at("self", "gradient")))
op("autograd.backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, "
   "inputs=None)", value=always(None), demands=(begins_at("tensors", "grad_tensors"),))
op("autograd.grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, "
   "allow_unused=None, is_grads_batched=False, materialize_grads=False)", value=gradients,
   demands=(begins_at("outputs", "grad_outputs"),))
op("Tensor.retain_grad(self)", value=always(None))
op("grad_fn", value=always(UNKNOWN), also="layout")

# --- numbers

op("Tensor.item(self)", value=item)
op("Tensor.tolist(self)", value=listed)
op("Tensor.numpy(self, *, force=False)", value=as_array)
op("Tensor.__bool__(self)", value=always(BOOLEAN), demands=(of_one_item,))
op("Tensor.__int__(self)", value=always(INTEGER), demands=(of_one_item,), also="__index__ __long__")
op("Tensor.__float__(self)", value=always(Number(Category.FLOAT)), demands=(of_one_item,))
op("Tensor.__complex__(self)", value=always(Number(Category.COMPLEX)), demands=(of_one_item,))
op("Tensor.__nonzero__(self)", value=always(BOOLEAN), demands=(of_one_item,))
