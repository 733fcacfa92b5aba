"""Arithmetic of known numbers is Python's own; what Python refuses, or may not know, is unknown."""

import math
import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT64, Category
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Number
from dtensortypes.core.rules.python_numbers import COMPARISONS, arithmetic, compared, negated, of_kinds, of_numbers

SIGNS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%"}
NUMBERS = st.integers(-1000, 1000) | st.floats(-1000, 1000).filter(lambda one: one == 0 or abs(one) > 1e-3)


@given(NUMBERS, NUMBERS, st.sampled_from(["add", "sub", "mul", "truediv", "floordiv", "mod"]))
def test_arithmetic_is_pythons(left, right, name):
    found = arithmetic(SIGNS[name], left, right)
    if found is UNKNOWN:
        assert right == 0
    else:
        assert found == getattr(operator, name)(left, right)


@given(st.integers(-9, 9), st.integers(-9, 9), st.sampled_from(list(COMPARISONS)))
def test_integers_and_words_are_compared(left, right, sign):
    assert compared(sign, left, right) is COMPARISONS[sign](left, right)
    assert compared(sign, str(left), str(right)) is COMPARISONS[sign](str(left), str(right))


@pytest.mark.parametrize(("left", "right"), [(1, 1.0), (True, 1), (1, "1"), (UNKNOWN, 1), (1, Dim.of(1))])
def test_what_else_is_compared_is_unknown(left, right):
    assert compared("==", left, right) is UNKNOWN
    assert compared("in", 1, 2) is UNKNOWN


@given(st.integers(1, 10_000))
def test_a_square_has_its_side(side):
    root = of_numbers("math.sqrt", [side * side])
    assert of_numbers("builtins.int", [root]) == side
    assert of_numbers("builtins.int", [arithmetic("**", side * side, 0.5)]) == side


@pytest.mark.parametrize(
    ("name", "given", "found"),
    [
        ("builtins.int", [6.9], 6),
        ("builtins.round", [6.9], 7),
        ("math.ceil", [6.1], 7),
        ("math.log2", [64], 6.0),
        ("builtins.max", [3, 5], 5),
        ("math.sqrt", [-1], UNKNOWN),
        ("math.gcd", [1.5], UNKNOWN),
        ("builtins.int", [True], UNKNOWN),
        ("builtins.int", [Dim.of("n")], UNKNOWN),
        ("builtins.int", [], UNKNOWN),
        ("builtins.int", [math.inf], UNKNOWN),
        ("builtins.len", [ArrayFact(FLOAT64, Shape.of(7, 2))], 7),
        ("builtins.len", [TensorFact(FLOAT64, shape=Shape.of("n", 2))], UNKNOWN),
        ("builtins.len", [ArrayFact()], UNKNOWN),
        ("builtins.len", [(1, 2)], UNKNOWN),
        ("builtins.len", ["abc"], 3),
    ],
)
def test_functions(name, given, found):
    assert of_numbers(name, given) == found


@pytest.mark.parametrize(("left", "right"), [(2, 1000), (-2, 0.5), (0, -1)])
def test_powers_that_are_left_open(left, right):
    assert arithmetic("**", left, right) is UNKNOWN


FLOAT, INTEGER = Number(Category.FLOAT), Number(Category.INTEGER)


@pytest.mark.parametrize(
    ("sign", "left", "right", "found"),
    [
        ("*", FLOAT, INTEGER, FLOAT),
        ("-", 2, FLOAT, FLOAT),
        ("/", Dim.of("n"), INTEGER, FLOAT),
        ("**", FLOAT, 2, FLOAT),
        ("**", FLOAT, FLOAT, UNKNOWN),
        ("**", INTEGER, INTEGER, UNKNOWN),
        ("+", Dim.of("n"), INTEGER, UNKNOWN),
        ("*", FLOAT, UNKNOWN, UNKNOWN),
        ("*", FLOAT, Number(Category.COMPLEX), UNKNOWN),
        ("@", FLOAT, FLOAT, UNKNOWN),
    ],
)
def test_what_is_a_float_whatever_the_numbers_are(sign, left, right, found):
    assert of_kinds(sign, left, right) == found


@pytest.mark.parametrize(("number", "found"), [(3, -3), (FLOAT, FLOAT), (INTEGER, UNKNOWN), (UNKNOWN, UNKNOWN)])
def test_negated(number, found):
    assert negated(number) == found


SOME = Items(Number(Category.INTEGER))


@pytest.mark.parametrize(
    ("name", "given", "found"),
    [
        ("len", [Shape.of("b", 3)], 2),
        ("len", [UNKNOWN_SHAPE], UNKNOWN),
        ("range", [3], (0, 1, 2)),
        ("range", [1, 7, 2], (1, 3, 5)),
        ("range", [Dim.of("n")], SOME),
        ("range", [UNKNOWN], SOME),
        ("range", [10_000], SOME),
        ("range", [0, 1, 0], SOME),
        ("range", [], UNKNOWN),
        ("sum", [(3, 1)], 4),
        ("sum", [(0.5, 1)], 1.5),
        ("sum", [Shape.of("b", 3)], Dim.of("b") + 3),
        ("sum", [(Dim.of(2), 3)], 5),
        ("sum", [UNKNOWN_SHAPE], UNKNOWN),
        ("sum", [(True, 1)], UNKNOWN),
        ("sum", [()], UNKNOWN),
        ("sum", [(1, 2), 3], UNKNOWN),
        ("list", [(3, 1)], (3, 1)),
        ("sorted", [SOME], SOME),
        ("sorted", [(9, 3, 5)], (3, 5, 9)),
        ("sorted", [(3, UNKNOWN)], UNKNOWN),
        ("tuple", [(UNKNOWN,)], UNKNOWN),
        ("list", [UNKNOWN], UNKNOWN),
    ],
)
def test_several_numbers(name, given, found):
    assert of_numbers(f"builtins.{name}", given) == found


@pytest.mark.parametrize(
    ("given", "found"), [((1, 28, 28), 784), ((Dim.of("n"), 2), Dim.of("n") * 2), ((2, 0.5), UNKNOWN), ((), UNKNOWN)]
)
def test_numpys_product_of_sizes(given, found):
    assert of_numbers("numpy._core.fromnumeric.prod", [given]) == found


def test_words_are_put_together_up_to_a_length():
    assert of_kinds("+", "ab", "c") == "abc"
    assert of_kinds("*", "ab", "c") is UNKNOWN
    assert of_kinds("+", "a" * 2000, "c") is UNKNOWN
