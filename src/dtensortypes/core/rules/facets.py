"""Words for what a program asks of a tensor: a size, a dtype, a device, a number."""

from __future__ import annotations

from dtensortypes.core.algebra.axes import size_at
from dtensortypes.core.algebra.broadcast import broadcast
from dtensortypes.core.algebra.promote import promote_types
from dtensortypes.core.algebra.reduce import is_not_one, numel
from dtensortypes.core.facts.device import ACCELERATOR, CPU, Device
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT8S, Category, DType
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Items, Number, Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_int, as_shape
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.inplace import can_cast
from dtensortypes.core.rules.promotion import promoted
from dtensortypes.core.rules.words import Demand, ValueWord

INTEGER = Number(Category.INTEGER)
BOOLEAN = Number(Category.BOOL)


def own_shape(call: Call) -> Value:
    return call.first.shape


def own_dtype(call: Call) -> Value:
    return call.first.dtype


def own_device(call: Call) -> Value:
    return call.first.device


def own_size(call: Call) -> Value:
    """The size of one dim."""
    dim = as_int(call["dim"])
    return INTEGER if isinstance(dim, Unknown) else _number(size_at(call.first.shape, dim))


def own_length(call: Call) -> Value:
    """The size of the first dim; a zero-dim tensor has no length."""
    if call.first.shape.rank == 0:
        raise refuse(Kind.SHAPE, "a zero-dim tensor has no length")
    return _number(size_at(call.first.shape, 0))


def own_rank(call: Call) -> Value:
    rank = call.first.shape.rank
    return INTEGER if rank is None else rank


def own_count(call: Call) -> Value:
    """The number of items."""
    return _number(numel(call.first.shape))


def _number(dim: DimFact) -> Value:
    if not isinstance(dim, Dim):
        return INTEGER
    return dim if dim.constant is None else dim.constant


def is_on(type_: str) -> ValueWord:
    """Whether the tensor lies on a device of this type."""

    def word(call: Call) -> Value:
        device = call.first.device
        return device.type == type_ if isinstance(device, Device) and device != ACCELERATOR else BOOLEAN

    return word


def is_of(*categories: Category) -> ValueWord:
    """Whether the dtype is of one of these kinds."""

    def word(call: Call) -> Value:
        dtype = call.first.dtype
        return dtype.category in categories if isinstance(dtype, DType) else BOOLEAN

    return word


def item_size(call: Call) -> Value:
    """How many bytes an item takes."""
    dtype = call.first.dtype
    return dtype.bits // 8 if isinstance(dtype, DType) else INTEGER


def of_one_item(call: Call) -> None:
    """A tensor is a number if it has one item (`is_true` in aten/src/ATen/native/TensorConversions.cpp)."""
    if is_not_one(call.first.shape):
        reason = f'"{call.name}" takes a tensor of one item, and this one has shape {call.first.shape}'
        raise refuse(Kind.SHAPE, reason, "use .all() or .any()" if call.name == "bool" else "")


def item(call: Call) -> Value:
    """The Python number of a tensor of one item."""
    of_one_item(call)
    dtype = call.first.dtype
    return Number(dtype.category) if isinstance(dtype, DType) and dtype.category < Category.QUANTISED else UNKNOWN


def as_array(call: Call) -> Value:
    """The numpy array of the same memory, which only a CPU tensor has, and not in every dtype."""
    _read_by_numpy(call.first, anywhere=call["force"] is not False)
    return ArrayFact(call.first.dtype, call.first.shape)


def readable(parameter: str) -> Demand:
    """A tensor that is given to numpy, alone or in a list, becomes an array."""

    def demand(call: Call) -> None:
        match call[parameter]:
            case TensorFact() as value:
                _read_by_numpy(value, anywhere=False)
            case Items(item=TensorFact() as value):
                _read_by_numpy(value, anywhere=False)
            case tuple() as values:
                for value in values:
                    if isinstance(value, TensorFact):
                        _read_by_numpy(value, anywhere=False)

    return demand


def _read_by_numpy(tensor: TensorFact, *, anywhere: bool) -> None:
    device, dtype = tensor.device, tensor.dtype
    if isinstance(device, Device) and device != CPU and not anywhere:
        raise refuse(Kind.DEVICE, f"a tensor on {device} cannot become a numpy array", "move it with .cpu() first")
    if isinstance(dtype, DType) and (dtype == BFLOAT16 or dtype in FLOAT8S or (dtype.bits == 32 and dtype.is_complex)):
        raise refuse(Kind.DTYPE, f"numpy has no {dtype}", "cast with .float() first")


def own_sizes(call: Call) -> Value:
    """The shape, as `size()` gives it."""
    return own_shape(call) if call["dim"] is None else own_size(call)


def listed(call: Call) -> Value:
    """Nested lists of numbers; a zero-dim tensor is one number."""
    return item(call) if call.first.shape == Shape() else UNKNOWN


def own_strides(call: Call) -> Value:
    """The stride of one dim, or of all."""
    if call["dim"] is not None:
        return INTEGER
    rank = call.first.shape.rank
    return Items(INTEGER) if rank is None else (INTEGER,) * rank


def shape_given(call: Call) -> Value:
    """The shape itself."""
    return as_shape(call["shape"])


def shapes_stretched(call: Call) -> Value:
    """`broadcast_shapes`: the shape that all are stretched to."""
    shapes = call["shapes"]
    return broadcast(*map(as_shape, shapes)) if isinstance(shapes, tuple) else UNKNOWN_SHAPE


# --- what its dtype may become


def is_signed(call: Call) -> Value:
    """Whether the dtype has negative numbers."""
    dtype = call.first.dtype
    return dtype.signed if isinstance(dtype, DType) else BOOLEAN


def castable(call: Call) -> Value:
    """`can_cast`: whether a result in one dtype may be stored in another."""
    source, to = call["from_"], call["to"]
    return can_cast(source, to) if isinstance(source, DType) and isinstance(to, DType) else BOOLEAN


def promoted_types(call: Call) -> Value:
    """`promote_types`: the dtype that both become."""
    first, second = call["type1"], call["type2"]
    return promote_types(first, second) if isinstance(first, DType) and isinstance(second, DType) else UNKNOWN


def result_dtype(call: Call) -> Value:
    """`result_type`: the dtype that arithmetic on both gives."""
    return promoted(call)
