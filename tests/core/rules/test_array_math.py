"""Numpy is the judge of what is said of its arithmetic: dtype and shape, on every dtype."""

import operator
import warnings

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dtensortypes.core.facts.dtype import BY_NAME, Category
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact, ArrayItem
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Number
from dtensortypes.core.ops import infer

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "float16", "float32", "float64", "complex64"]
SHAPES = [(), (3,), (2, 3), (1, 3)]
ARRAYS = st.builds(lambda dtype, shape: np.ones(shape, dtype), st.sampled_from(DTYPES), st.sampled_from(SHAPES))
NUMBERS = st.sampled_from([True, 2, 0.5])
OPERATORS = {"__add__": operator.add, "__mul__": operator.mul, "__truediv__": operator.truediv, "__mod__": operator.mod}
OPERATORS |= {"__pow__": operator.pow, "__floordiv__": operator.floordiv}


def fact(array):
    return ArrayFact(BY_NAME[array.dtype.name], Shape.of(*array.shape)) if isinstance(array, np.ndarray) else array


def agrees(claimed, found):
    """Whether what is claimed is so, of an array and of an item alike."""
    if claimed is UNKNOWN:
        return True
    if isinstance(claimed, ArrayItem):
        return not isinstance(found, np.ndarray) and claimed.dtype in {UNKNOWN, BY_NAME[np.asarray(found).dtype.name]}
    if not isinstance(found, np.ndarray):
        return False
    sizes = claimed.shape.left
    pairs = zip(sizes, Shape.of(*found.shape).left, strict=False)
    shape = len(sizes) == found.ndim and all(size in {UNKNOWN, actual} for size, actual in pairs)
    return (claimed.shape == UNKNOWN_SHAPE or shape) and claimed.dtype in {UNKNOWN, BY_NAME[found.dtype.name]}


def judged(name, arguments, run):
    claimed = infer(f"numpy.{name}", arguments, {})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = run()
        except (TypeError, ValueError, IndexError, np.exceptions.AxisError):
            return  # numpy's refusals are not ours to say
    assert claimed is None or agrees(claimed.result, found)


@given(ARRAYS, ARRAYS | NUMBERS, st.sampled_from(sorted(OPERATORS)))
def test_arithmetic(own, other, method):
    judged(f"ndarray.{method}", (fact(own), fact(other)), lambda: OPERATORS[method](own, other))


@given(ARRAYS, NUMBERS, st.sampled_from(sorted(OPERATORS)))
def test_arithmetic_from_the_right(own, other, method):
    judged(f"ndarray.__r{method[2:]}", (fact(own), other), lambda: OPERATORS[method](other, own))


@given(ARRAYS | NUMBERS, st.sampled_from(["sin", "exp", "sqrt", "log1p"]))
def test_floats(own, name):
    judged(name, (fact(own),), lambda: getattr(np, name)(own))


@given(st.sampled_from(DTYPES), st.sampled_from(DTYPES), st.sampled_from(sorted(OPERATORS)))
def test_arithmetic_with_an_item(one, other, method):
    own, item = np.ones(3, one), np.dtype(other).type(1)
    number = ArrayItem(BY_NAME[other], SCALAR)
    judged(f"ndarray.{method}", (fact(own), number), lambda: OPERATORS[method](own, item))


@pytest.mark.parametrize(
    ("dtype", "other"), [("int16", 32768.0), ("uint8", 255), ("uint8", np.float64(2)), ("bool", 0.5)]
)
def test_what_is_divided_is_a_double(dtype, other):
    number = ArrayItem(BY_NAME["float64"], SCALAR) if isinstance(other, np.floating) else other
    claimed = infer("numpy.ndarray.__truediv__", (fact(np.ones(3, dtype)), number), {}).result
    assert claimed == fact(np.ones(3, dtype) / other)
    assert claimed.dtype == BY_NAME["float64"]


def test_a_function_of_a_number():
    assert infer("numpy.sqrt", (2.0,), {}).result == ArrayItem(BY_NAME["float64"], SCALAR)
    assert infer("numpy.sqrt", (ArrayItem(BY_NAME["float32"], SCALAR),), {}).result.dtype == BY_NAME["float32"]


@given(ARRAYS, st.sampled_from([0, -1, ..., None, (0, 0)]))
def test_indexing(own, index):
    judged("ndarray.__getitem__", (fact(own), index), lambda: own[index])


@given(st.lists(ARRAYS, min_size=1, max_size=3), st.sampled_from(["stack", "concatenate"]), st.sampled_from([0, 1]))
def test_joining(arrays, name, axis):
    judged(name, (tuple(map(fact, arrays)), axis), lambda: getattr(np, name)(arrays, axis))


@given(ARRAYS, ARRAYS | NUMBERS, st.booleans())
def test_appending(array, other, is_first):
    one, two = (other, array) if is_first else (array, other)
    judged("append", (fact(one), fact(two)), lambda: np.append(one, two))


@given(ARRAYS, st.lists(st.sampled_from([0.5, 2.0]), min_size=1, max_size=3))
def test_a_list_is_joined_as_an_array(own, other):
    judged("concatenate", ((tuple(other), fact(own)),), lambda: np.concatenate([other, own]))


