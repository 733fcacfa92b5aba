"""Words for numpy's functions of arrays: what they count, lay together, multiply and accumulate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dtensortypes.core.algebra.axes import anything
from dtensortypes.core.algebra.join import concatenated, concatenated_many
from dtensortypes.core.algebra.promote_arrays import together
from dtensortypes.core.algebra.reshape import transposed, unsqueezed
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import BOOL, FLOAT64, INT64, Category, DType, DTypeFact
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact, ArrayItem
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.arguments import as_int
from dtensortypes.core.rules.array_math import Rule, category_of, floated, known, met, whole
from dtensortypes.core.rules.arrays import as_numpy_dtype
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.words import ValueWord

_WHOLE_OR_REAL: Final = (Category.INTEGER, Category.FLOAT)


def array_compared(call: Call) -> Value:
    """Truth values of two arrays, item with item, or of an array and a number: `x > 0`."""
    own = call["self"]
    return met(own, call["other"], asked) if isinstance(own, ArrayFact) else UNKNOWN


def array_paired(rule: Rule) -> ValueWord:
    """Item with item of two arrays, or of an array and a number on either side: `maximum`."""

    def word(call: Call) -> Value:
        one, other = call["x1"], call["x2"]
        if call["out"] is not None or call["dtype"] is not None:
            return UNKNOWN
        array = _array(one)
        if array is not None:
            return met(array, other, rule)
        array = _array(other)
        return UNKNOWN if array is None else met(array, one, rule)

    return word


def array_each(rule: Rule, array: str = "x") -> ValueWord:
    """What is made of each item by itself, of the dtype that the rule gives: `abs`."""

    def word(call: Call) -> Value:
        own = _array(call[array])
        if own is None or call["out"] is not None:
            return UNKNOWN
        return whole(known(own.dtype, rule), own.shape)

    return word


def array_accumulated(rule: Rule, array: str = "self") -> ValueWord:
    """`cumsum`: along one axis, or of all items in a row."""

    def word(call: Call) -> Value:
        own, asked = _array(call[array]), call["dtype"]
        if own is None or call["out"] is not None:
            return UNKNOWN
        dtype = known(own.dtype, rule) if asked is None else as_numpy_dtype(asked)
        return whole(dtype, anything(1) if call["axis"] is None else own.shape)

    return word


def array_unsqueezed(call: Call) -> Value:
    """`expand_dims`: one more axis of size 1."""
    own, axis = _array(call["a"]), as_int(call["axis"])
    if own is None:
        return UNKNOWN
    try:
        return ArrayFact(own.dtype, unsqueezed(own.shape, axis) if isinstance(axis, int) else UNKNOWN_SHAPE)
    except Refused:
        return UNKNOWN


def array_counted(call: Call) -> Value:
    """`bincount`: how many there are of each, or what they weigh together."""
    return ArrayFact(INT64 if call["weights"] is None else FLOAT64, anything(1))


def array_multiplied(left: str, right: str) -> ValueWord:
    """`dot` and `@`: an array, or an item where neither has more than one axis."""

    def word(call: Call) -> Value:
        one, other = _array(call[left]), _array(call[right])
        if one is None or other is None:
            return UNKNOWN
        ranks = [array.shape.rank for array in (one, other)]
        dtype = together((one.dtype, other.dtype))
        if ranks == [1, 1]:
            return ArrayItem(dtype, SCALAR)
        is_array = any(rank is not None and rank > 1 for rank in ranks) and 0 not in ranks
        return ArrayFact(dtype, _multiplied(one.shape, other.shape)) if is_array else UNKNOWN

    return word


def _multiplied(one: Shape, other: Shape) -> Shape:
    """The sizes of a product of matrices, or of a matrix and a vector."""
    if not (one.rank in {1, 2} and other.rank in {1, 2}):
        return UNKNOWN_SHAPE
    return Shape.of(*one.left[:-1], *other.left[1:])


def array_inverted(call: Call) -> Value:
    """`pinv`: matrices that lie the other way round."""
    own = _array(call["a"])
    try:
        return UNKNOWN if own is None else whole(known(own.dtype, floated), transposed(own.shape, -2, -1))
    except Refused:
        return UNKNOWN


def array_clipped(array: str = "self", low: str = "min", high: str = "max") -> ValueWord:
    """`clip`: each item as it is, between numbers of Python; an integer that is given a float becomes one."""

    def word(call: Call) -> Value:
        own, bounds = _array(call[array]), (call[low], call[high])
        kinds = [Category.INTEGER if isinstance(one, Dim) else category_of(one) for one in bounds if one is not None]
        known = [kind for kind in kinds if kind in _WHOLE_OR_REAL]
        if own is None or call["out"] is not None or len(known) < len(kinds):
            return UNKNOWN
        fits = (
            isinstance(own.dtype, DType)
            and own.dtype.category in _WHOLE_OR_REAL
            and own.dtype.category >= max(known, default=Category.BOOL)
            and (own.dtype.bits == INT64.bits or own.dtype.category is Category.FLOAT or _are_written(bounds))
        )
        return whole(own.dtype if fits else UNKNOWN, own.shape)

    return word


def _are_written(bounds: Sequence[Value]) -> bool:
    """Whether the numbers are known: numpy 1 made a wider integer of one that is too large for the array's."""
    return all(one is None or isinstance(one, int | float) for one in bounds)


