"""Words for what numpy calculates with arrays.

A number of Python takes the array's dtype, as in torch, and no float that an array holds is narrowed. What numpy gives
for one item is no array, and nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from dtensortypes.core.algebra.axes import anything
from dtensortypes.core.algebra.broadcast import broadcast
from dtensortypes.core.algebra.index import indexed
from dtensortypes.core.algebra.join import concatenated, concatenated_many, stacked, stacked_many
from dtensortypes.core.algebra.promote_arrays import RANKS, WIDE_INTEGERS, promoted, together
from dtensortypes.core.algebra.reduce import reduced
from dtensortypes.core.facts.dtype import BOOL, FLOAT64, INT64, UINT64, Category, DType, DTypeFact
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact, ArrayItem
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Number, Value
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.arguments import as_bool, as_dims, as_int
from dtensortypes.core.rules.arrays import array_of, as_numpy_dtype, own_array
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.words import ValueWord

Rule: TypeAlias = Callable[[DType], DTypeFact]


def array_calculated(call: Call) -> Value:
    """Arithmetic of two arrays, or of an array and a number."""
    return met(own_array(call), call["other"], paired)


def array_divided(call: Call) -> Value:
    """`/`: a float in any case."""
    return met(own_array(call), call["other"], divided)


def array_floated(call: Call) -> Value:
    """What only floats have, as `sin`: integers become floats, and of a number comes one of numpy's."""
    own = _array(call["x"])
    if own is None:
        is_number = category_of(call["x"]) in {Category.INTEGER, Category.FLOAT}
        return ArrayItem(FLOAT64, SCALAR) if is_number else UNKNOWN
    dtype = known(own.dtype, floated)
    return ArrayItem(dtype, SCALAR) if isinstance(own, ArrayItem) else whole(dtype, own.shape)


def array_reduced(dtype: Rule, array: str = "self") -> ValueWord:
    """Axes summed away: an array of the dtype that the rule gives, or a number where no axis is left."""
    own_of = array_of(array)

    def word(call: Call) -> Value:
        own = _array(own_of(call))
        if own is None or own.shape == SCALAR or call["out"] is not None:
            return UNKNOWN
        asked = call["dtype"]
        found = known(own.dtype, dtype) if asked is None else as_numpy_dtype(asked)
        keepdims = False if call["keepdims"] is None else as_bool(call["keepdims"])
        try:
            shape = reduced(own.shape, as_dims(call["axis"]), keepdim=keepdims)
        except Refused:
            return UNKNOWN
        if shape == SCALAR:
            return ArrayItem(found, shape)
        is_array = own.shape.rank is not None or keepdims is True or _has_two_axes(as_dims(call["axis"]))
        return ArrayFact(found, shape) if is_array else UNKNOWN

    return word


def _has_two_axes(axis: object) -> bool:
    """Whether an array that has this axis has another one, too."""
    return isinstance(axis, int) and not -1 <= axis <= 0


def array_averaged(dtype: DType) -> DTypeFact:
    """The mean of integers is a float64, that of floats is one of them."""
    return FLOAT64 if dtype.category <= Category.INTEGER else floated(dtype)


def array_spread(dtype: DType) -> DTypeFact:
    """The deviation of floats is one of them; that of complex numbers is real, and not followed."""
    return array_averaged(dtype) if dtype.category < Category.COMPLEX else UNKNOWN


def array_summed(dtype: DType) -> DTypeFact:
    """The sum of integers has numpy's own width."""
    if dtype.category > Category.INTEGER:
        return dtype
    return INT64 if dtype.signed or dtype == BOOL else UINT64


def array_itself(dtype: DType) -> DTypeFact:
    """The largest of the items is one of them."""
    return dtype


def array_indexed(call: Call) -> Value:
    """`array[index]`."""
    own = own_array(call)
    try:
        shape = indexed(own.shape, call["index"])
    except Refused:
        return UNKNOWN
    index = call["index"] if isinstance(call["index"], tuple) else (call["index"],)
    if shape == SCALAR and ... not in index:  # with `...` it is an array without axes
        return ArrayItem(own.dtype, shape)
    return UNKNOWN if shape == UNKNOWN_SHAPE else whole(own.dtype, shape)


def array_stacked(call: Call) -> Value:
    """Arrays along a new axis."""
    return _joined(call, stacked, stacked_many)


def array_concatenated(call: Call) -> Value:
    """Arrays one after the other."""
    return _joined(call, concatenated, concatenated_many)


def array_appended(call: Call) -> Value:
    """`append`: the items of one array after those of another; a number counts as an array, with numpy's own width."""
    if call["axis"] is not None:
        return UNKNOWN
    every = [_array(_listed(_in_list(call[name]))) for name in ("arr", "values")]
    arrays = [array for array in every if array is not None]
    if len(arrays) < len(every):
        return UNKNOWN
    rows = [array.shape if array.shape.rank == 1 else anything(1) for array in arrays]
    return ArrayFact(together([array.dtype for array in arrays]), concatenated(rows, 0))


