"""Numpy's array types, to and from facts: `ndarray[tuple[int, int], dtype[float64]]`."""

from __future__ import annotations

from typing import Final

from mypy.erasetype import remove_instance_last_known_values
from mypy.nodes import TypeAlias
from mypy.types import AnyType, Instance, LiteralType, TupleType, Type, TypeOfAny, UnionType, get_proper_type

from dtensortypes.core.facts.dtype import (
    BFLOAT16,
    BOOL,
    COMPLEX128,
    DTYPES,
    FLOAT8S,
    FLOAT64,
    Category,
    DType,
    DTypeFact,
)
from dtensortypes.core.facts.pattern import Pattern
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact, ArrayItem
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.facts_of import plain, shape_fact
from dtensortypes.mypy_plugin.types.types_of import MissingError, Types, anything

_KINDS: Final = {
    "signedinteger": (Category.INTEGER, True),
    "unsignedinteger": (Category.INTEGER, False),
    "floating": (Category.FLOAT, True),
    "complexfloating": (Category.COMPLEX, True),
}
"""Numpy's abstract classes, which have the width as their argument: kind and sign."""
_NUMPYS: Final = tuple(d for d in DTYPES if d.category is not Category.QUANTISED and d not in FLOAT8S | {BFLOAT16})
_WHOLE: Final = {d.name: d for d in (BOOL, FLOAT64, COMPLEX128)}
"""The dtypes that have a class of their own."""
NUMBERS: Final = frozenset(names.NUMPY + name for name in (*_KINDS, *_WHOLE, f"{BOOL.name}_"))
"""Numpy's classes of the numbers that torch has, too."""


def array_fact(array: Instance) -> ArrayFact:
    """What the type of an `ndarray` says of any array that may be there: its dtype, and how many axes it has."""
    if len(array.args) != 2:
        return ArrayFact()
    return sized_array(array.copy_modified(args=[remove_instance_last_known_values(array.args[0]), array.args[1]]))


def sized_array(array: Instance) -> ArrayFact:
    """What the type of an `ndarray` says of the array that it was made for, its sizes included (`array_sizes.py`)."""
    if len(array.args) != 2:
        return ArrayFact()
    shape, dtype = array.args
    return ArrayFact(_dtype(dtype), _shape(shape))


def array_type(types: Types, fact: ArrayFact) -> Type:
    """The `ndarray` type of a fact; raises MissingError where numpy has not been imported."""
    # Of `special_form` mypy would take a function's first overload, which is often that of bools.
    scalar = _scalar(types, fact.dtype) if isinstance(fact.dtype, DType) else AnyType(TypeOfAny.explicit)
    is_open = fact.shape == UNKNOWN_SHAPE
    whole = types.instance(names.TUPLE, anything())  # to numpy's annotations sizes are integers, or anything
    shape = whole if is_open else _hidden(types, types.tuple(Pattern.of(fact.shape)))
    return types.instance(names.NDARRAY, shape, types.instance(names.NUMPY_DTYPE, scalar))


def _hidden(types: Types, shape: TupleType) -> TupleType:
    """The sizes as mypy knows the number that an expression writes out, and forgets of a variable."""
    size = types.instance("builtins.int")
    items = (get_proper_type(item) for item in shape.items)
    hidden: list[Type] = [
        size.copy_modified(last_known_value=one) if isinstance(one, LiteralType) else one for one in items
    ]
    return shape.copy_modified(items=hidden)


def item_type(types: Types, item: ArrayItem) -> Type | None:
    """Numpy's class of the item; None where its dtype is not known."""
    return _scalar(types, item.dtype) if isinstance(item.dtype, DType) else None


def item_fact(scalar: Instance) -> ArrayItem | None:
    """What one of numpy's numbers is; None where the type does not say that."""
    dtype = _scalar_dtype(scalar)
    return ArrayItem(dtype, SCALAR) if isinstance(dtype, DType) else None


def filled(fact: ArrayFact, native: ArrayFact) -> ArrayFact:
    """The fact, its unknown parts taken from what mypy knows by numpy's own annotations.

    By these a shape that may be any, as in `x.reshape(y.shape)`, is one of no sizes.
    """
    dtype = native.dtype if fact.dtype is UNKNOWN else fact.dtype
    is_believed = fact.shape == UNKNOWN_SHAPE and native.shape != SCALAR
    return ArrayFact(dtype, native.shape if is_believed else fact.shape)


def _dtype(type_: Type) -> DTypeFact | None:
    """The dtype; None for a numpy dtype that torch has not."""
    dtype = plain(type_)
    scalar = plain(dtype.args[0]) if isinstance(dtype, Instance) and dtype.args else None
    return _scalar_dtype(scalar) if isinstance(scalar, Instance) else UNKNOWN


def _scalar_dtype(scalar: Instance) -> DTypeFact | None:
    name = scalar.type.name
    if name.removesuffix("_") in _WHOLE:
        return _WHOLE[name.removesuffix("_")]
    bits = _bits(scalar)
    return UNKNOWN if bits is None or name not in _KINDS else _sized(*_KINDS[name], bits)


def _sized(category: Category, signed: bool, bits: int) -> DTypeFact | None:  # noqa: FBT001 - a pair from the table
    """The dtype of this kind and width; numpy counts the bits of one part of a complex number."""
    whole = bits * 2 if category is Category.COMPLEX else bits
    same = (d for d in _NUMPYS if (d.category, d.signed, d.bits) == (category, signed, whole))
    return next(same, None)


def _bits(scalar: Instance) -> int | None:
    """The width in `floating[_32Bit]`; None for a union of widths and for what has no width."""
    if not scalar.args:
        return None
    width = plain(scalar.args[0])
    if isinstance(width, UnionType):  # intp and its like: 32 or 64, that of the machine
        return 64 if scalar.type.name in _KINDS else None
    text = width.type.name if isinstance(width, Instance) else ""
    digits = text.removeprefix("_").removesuffix("Bit")
    return int(digits) if digits.isdecimal() else None


def _shape(type_: Type) -> Shape:
    proper = plain(type_)
    return shape_fact(proper) if isinstance(proper, TupleType) else UNKNOWN_SHAPE


def _scalar(types: Types, dtype: DType) -> Type:
    tree = types.modules.get("numpy")
    symbol = tree.names.get(f"{dtype.name}_" if dtype is BOOL else dtype.name) if tree else None
    if symbol is None:
        raise MissingError(f"numpy.{dtype.name}")
    return symbol.node.target if isinstance(symbol.node, TypeAlias) else types.instance(f"numpy.{dtype.name}")
