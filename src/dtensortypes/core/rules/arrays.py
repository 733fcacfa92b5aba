"""Words for numpy arrays, as far as they become tensors: numpy's defaults are 64 bits wide."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dtensortypes.core.algebra.promote_arrays import together
from dtensortypes.core.algebra.reshape import viewed
from dtensortypes.core.facts.dtype import (
    BOOL,
    COMPLEX64,
    COMPLEX128,
    DTYPES,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT64,
    DTypeFact,
)  # fmt: skip
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.rules.arguments import as_shape
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.creation import dtype_of
from dtensortypes.core.rules.dtypes import as_dtype
from dtensortypes.core.rules.nested import shape_of
from dtensortypes.core.rules.state import State
from dtensortypes.core.rules.words import DTypeWord, ShapeWord, ValueWord

_WIDE: Final = State(default_dtype=FLOAT64)
"""Numpy makes what torch would make with float64 as its default dtype."""

_NUMPYS: Final = {
    "bool": BOOL, "bool_": BOOL, "int": INT64, "float": FLOAT64, "complex": COMPLEX128,
    "half": FLOAT16, "single": FLOAT32, "double": FLOAT64, "csingle": COMPLEX64, "cdouble": COMPLEX128,
} | {d.name: d for d in DTYPES if d.bits in {16, 32, 64} or d.is_integer or d == COMPLEX128}  # fmt: skip
"""What numpy calls the dtypes that torch has too; `float` is 64 bits wide."""


def array(dtype: DTypeWord, shape: ShapeWord) -> ValueWord:
    """An array of the dtype that is asked for, else of what the word says."""

    def word(call: Call) -> Value:
        wide = replace(call, state=_WIDE)
        asked, found = call["dtype"], shape(wide)
        made = _dtype(dtype(wide)) if asked is None else as_numpy_dtype(asked)
        return ArrayFact(made, found if isinstance(found, Shape) else UNKNOWN_SHAPE)

    return word


def numpy_dtype_of(parameter: str) -> DTypeWord:
    """The dtype that numpy's array of the data has."""
    return dtype_of(parameter, together)


def array_of(parameter: str) -> ValueWord:
    """The argument as an array, which numpy makes of a list first."""
    made = array(numpy_dtype_of(parameter), shape_of(parameter))

    def word(call: Call) -> Value:
        given = call[parameter]
        is_list = isinstance(given, tuple | Items | Shape)  # one of integers may be read as sizes
        return made(call) if is_list else given

    return word


def _dtype(found: DTypeFact | TensorFact) -> DTypeFact:
    return found.dtype if isinstance(found, TensorFact) else found


def as_numpy_dtype(value: Value) -> DTypeFact:
    """The value as a dtype of numpy, which may be a word."""
    return _NUMPYS.get(value, UNKNOWN) if isinstance(value, str) else as_dtype(value)


def own_array(call: Call) -> ArrayFact:
    """The array that a method is called on."""
    found = call["self"]
    return found if isinstance(found, ArrayFact) else ArrayFact()


def array_kept(call: Call) -> Value:
    return own_array(call)


def array_read(call: Call) -> Value:
    """The numbers of a text, in as many dims as it has; of columns with names or dtypes of their own it is unknown."""
    is_plain = call["dtype"] is not None and call["names"] is None
    return ArrayFact(as_numpy_dtype(call["dtype"]) if is_plain else UNKNOWN, UNKNOWN_SHAPE)


def array_cast(call: Call) -> Value:
    """`astype`: the same shape in another dtype."""
    return ArrayFact(as_numpy_dtype(call["dtype"]), own_array(call).shape)


def array_of_own(call: Call) -> Value:
    """An array of the same shape, in the dtype asked for or the same."""
    return array_kept(call) if call["dtype"] is None else array_cast(call)


def array_viewed(call: Call) -> Value:
    """The same items in other sizes."""
    own, sizes = own_array(call), as_shape(call["shape"]).dims
    return ArrayFact(own.dtype, UNKNOWN_SHAPE if sizes is None else viewed(own.shape, sizes))
