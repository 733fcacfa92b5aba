"""Mypy's types into the values that the rules speak of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from types import EllipsisType
from typing import Final

from mypy.types import AnyType, Instance, LiteralType, NoneType, TupleType, Type, TypeVarType, UnionType

from dtensortypes.core.algebra.either import either, either_shape, uncovered
from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.device import ANY_DEVICE, CPU
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import ANY_DTYPE, BOOL, INT64, Category
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Distribution, Items, LayerFact, Number, Packed, Slice, Value
from dtensortypes.core.rules.arguments import as_shape
from dtensortypes.core.rules.promotion import category_of
from dtensortypes.core.rules.repeated import once_per_object
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types import enums
from dtensortypes.mypy_plugin.types.arrays import array_fact, item_fact
from dtensortypes.mypy_plugin.types.facts_of import (
    alternatives_of,
    arguments_as,
    device_fact,
    dim_fact,
    dtype_fact,
    is_a,
    is_size,
    plain,
    shape_fact,
    tensor_fact,
)
from dtensortypes.mypy_plugin.types.veiled import unveiled

_NUMBERS: Final = {
    "builtins.bool": Category.BOOL,
    "builtins.int": Category.INTEGER,
    "builtins.float": Category.FLOAT,
    "builtins.complex": Category.COMPLEX,
    names.SIZE: Category.INTEGER,  # one of several, of which it is not known which
}

_MOST_ITEMS: Final = 1024
_MANY_SHAPES: Final = 3
"""Mypy goes round a loop four times, and believes that it has seen all."""


def of_type(type_: Type, array: Callable[[Instance], Value] = array_fact) -> Value:
    """What the type alone says of a value; `array` reads that of a numpy array."""
    proper = plain(type_)
    tensor = tensor_fact(proper)
    if tensor is not None:
        return tensor
    match proper:
        case NoneType():
            return None
        case LiteralType(fallback=cls) | Instance(last_known_value=LiteralType(fallback=cls)) if cls.type.is_enum:
            return UNKNOWN if (member := enums.written(proper)) is None else of_type(member)
        case LiteralType():
            return dim_fact(proper) if is_size(proper) else _literal(proper.value)
        case TupleType():
            if proper.partial_fallback.type.fullname == names.TORCH_SIZE:
                return shape_fact(proper)
            if proper.partial_fallback.type.fullname == names.PACKED:
                return Packed(tensor_fact(proper.items[0]) or TensorFact())
            items = tuple(of_type(item, array) for item in proper.items)
            return many_of(items[0]) if is_of_any_number(proper) else items
        case Instance(last_known_value=LiteralType(value=value)):
            return _literal(value)
        case Instance():
            return _of_instance(proper, array)
        case TypeVarType(upper_bound=bound):
            return of_type(bound, array)
        case UnionType():
            return either(*(of_type(item, array) for item in alternatives_of(proper)))
    return UNKNOWN


def is_of_numbers(type_: Type) -> bool:
    """Whether it is a number, a list of numbers, or one of tuples of them: the labels of a data set."""
    return _has_but_numbers(of_type(type_))


def _has_but_numbers(value: Value) -> bool:
    match value:
        case Items(item=item):
            return _has_but_numbers(item)
        case tuple():
            return bool(value) and all(map(_has_but_numbers, value))
    return isinstance(value, Number)


def is_of_any_number(whole: TupleType) -> bool:
    """Whether a tuple may have more in it than its type says.

    `Tuple[int]` is what many programs declare where `Tuple[int, ...]` is meant, and `Tuple[Tuple[float]]` is.
    """
    item = plain(whole.items[0]) if len(whole.items) == 1 else None
    return item is not None and (isinstance(item, AnyType) or isinstance(of_type(item), Number | Items))


def _of_instance(instance: Instance, array: Callable[[Instance], Value]) -> Value:
    name = instance.type.fullname
    if name in _NUMBERS:
        return Number(_NUMBERS[name])
    if name == names.DTYPE and instance.args:
        dtype = dtype_fact(instance.args[0])
        return ANY_DTYPE if dtype is UNKNOWN else dtype
    if name == names.DEVICE and instance.args:
        device = device_fact(instance.args[0])
        return ANY_DEVICE if device is UNKNOWN else device
    if name == names.NDARRAY:
        return array(instance)
    if name.startswith(names.NUMPY) and name != names.NDARRAY and (item := item_fact(instance)) is not None:
        return item
    if name == names.TORCH_SIZE:
        return UNKNOWN_SHAPE
    if is_a(instance, names.MODULE):
        return layer_fact(instance)
    if is_a(instance, names.DISTRIBUTION):
        return _distribution(instance)
    if name in {names.LIST, names.TUPLE, names.DEQUE, "typing.Sequence"} and instance.args:
        return many_of(of_type(instance.args[0], array), is_list=name == names.LIST)
    return UNKNOWN


def _distribution(instance: Instance) -> Value:
    if not names.is_torchs(instance.type.fullname):  # a class of the program's may have methods of its own
        return UNKNOWN
    facts = [tensor_fact(one) or TensorFact() for one in arguments_as(instance, names.DISTRIBUTION)]
    return Distribution(names.public(instance.type.fullname), *facts) if len(facts) == 2 else UNKNOWN


def counted(value: Value) -> Shape:
    """The value of `torch.Size(xs)`: where data may be meant, too, it says how many numbers there are."""
    return as_shape(sizes_of(value))


def sizes_of(value: Value) -> Value:
    """The sizes in a tuple, or in a shape, whose number is known: nobody can change them."""
    items = value.left if isinstance(value, Shape) and value.run is None else value
    are_sizes = isinstance(items, tuple) and all(
        item is UNKNOWN or isinstance(item, Dim | Number) or type(item) is int for item in items
    )
    return items if are_sizes else UNKNOWN


def in_a_row(left: Value, right: Value) -> Value:
    """The sizes of both, one after the other: a `torch.Size` where one of them is, unless `view` is to find one.

    So are two parts of an index: `(...,) + (None,) * 2`.
    """
    if isinstance(left, Items) or isinstance(right, Items):
        each = [one for one in map(_items_of, (left, right)) if one is not None]
        return many_of(_any_of(each[0] + each[1])) if len(each) == 2 else UNKNOWN
    if isinstance(left, tuple) and isinstance(right, tuple):
        return (*left, *right) if all(map(_is_index, (*left, *right))) else UNKNOWN
    first, second = sizes_of(left), sizes_of(right)
    if not isinstance(first, tuple) or not isinstance(second, tuple):
        return UNKNOWN
    both = (*first, *second)
    is_open = any(isinstance(item, int) and item < 0 for item in both)
    return as_shape(both) if not is_open and (isinstance(left, Shape) or isinstance(right, Shape)) else both


def _is_index(item: Value) -> bool:
    """Whether it is a size, or what else an index is made of: nothing that anybody can change."""
    return item is UNKNOWN or item is None or isinstance(item, Dim | Number | Slice | EllipsisType) or type(item) is int


def _items_of(row: Value) -> tuple[Value, ...] | None:
    """What is in a tuple, that which may be in it any number of times included; of a list mypy knows enough."""
    match row:
        case tuple():
            return row
        case Items(item=item, is_list=False):
            return (item,)
    return None


def of_rows(op: str, left: Value, right: Value) -> Value:
    """Lists, tuples or sizes that are put together, or repeated: `[0.5] * n`."""
    if op == "+":
        return in_a_row(left, right)
    whole, times = (left, right) if isinstance(left, tuple) else (right, left)
    if op != "*" or not isinstance(whole, tuple) or category_of(times) is not Category.INTEGER:
        return UNKNOWN
    if isinstance(times, Dim) and times.constant is not None:
        times = times.constant
    if isinstance(times, int) and len(whole) * times <= _MOST_ITEMS:
        return whole * times
    return many_of(_any_of(whole)) if whole else whole


def _any_of(items: tuple[Value, ...]) -> Value:
    """What is true of each of the items; of numbers of one kind, that kind."""
    found, kinds = either(*items), {category_of(item) for item in items}
    kind = kinds.pop() if len(kinds) == 1 else None
    return Number(kind) if found is UNKNOWN and kind is not None else found


def part_of(whole: Value, *indexes: Value) -> Value:
    """An item of several values, or one of that which is there; UNKNOWN where there is none."""
    for index in indexes:
        is_there = isinstance(whole, tuple) and type(index) is int and -len(whole) <= index < len(whole)
        whole = whole[index] if is_there and isinstance(whole, tuple) and isinstance(index, int) else UNKNOWN
    return whole


def many_of(item: Value, *, is_list: bool = False) -> Items:
    """Any number of these, each of which may have another of the dtypes that it has to choose from."""
    if isinstance(item, TensorFact) and isinstance(item.dtype, OneOf):
        return Items(replace(item, dtype=UNKNOWN), is_list)
    return Items(item, is_list)


def as_index(items: list[Value]) -> Value:
    """A list as an index: torch takes it for the tensor of its items."""
    kinds = set(map(category_of, items))
    dtype = BOOL if kinds == {Category.BOOL} else INT64
    is_told = kinds in ({Category.BOOL}, {Category.INTEGER})
    return TensorFact(dtype, CPU, Shape.of(len(items))) if is_told else UNKNOWN


@once_per_object
def layer_fact(module: Instance) -> Value:
    """What the type of one of torch's own layers says; nothing is said of other modules."""
    module = unveiled(module)
    if not names.is_layer(module.type.fullname) or not is_a(module, names.MODULE):
        return UNKNOWN  # torch has protocols beside its layers
    arguments = arguments_as(module, names.MODULE)
    if len(arguments) != 3:  # torch was analyzed without the plugin
        return UNKNOWN
    dtype, device, config = arguments
    written = plain(config)
    if isinstance(written, LiteralType):
        return UNKNOWN  # of another class, perhaps: see `attributes.py`
    pairs = [of_type(item) for item in written.items] if isinstance(written, TupleType) else []
    settings = tuple((str(name), value) for name, value in zip(pairs[::2], pairs[1::2], strict=True))
    return LayerFact(names.public(module.type.fullname), settings, dtype_fact(dtype), device_fact(device))


def without_covered(type_: Type) -> Type:
    """The type without the tensors of a union that another one of it may be as well."""
    proper = plain(type_)
    if not isinstance(proper, UnionType):
        return type_
    values = [of_type(item) for item in proper.items]
    kept = set(map(id, uncovered(values)))
    return UnionType.make_union([item for item, value in zip(proper.items, values, strict=True) if id(value) in kept])


def _literal(value: object) -> Value:
    return value if isinstance(value, bool | int | float | str) else UNKNOWN


def of_few_shapes(values: list[Value]) -> list[Value]:
    """The alternatives. Where they are of many shapes a loop is at work, which may go on to others: what all share."""
    shapes = [value.shape for value in values if isinstance(value, TensorFact)]
    if len(set(shapes)) < _MANY_SHAPES:
        return values
    shared = reduce(either_shape, shapes)
    if shared == UNKNOWN_SHAPE:
        shared = replace(shared, left=(UNKNOWN,) * min(shape.least_rank for shape in shapes))
    return [replace(value, shape=shared) if isinstance(value, TensorFact) else value for value in values]