def array_chosen(call: Call) -> Value:
    """`where`: items of two arrays of one dtype, or numbers."""
    one, other = call["x"], call["y"]
    if isinstance(one, ArrayFact):
        return met(one, other, lambda dtype: dtype, call["condition"])
    kinds = {category_of(one), category_of(other)}
    dtype = FLOAT64 if kinds == {Category.FLOAT} else INT64 if kinds == {Category.INTEGER} else None
    mask = _array(call["condition"])
    return UNKNOWN if dtype is None or mask is None else whole(dtype, mask.shape)


def met(own: ArrayFact, other: Value, rule: Rule, *more: Value) -> Value:
    """An array with another one, or with a number, item by item."""
    if not isinstance(own.dtype, DType):
        return UNKNOWN
    other = _listed(other)
    shapes = [found.shape for found in (own, other, *more) if isinstance(found, ArrayFact)]
    if isinstance(other, ArrayFact):
        both = promoted(own.dtype, other.dtype) if isinstance(other.dtype, DType) else None
        # Before numpy 2 a number took the array's width.
        is_sure = not isinstance(other, ArrayItem) or both == own.dtype or _is_of_higher_kind(other.dtype, own.dtype)
        found = UNKNOWN if both is None or not is_sure else rule(both)
    else:
        category = category_of(other)
        is_weak = category is not None and RANKS.index(category) <= RANKS.index(own.dtype.category)
        found = rule(own.dtype) if is_weak and own.dtype.category in RANKS else UNKNOWN
        if category is Category.FLOAT and own.dtype.category <= Category.INTEGER:
            found = rule(FLOAT64)
    try:
        return whole(found, broadcast(*shapes)) if found is not UNKNOWN else UNKNOWN
    except Refused:
        return UNKNOWN


def _is_of_higher_kind(number: DTypeFact | None, own: DType) -> bool:
    """Whether a number counts as an array does in every version of numpy: a float among integers, not among floats."""
    kinds = [dtype.category for dtype in (number, own) if isinstance(dtype, DType) and dtype.category in RANKS]
    return len(kinds) == 2 and RANKS.index(kinds[0]) > RANKS.index(kinds[1])


def _in_list(value: Value) -> Value:
    """The value as a list of it, if it is one number of Python's."""
    return (value,) if category_of(value) in {Category.FLOAT, Category.INTEGER} else value


def _listed(value: Value) -> Value:
    """A list of Python's numbers as the array that numpy makes of it, which has numpy's own width."""
    items = value if isinstance(value, tuple) else (value.item,) if isinstance(value, Items) else ()
    kinds = {category_of(item) for item in items}
    dtype = FLOAT64 if kinds == {Category.FLOAT} else INT64 if kinds == {Category.INTEGER} else None
    return value if dtype is None else ArrayFact(dtype, Shape.of(len(items)) if value is items else anything(1))


def _joined(
    call: Call, joined: Callable[[Sequence[Shape], int], Shape], joined_many: Callable[[Shape, int], Shape]
) -> Value:
    given, axis = call["arrays"], call["axis"]
    found = as_int(0 if axis is None else axis)
    at = found if isinstance(found, int) else None
    arrays = [_array(_listed(item)) for item in given] if isinstance(given, tuple) else []
    many = _array(given.item) if isinstance(given, Items) else None
    every = [many] if many is not None else [array for array in arrays if array is not None]
    if not every or len(every) < len(arrays):
        return UNKNOWN
    dtype = together([array.dtype for array in every])
    if at is None:
        return ArrayFact(dtype)
    try:
        shape = joined([array.shape for array in every], at) if many is None else joined_many(many.shape, at)
    except Refused:
        return UNKNOWN
    return ArrayFact(dtype, shape)


def whole(dtype: DTypeFact | None, shape: Shape) -> Value:
    """The array; UNKNOWN where it may be a number, as numpy gives one of an array without axes."""
    return ArrayFact(dtype, shape) if shape.left or shape.right or shape == UNKNOWN_SHAPE else UNKNOWN


def known(dtype: DTypeFact | None, rule: Rule) -> DTypeFact:
    """What the rule says of a dtype that is known."""
    return rule(dtype) if isinstance(dtype, DType) else UNKNOWN


def paired(dtype: DType) -> DTypeFact:
    """The dtype that both have; what becomes of truth values is not followed."""
    return UNKNOWN if dtype == BOOL else dtype


def floated(dtype: DType) -> DTypeFact:
    """What becomes of the dtype where only a float will do."""
    if dtype in WIDE_INTEGERS:
        return FLOAT64
    return dtype if dtype.category in {Category.FLOAT, Category.COMPLEX} else UNKNOWN


def divided(dtype: DType) -> DTypeFact:
    """What `/` makes of two of the dtype: of integers of any width float64."""
    return FLOAT64 if dtype.category <= Category.INTEGER else floated(dtype)


def _array(value: Value) -> ArrayFact | None:
    return value if isinstance(value, ArrayFact) else None


def category_of(value: Value) -> Category | None:
    """Which kind of number it is, if it is one of Python's."""
    match value:
        case Number(category=category):
            return category
        case bool():
            return Category.BOOL
        case int():
            return Category.INTEGER
        case float():
            return Category.FLOAT
    return None