def array_crossed(rank: int) -> ValueWord:
    """Each with each, or along each other, in this number of axes: `outer`, `convolve`."""

    def word(call: Call) -> Value:
        one, other = _array(call["a"]), _array(call["b"])
        found = UNKNOWN if one is None or other is None else together((one.dtype, other.dtype))
        return UNKNOWN if found is UNKNOWN else ArrayFact(found, anything(rank))

    return word


def array_piled(grown: Callable[[Shape], Shape], axis: int) -> ValueWord:
    """`vstack`: arrays, or numbers, laid together along an axis that those of too few are given first.

    They lie in the dtype that all of them fit in.
    """

    def word(call: Call) -> Value:
        given = call["tup"]
        items = given if isinstance(given, tuple) else (given.item,) if isinstance(given, Items) else ()
        arrays = [array for item in items if (array := _laid(item)) is not None]
        if not arrays or len(arrays) < len(items):
            return UNKNOWN
        dtype = together([array.dtype for array in arrays])
        try:
            shape = _piled([array.shape for array in arrays], grown, axis, is_many=isinstance(given, Items))
        except Refused:
            return UNKNOWN
        return UNKNOWN if dtype is UNKNOWN and shape == UNKNOWN_SHAPE else ArrayFact(dtype, shape)

    return word


def _piled(shapes: list[Shape], grown: Callable[[Shape], Shape], axis: int, *, is_many: bool) -> Shape:
    if any(shape.rank is None for shape in shapes):
        return UNKNOWN_SHAPE
    shapes = [grown(shape) for shape in shapes]
    along = min(axis, (shapes[0].rank or 1) - 1)  # `hstack` lays vectors along their only axis
    return concatenated_many(shapes[0], along) if is_many else concatenated(shapes, along)


def _laid(value: Value) -> ArrayFact | None:
    """What numpy makes of an item that it lays beside others: of a number of Python, one of its own width."""
    kind = category_of(value)
    if kind in _WHOLE_OR_REAL:
        return ArrayFact(FLOAT64 if kind is Category.FLOAT else INT64, SCALAR)
    return value if isinstance(value, ArrayFact) else None


def array_covaried(call: Call) -> Value:
    """`cov`: float64 of all real numbers."""
    own = _array(call["m"])
    is_real = own is not None and isinstance(own.dtype, DType) and own.dtype.category < Category.COMPLEX
    return ArrayFact(FLOAT64) if is_real and call["dtype"] is None else UNKNOWN


def array_of_diagonal(call: Call) -> Value:
    """`diag`: a matrix of a row, or a row of a matrix."""
    own = _array(call["v"])
    if own is None:
        return UNKNOWN
    rank = own.shape.rank
    return ArrayFact(own.dtype, UNKNOWN_SHAPE if rank is None else anything(3 - rank) if rank in {1, 2} else own.shape)


def signed(dtype: DType) -> DTypeFact:
    """What `abs` gives: of complex numbers it is real, and not followed; truth values are not either."""
    return dtype if dtype.category in _WHOLE_OR_REAL else UNKNOWN


def real(dtype: DType) -> DTypeFact:
    """A float is kept; what an integer becomes depends on numpy's version."""
    return dtype if dtype.category is Category.FLOAT else UNKNOWN


def asked(_dtype: DType) -> DTypeFact:
    """What a question is answered with."""
    return BOOL


def located(_dtype: DType) -> DTypeFact:
    """Where an item is, is an integer of 64 bits."""
    return INT64


def _array(value: Value) -> ArrayFact | None:
    return value if isinstance(value, ArrayFact) and not isinstance(value, ArrayItem) else None
