"""Numpy is the judge of what is said of its functions of arrays: dtype and shape, on every dtype."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import BY_NAME, FLOAT64, Category
from dtensortypes.core.facts.shape import SCALAR, Shape
from dtensortypes.core.facts.tensor import ArrayFact, ArrayItem
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Number
from dtensortypes.core.ops import infer
from tests.core.rules.test_array_math import ARRAYS, NUMBERS, agrees, fact

PAIRED = ["maximum", "minimum", "add", "subtract", "multiply", "power", "divide", "arctan2"]
EACH = ["abs", "negative", "square", "sign", "floor", "ceil", "trunc", "rint", "round"]
REDUCED = ["argmax", "median", "linalg.norm", "prod", "nanmean", "nanstd", "nansum", "nanmax"]


def function(name):
    found = np
    for part in name.split("."):
        found = getattr(found, part)
    return found


def judged(name, arguments, given_to_numpy, **named):
    """The law, also where the shapes are not known: an array without axes is taken for none there."""
    run = function(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = run(*given_to_numpy, **named)
        except (TypeError, ValueError, IndexError, np.linalg.LinAlgError, np.exceptions.AxisError):
            return  # numpy's refusals are not ours to say
    is_open = not any(isinstance(one, ArrayFact) and one.shape == SCALAR for one in arguments)
    for given_to_us in (arguments, *([[shapeless(one) for one in arguments]] if is_open else [])):
        claimed = infer(f"numpy.{name}", given_to_us, named)
        assert claimed is None or agrees(claimed.result, found), (claimed, found)


def shapeless(value):
    if isinstance(value, tuple):
        return tuple(map(shapeless, value))
    return ArrayFact(value.dtype) if isinstance(value, ArrayFact) else value


@given(ARRAYS, ARRAYS | NUMBERS, st.sampled_from(PAIRED))
def test_item_with_item(one, other, name):
    judged(name, (fact(one), fact(other)), (one, other))
    judged(name, (fact(other), fact(one)), (other, one))


@given(ARRAYS, st.sampled_from(EACH))
def test_each_item(own, name):
    judged(name, (fact(own),), (own,))


@given(ARRAYS, st.sampled_from(["cumsum", "cumprod"]), st.sampled_from([None, 0, -1]))
def test_accumulated(own, name, axis):
    judged(name, (fact(own),), (own,), axis=axis)


@given(ARRAYS, st.sampled_from(REDUCED), st.sampled_from([None, 0, 1, -1, -2]), st.booleans())
def test_reduced(own, name, axis, keepdims):
    judged(name, (fact(own),), (own,), axis=axis, keepdims=keepdims)


@given(ARRAYS, ARRAYS, st.sampled_from(["dot", "matmul", "ndarray.__matmul__", "outer", "convolve", "correlate"]))
def test_multiplied(one, other, name):
    judged(name, (fact(one), fact(other)), (one, other))


@given(ARRAYS, *[st.sampled_from([0, 1, 0.5, None])] * 2)
def test_clipped(own, low, high):
    judged("ndarray.clip", (fact(own), low, high), (own, low, high))


@pytest.mark.parametrize("bound", [Dim.of("n"), Number(Category.INTEGER)])
def test_between_sizes_only_what_is_wide_enough_stays_what_it_is(bound):
    for word, stays in {"float32": True, "float64": True, "int64": True, "uint8": False, "int32": False}.items():
        dtype = BY_NAME[word]
        found = infer("numpy.clip", (ArrayFact(dtype, Shape.of(3)), 0, bound), {}).result
        assert found == ArrayFact(dtype if stays else UNKNOWN, Shape.of(3))
    assert infer("numpy.clip", (ArrayFact(FLOAT64, Shape.of(3)), 0, UNKNOWN), {}).result is UNKNOWN


@given(st.lists(ARRAYS, min_size=1, max_size=3), st.sampled_from(["vstack", "hstack", "dstack", "column_stack"]))
def test_piled(arrays, name):
    judged(name, (tuple(map(fact, arrays)),), (arrays,))


@given(ARRAYS, st.sampled_from(["cov", "diag", "linalg.inv", "linalg.pinv", "bincount"]))
def test_of_one_array(own, name):
    judged(name, (fact(own),), (own,))


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("maximum", (fact(np.ones(3, int)), 1), fact(np.ones(3, int))),
        ("ndarray.__gt__", (fact(np.ones((2, 3), np.float32)), 0), fact(np.ones((2, 3), bool))),
        ("ndarray.__lt__", (fact(np.ones((2, 3))), fact(np.ones(3, int))), fact(np.ones((2, 3), bool))),
        ("ndarray.__lt__", (fact(np.ones((2, 3))), UNKNOWN), UNKNOWN),
        ("divide", (1.0, fact(np.ones(3))), fact(np.ones(3))),
        ("bincount", (ArrayFact(), None, 3), ArrayFact(BY_NAME["int64"], Shape((UNKNOWN,)))),
        ("cumsum", (fact(np.ones((2, 3), np.float32)),), ArrayFact(BY_NAME["float32"], Shape((UNKNOWN,)))),
        ("vstack", (Items(fact(np.ones(3))),), ArrayFact(FLOAT64, Shape((UNKNOWN, Dim.of(3))))),
        ("vstack", ((fact(np.ones(3)), fact(np.ones(3, np.float32))),), fact(np.ones((2, 3)))),
        ("vstack", (Items(ArrayFact(FLOAT64)),), ArrayFact(FLOAT64)),
        ("vstack", (Items(Number(Category.FLOAT)),), ArrayFact(FLOAT64, Shape((UNKNOWN, Dim.of(1))))),
        ("hstack", (Items(1),), ArrayFact(BY_NAME["int64"], Shape((UNKNOWN,)))),
        ("vstack", ((1.0, fact(np.ones((2, 1), np.float32))),), fact(np.ones((3, 1)))),
        ("column_stack", ((fact(np.ones(3)), fact(np.ones((3, 2)))),), fact(np.ones((3, 3)))),
        ("vstack", ((True, 1.0),), UNKNOWN),
        ("linalg.norm", (ArrayFact(FLOAT64), None, 1), ArrayFact(FLOAT64)),
        ("cov", (ArrayFact(BY_NAME["float32"]),), ArrayFact(FLOAT64)),
        ("dot", (fact(np.ones(3)), fact(np.ones(3))), ArrayItem(FLOAT64, Shape.of())),
    ],
)
def test_what_is_known_is_said(name, arguments, expected):
    assert infer(f"numpy.{name}", arguments, {}).result == expected
