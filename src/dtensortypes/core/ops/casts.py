"""Casts and moves: the same numbers in another dtype, or on another device.

A tensor is never changed by them, so a result that is dropped is a bug. A module is.
"""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.dtype import (
    BFLOAT16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
)
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.devices import moved
from dtensortypes.core.rules.devices import requested as placed
from dtensortypes.core.rules.dtypes import always, kept, like, requested
from dtensortypes.core.rules.modules import (
    module_cast,
    module_emptied,
    module_kept,
    module_loaded,
    module_moved,
    module_to,
    module_typed,
)
from dtensortypes.core.rules.tensortype import tensor_type_device, tensor_type_dtype

# --- dtype

op("Tensor.half(self, memory_format=None)", dtype=always(FLOAT16), shape=kept, must_use=True)
op("Tensor.bfloat16(self, memory_format=None)", dtype=always(BFLOAT16), shape=kept, must_use=True)
op("Tensor.float(self, memory_format=None)", dtype=always(FLOAT32), shape=kept, must_use=True)
op("Tensor.double(self, memory_format=None)", dtype=always(FLOAT64), shape=kept, must_use=True)
op("Tensor.bool(self, memory_format=None)", dtype=always(BOOL), shape=kept, must_use=True)
op("Tensor.byte(self, memory_format=None)", dtype=always(UINT8), shape=kept, must_use=True)
op("Tensor.char(self, memory_format=None)", dtype=always(INT8), shape=kept, must_use=True)
op("Tensor.short(self, memory_format=None)", dtype=always(INT16), shape=kept, must_use=True)
op("Tensor.int(self, memory_format=None)", dtype=always(INT32), shape=kept, must_use=True)
op("Tensor.long(self, memory_format=None)", dtype=always(INT64), shape=kept, must_use=True)
op("Tensor.chalf(self, memory_format=None)", dtype=always(COMPLEX32), shape=kept, must_use=True)
op("Tensor.cfloat(self, memory_format=None)", dtype=always(COMPLEX64), shape=kept, must_use=True)
op("Tensor.cdouble(self, memory_format=None)", dtype=always(COMPLEX128), shape=kept, must_use=True)

# --- device

op("Tensor.cpu(self, memory_format=None)", dtype=kept, device=moved("cpu"), shape=kept, must_use=True)
op("Tensor.cuda(self, device=None, non_blocking=False, memory_format=None)", dtype=kept, device=moved("cuda"),
   shape=kept, must_use=True)
op("Tensor.xpu(self, device=None, non_blocking=False, memory_format=None)", dtype=kept, device=moved("xpu"), shape=kept,
   must_use=True)

# --- both

op("Tensor.to(self, dtype: dtype, non_blocking: bool = False, copy: bool = False, *, memory_format=None)",
   dtype=requested(kept), device=kept, shape=kept, must_use=True)
op("Tensor.to(self, device: device | None = None, dtype: dtype | None = None, non_blocking: bool = False, "
   "copy: bool = False, *, memory_format=None)", dtype=requested(kept), device=placed(kept), shape=kept, must_use=True)
op("Tensor.to(self, other: Tensor, non_blocking: bool = False, copy: bool = False, *, memory_format=None)",
   dtype=like("other"), device=like("other"), shape=kept, must_use=True)
op("Tensor.type(self)", value=always(UNKNOWN))
op("Tensor.type(self, dtype, non_blocking=False)", dtype=tensor_type_dtype, device=tensor_type_device, shape=kept,
   must_use=True)
op("Tensor.type_as(self, other: Tensor)", dtype=like("other"), device=like("other"), shape=kept, must_use=True)

# --- the same tensor, or a copy of it

op("clone(self, *, memory_format=None)", dtype=kept, shape=kept)
op("Tensor.contiguous(self, memory_format=None)", dtype=kept, shape=kept, must_use=True)
op("detach(self)", dtype=kept, shape=kept, must_use=True)
op("Tensor.requires_grad_(self, requires_grad=True)", dtype=kept, shape=kept)
op("nn.Parameter(data, requires_grad=True)", dtype=kept, device=kept, shape=kept)
op("autograd.Variable(data, requires_grad=False, volatile=False)", dtype=kept, device=kept, shape=kept)
op("Tensor.pin_memory(self, device=None)", dtype=kept, shape=kept, must_use=True)
op("Tensor.share_memory_(self)", dtype=kept, shape=kept)
op("Tensor.copy_(self, src: Tensor | number, non_blocking=False)", dtype=kept, device=kept)

# --- modules, which change in place

op("nn.Module.half(self: Layer)", value=module_cast(FLOAT16))
op("nn.Module.bfloat16(self: Layer)", value=module_cast(BFLOAT16))
op("nn.Module.float(self: Layer)", value=module_cast(FLOAT32))
op("nn.Module.double(self: Layer)", value=module_cast(FLOAT64))
op("nn.Module.cpu(self: Layer)", value=module_moved(moved("cpu")))
op("nn.Module.cuda(self: Layer, device=None)", value=module_moved(moved("cuda")))
op("nn.Module.xpu(self: Layer, device=None)", value=module_moved(moved("xpu")))
op("nn.Module.to(self: Layer, dtype: dtype, non_blocking: bool = False)", value=module_to)
op("nn.Module.to(self: Layer, device: device | None = None, dtype: dtype | None = None, non_blocking: bool = False)",
   value=module_to)
op("nn.Module.to(self: Layer, tensor: Tensor, non_blocking: bool = False)", value=module_to)
op("nn.Module.type(self: Layer, dst_type)", value=module_typed)
op("nn.Module.to_empty(self: Layer, *, device: device | None, recurse=True)", value=module_emptied)
op("nn.Module.load_state_dict(self: Layer, state_dict, strict=True, assign=False)", value=module_loaded)
op("nn.Module.train(self: Layer, mode=True)", value=module_kept, also="nn.Module.eval nn.Module.requires_grad_")
