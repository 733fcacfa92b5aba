"""Creation: tensors from sizes, from numbers, from other tensors; float32 on the CPU unless something else is said."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import (
    BFLOAT16,
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
)
from dtensortypes.core.facts.shape import SCALAR
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.creation import (
    an_order,
    by_sizes,
    counted_items,
    device_of,
    dtype_of,
    dtype_of_tensor,
    of_ends,
    of_number,
    of_range,
    on_the_cpu,
    powers,
    ranged,
    ranged_to_the_end,
    square,
    unless_meta,
)
from dtensortypes.core.rules.demands import at_least, of_dims
from dtensortypes.core.rules.devices import default_device
from dtensortypes.core.rules.devices import requested as placed
from dtensortypes.core.rules.diagonals import triangle
from dtensortypes.core.rules.dtypes import always, counted, default_dtype, kept, requested
from dtensortypes.core.rules.nested import of_data_or_size, shape_of_numbers
from dtensortypes.core.rules.shapes import in_a_row, sized
from dtensortypes.core.rules.taking import inexact, numeric

# --- from sizes

op("zeros(*size: int, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False)",
   dtype=requested(default_dtype), device=placed(default_device), shape=sized("size"), also="ones")
op("empty(*size: int, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, "
   "memory_format=None)", dtype=requested(default_dtype), device=placed(default_device), shape=sized("size"))
op("rand(*size: int, generator=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False)",
   dtype=requested(default_dtype), device=placed(default_device), shape=sized("size"), takes=inexact, also="randn")
op("empty_strided(size, stride, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False)",
   dtype=requested(default_dtype), device=placed(default_device), shape=sized("size"))
op("empty_permuted(size, physical_layout, *, dtype=None, layout=None, device=None, pin_memory=False, "
   "requires_grad=False)", dtype=requested(default_dtype), device=placed(default_device), shape=sized("size"),
   demands=(an_order,))
op("full(size, fill_value, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False)",
   dtype=requested(of_number("fill_value")), device=placed(default_device), shape=sized("size"))
op("eye(n, m=None, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False)",
   dtype=requested(default_dtype), device=placed(default_device), shape=square, demands=(at_least(0, "n", "m"),))

# --- from numbers

op("arange(end, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, start=0, step=1)",
   dtype=requested(of_range), device=placed(default_device), shape=ranged)
op("arange(start, end, step=1, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False)",
   dtype=requested(of_range), device=placed(default_device), shape=ranged)
op("linspace(start, end, steps, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False)",
   dtype=requested(of_ends), device=unless_meta(placed(default_device)), shape=in_a_row("steps"),
   demands=(at_least(0, "steps"), of_dims("start", 0), of_dims("end", 0)))
op("logspace(start, end, steps, base=10.0, *, dtype=None, layout=None, device=None, pin_memory=False, "
   "requires_grad=False)", dtype=requested(of_ends), device=unless_meta(placed(default_device)),
   shape=in_a_row("steps"), demands=(at_least(0, "steps"), of_dims("start", 0), of_dims("end", 0)))
op("randint(high: int, size: ints, *, generator=None, dtype=None, layout=None, device=None, pin_memory=False, "
   "requires_grad=False)", dtype=requested(always(INT64)), device=placed(default_device), shape=sized("size"))
op("randint(low: int, high: int, size: ints, *, generator=None, dtype=None, layout=None, device=None, "
   "pin_memory=False, requires_grad=False)", dtype=requested(always(INT64)), device=placed(default_device),
   shape=sized("size"))
op("randperm(n, *, generator=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False)",
   dtype=requested(always(INT64)), device=placed(default_device), shape=in_a_row("n"))
op("scalar_tensor(s, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False)",
   dtype=requested(default_dtype), device=placed(default_device), shape=always(SCALAR))

op("range(start, end, step=1, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False)",
   dtype=requested(of_ends), device=placed(default_device), shape=ranged_to_the_end)
op("tril_indices(row, col, offset=0, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False)",
   dtype=requested(always(INT64)), device=placed(default_device), shape=triangle(upper=False))
op("triu_indices(row, col, offset=0, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False)",
   dtype=requested(always(INT64)), device=placed(default_device), shape=triangle(upper=True))
op("vander(x: Tensor, N=None, increasing=False)", dtype=counted, shape=powers)
op("linalg.vander(x: Tensor, *, N=None)", dtype=counted, shape=powers, takes=numeric)

# --- from data

op("tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False)", dtype=requested(dtype_of("data")),
   device=placed(device_of("data", default_device)), shape=shape_of_numbers("data"))
op("as_tensor(data, dtype=None, device=None)", dtype=requested(dtype_of("data")),
   device=placed(device_of("data", default_device)), shape=shape_of_numbers("data"))
op("asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False)", dtype=requested(dtype_of("obj")),
   device=placed(device_of("obj", default_device)), shape=shape_of_numbers("obj"))
op("from_numpy(ndarray: Array)", dtype=dtype_of("ndarray"), device=always(CPU), shape=shape_of_numbers("ndarray"))

op("frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False)", dtype=requested(default_dtype),
   device=always(CPU), shape=counted_items("count"))
op("from_file(filename, shared=None, size=0, *, dtype=None, layout=None, device=None, pin_memory=False, "
   "requires_grad=False)", dtype=requested(default_dtype), device=placed(default_device), shape=sized("size"))

# --- by the class of a tensor, as before torch.tensor

for _name, _dtype in (
    ("Tensor", dtype_of_tensor("data", default_dtype)), ("FloatTensor", always(FLOAT32)),
    ("DoubleTensor", always(FLOAT64)), ("HalfTensor", always(FLOAT16)), ("BFloat16Tensor", always(BFLOAT16)),
    ("LongTensor", always(INT64)), ("IntTensor", always(INT32)), ("ShortTensor", always(INT16)),
    ("ByteTensor", always(UINT8)), ("CharTensor", always(INT8)), ("BoolTensor", always(BOOL)),
):
    op(f"{_name}(data, *, device=None)", dtype=_dtype, device=placed(device_of("data", on_the_cpu)),
       shape=of_data_or_size("data"))
    op(f"{_name}(*data: int, device=None)", dtype=_dtype, device=placed(on_the_cpu), shape=by_sizes("data"))

# --- like another tensor

op("zeros_like(input, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, "
   "memory_format=None)", dtype=requested(kept), device=placed(kept), shape=kept, also="ones_like empty_like")
op("rand_like(input, *, generator=None, dtype=None, layout=None, device=None, pin_memory=False, "
   "requires_grad=False, memory_format=None)", dtype=requested(kept), device=placed(kept), shape=kept, takes=inexact,
   also="randn_like")
op("full_like(input, fill_value, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, "
   "memory_format=None)", dtype=requested(kept), device=placed(kept), shape=kept)
op("randint_like(input, high: int, *, generator=None, dtype=None, layout=None, device=None, pin_memory=False, "
   "requires_grad=False, memory_format=None)", dtype=requested(kept), device=placed(kept), shape=kept)
op("randint_like(input, low: int, high: int, *, generator=None, dtype=None, layout=None, device=None, "
   "pin_memory=False, requires_grad=False, memory_format=None)", dtype=requested(kept), device=placed(kept), shape=kept)

# --- from sizes or data, in the dtype and on the device of self

op("Tensor.new_zeros(self, *size: int, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False)",
   dtype=requested(kept), device=placed(kept), shape=sized("size"), also="Tensor.new_ones Tensor.new_empty")
op("Tensor.new_empty_strided(self, size, stride, dtype=None, layout=None, device=None, pin_memory=False, "
   "requires_grad=False)", dtype=requested(kept), device=placed(kept), shape=sized("size"))
op("Tensor.new_full(self, size, fill_value, *, dtype=None, device=None, requires_grad=False, layout=None, "
   "pin_memory=False)", dtype=requested(kept), device=placed(kept), shape=sized("size"))
op("Tensor.new(self, data=(), *, device=None)", dtype=kept, device=placed(kept), shape=of_data_or_size("data"))
op("Tensor.new(self, *data: int, device=None)", dtype=kept, device=placed(kept), shape=by_sizes("data"))
op("Tensor.new_tensor(self, data, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False)",
   dtype=requested(kept), device=placed(kept), shape=shape_of_numbers("data"))

# --- the same number everywhere

op("Tensor.zero_(self)", dtype=kept, shape=kept)
op("zero_(input)", dtype=kept, shape=kept)
op("Tensor.fill_(self, value: Tensor | number)", dtype=kept, shape=kept)
op("fill(input, value: Tensor | number)", dtype=kept, shape=kept, also="fill_")