@given(ARRAYS, ARRAYS | NUMBERS, ARRAYS | NUMBERS)
def test_choosing(condition, one, other):
    judged("where", (fact(condition), fact(one), fact(other)), lambda: np.where(condition, one, other))


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("ndarray.__mul__", (np.ones(3, np.float32), 2.0), np.ones(3, np.float32)),
        ("ndarray.__truediv__", (np.ones(3, np.int64), 2), np.ones(3)),
        ("ndarray.__getitem__", (np.ones((2, 3)), 0), np.ones(3)),
        ("concatenate", ((np.ones((2, 3)), np.ones((1, 3))),), np.ones((3, 3))),
        ("append", (np.ones(3, np.float32), np.ones(2)), np.ones(5)),
    ],
)
def test_what_is_known_is_said(name, arguments, expected):
    facts = [tuple(map(fact, one)) if isinstance(one, tuple) else fact(one) for one in arguments]
    assert infer(f"numpy.{name}", facts, {}).result == fact(expected)


def test_a_list_of_unknown_length():
    found = infer("numpy.stack", (Items(fact(np.ones(3))),), {}).result
    assert found == ArrayFact(BY_NAME["float64"], Shape((UNKNOWN, *Shape.of(3).left)))


@given(ARRAYS, st.lists(st.sampled_from([0.5, 2.0]), min_size=3, max_size=3), st.sampled_from(sorted(OPERATORS)))
def test_arithmetic_with_a_list(own, other, method):
    judged(f"ndarray.{method}", (fact(own), tuple(other)), lambda: OPERATORS[method](own, other))
    judged(f"ndarray.{method}", (fact(own), Items(Number(Category.FLOAT))), lambda: OPERATORS[method](own, other))


@given(ARRAYS, st.permutations(range(-2, 1)) | st.permutations(range(2)) | st.just(()))
def test_axes_in_another_order(own, axes):
    judged("ndarray.transpose", (fact(own), *axes), lambda: own.transpose(*axes))
    judged("expand_dims", (fact(own), *axes[:1]), lambda: np.expand_dims(own, *axes[:1]))
    judged("ndarray.swapaxes", (fact(own), *axes[:2]), lambda: own.swapaxes(*axes[:2]))


def test_widths_meet():
    image, mean = ArrayFact(BY_NAME["float32"], Shape.of(4, 3)), (0.5, 0.5, 0.5)
    assert infer("numpy.ndarray.__sub__", (image, mean), {}).result == ArrayFact(BY_NAME["float64"], Shape.of(4, 3))
    turned = infer("numpy.ndarray.transpose", (image, 1, 0), {})
    assert turned.result == ArrayFact(BY_NAME["float32"], Shape.of(3, 4))


@given(ARRAYS, st.sampled_from(["mean", "sum", "std", "max", "min"]), st.none() | st.integers(-1, 0), st.booleans())
def test_axes_summed_away(own, method, axis, keepdims):
    assume(own.size or method == "sum")
    assume(own.ndim or axis is None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = getattr(own, method)(axis=axis, keepdims=keepdims)
    outcome = infer(f"numpy.ndarray.{method}", (fact(own),), {"axis": axis, "keepdims": keepdims})
    found = outcome.result if outcome is not None else UNKNOWN
    if found is not UNKNOWN:
        assert isinstance(found, ArrayItem) is not isinstance(expected, np.ndarray)
        assert found.shape == Shape.of(*expected.shape)
        assert found.dtype is UNKNOWN or found.dtype == BY_NAME[expected.dtype.name]


@pytest.mark.parametrize(
    ("item", "expected"),
    [("float64", UNKNOWN), ("float32", "float32"), ("float16", "float32"), ("int64", UNKNOWN), ("bool", "float32")],
)
def test_an_item_may_have_a_width_of_its_own(item, expected):
    narrow = ArrayFact(BY_NAME["float32"], Shape.of(3))
    found = infer("numpy.ndarray.__sub__", (narrow, ArrayItem(BY_NAME[item], SCALAR)), {}).result
    assert found == (UNKNOWN if expected is UNKNOWN else ArrayFact(BY_NAME[expected], Shape.of(3)))


LISTS = st.lists(st.floats(-9, 9), min_size=1, max_size=3) | st.lists(st.integers(-9, 9), min_size=1, max_size=3)
REDUCTIONS = ["mean", "std", "sum", "max", "argmax", "median", "prod", "nanmean"]


@given(LISTS | st.lists(LISTS.filter(lambda row: len(row) == 2), min_size=1, max_size=3), st.sampled_from(REDUCTIONS))
def test_reductions_of_lists(rows, name):
    asked = tuple(tuple(row) if isinstance(row, list) else row for row in rows)
    judged(name, (asked,), lambda: getattr(np, name)(rows))


@given(st.lists(st.sampled_from(DTYPES), min_size=1, max_size=3), st.sampled_from(["array", *REDUCTIONS]))
def test_lists_of_arrays_of_unlike_dtypes(dtypes, name):
    arrays = [np.ones(3, dtype) for dtype in dtypes]
    judged(name, (tuple(map(fact, arrays)),), lambda: getattr(np, name)(arrays))


@given(st.lists(ARRAYS, min_size=1, max_size=3), st.sampled_from(REDUCTIONS), st.sampled_from([None, 0, 1, -1]))
def test_reductions_of_lists_of_arrays(arrays, name, axis):
    judged(name, (tuple(map(fact, arrays)), axis), lambda: getattr(np, name)(arrays, axis))


@pytest.mark.parametrize(("name", "dtype"), [("mean", "float64"), ("max", "float64"), ("argmax", "int64")])
def test_reductions_of_floats_of_unknown_number(name, dtype):
    found = infer(f"numpy.{name}", (Items(Number(Category.FLOAT), is_list=True),), {})
    assert found.result == ArrayItem(BY_NAME[dtype], SCALAR)


def test_reductions_of_integers_that_are_read_as_sizes():
    assert infer("numpy.max", (Shape.of(1, 2),), {}).result == ArrayItem(BY_NAME["int64"], SCALAR)
