"""Numpy's array types, to and from facts: `ndarray[tuple[int, int], dtype[float64]]`."""

from __future__ import annotations

from typing import Final

from mypy.nodes import TypeAlias
from mypy.types import AnyType, Instance, TupleType, Type, UnionType

from dtensortypes.core.facts.dtype import BY_NAME, DType, DTypeFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.facts_of import plain, shape_fact
from dtensortypes.mypy_plugin.types_of import MissingError, Types, anything

_KINDS: Final = {"signedinteger": "int", "unsignedinteger": "uint", "floating": "float", "complexfloating": "complex"}
_WHOLE: Final = {"float64": "float64", "complex128": "complex128", "bool": "bool", "bool_": "bool"}
_ABSTRACT: Final = frozenset(
    {"generic", "number", "integer", "inexact", "signedinteger", "unsignedinteger", "floating"}
)


def array_fact(array: Instance) -> ArrayFact:
    """What the type of an `ndarray` says."""
    if len(array.args) != 2:
        return ArrayFact()
    shape, dtype = array.args
    return ArrayFact(_dtype(dtype), _shape(shape))


def array_type(types: Types, fact: ArrayFact) -> Type:
    """The `ndarray` type of a fact; raises MissingError where numpy has not been imported."""
    scalar = _scalar(types, fact.dtype) if isinstance(fact.dtype, DType) else anything()
    dims = plain(types.shape(fact.shape))
    shape = dims if isinstance(dims, TupleType) else types.instance(names.TUPLE, anything())
    return types.instance(names.NDARRAY, shape, types.instance(names.NUMPY_DTYPE, scalar))


def filled(fact: ArrayFact, native: ArrayFact) -> ArrayFact:
    """The fact, its unknown parts taken from what mypy knows by numpy's own annotations."""
    dtype = native.dtype if fact.dtype is UNKNOWN else fact.dtype
    return ArrayFact(dtype, native.shape if fact.shape == UNKNOWN_SHAPE else fact.shape)


def _dtype(type_: Type) -> DTypeFact | None:
    """The dtype; None for a numpy dtype that torch has not."""
    dtype = plain(type_)
    scalar = plain(dtype.args[0]) if isinstance(dtype, Instance) and dtype.args else None
    if not isinstance(scalar, Instance):
        return UNKNOWN
    name = scalar.type.name
    if name in _WHOLE:
        return BY_NAME[_WHOLE[name]]
    bits = _bits(scalar)
    if bits is None:
        return UNKNOWN if name in _ABSTRACT or scalar.type.module_name.startswith("numpy") else None
    return (
        BY_NAME.get(f"{_KINDS[name]}{bits * 2 if name == 'complexfloating' else bits}") if name in _KINDS else UNKNOWN
    )


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
    symbol = tree.names.get("bool_" if dtype.name == "bool" else dtype.name) if tree else None
    if symbol is None:
        raise MissingError(f"numpy.{dtype.name}")
    if isinstance(symbol.node, TypeAlias):
        return symbol.node.target
    return types.instance(f"numpy.{dtype.name}") if not isinstance(symbol.node, AnyType) else anything()
