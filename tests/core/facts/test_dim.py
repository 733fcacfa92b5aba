"""Dims are integers in disguise: their arithmetic is that of integers, and `differ` says only what is true."""

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.facts.dim import Applied, Dim, applied, differ
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.dims import parse_dim
from tests.strategies import polynomials

OPERATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod}
FUNCTIONS = {"//": operator.floordiv, "%": operator.mod, "min": min, "max": max}

positive = st.fixed_dictionaries({name: st.integers(1, 6) for name in "abn"})
promised = st.permutations(range(2, 9)).map(lambda some: dict(zip("abn", some, strict=False)))


def at(dim, sizes):
    """The integer that a dim is for these sizes; None where it divides by 0."""
    result = dim.substitute({name: Dim.of(size) for name, size in sizes.items()})
    return result.constant if isinstance(result, Dim) else None


@given(polynomials, polynomials, st.sampled_from(sorted(OPERATIONS)), positive)
def test_arithmetic_is_that_of_integers(left, right, sign, sizes):
    first, second = at(left, sizes), at(right, sizes)
    if first is None or second is None:
        return
    if sign in {"//", "%"} and second == 0:
        return
    assert at(OPERATIONS[sign](left, right), sizes) == OPERATIONS[sign](first, second)


@given(polynomials, polynomials, st.sampled_from(sorted(FUNCTIONS)), positive)
def test_functions_are_those_of_integers(left, right, function, sizes):
    first, second = at(left, sizes), at(right, sizes)
    if first is not None and second not in {None, 0}:
        assert at(applied(function, left, right), sizes) == FUNCTIONS[function](first, second)


@given(polynomials, polynomials, polynomials)
def test_equal_sizes_are_equal_values(first, second, third):
    assert first + second == second + first
    assert first * second == second * first
    assert (first + second) + third == first + (second + third)
    assert (first + second) * third == first * third + second * third
    assert first - first == Dim.of(0)
    assert hash(first + second) == hash(second + first)


@given(polynomials, polynomials, promised)
def test_what_is_said_to_differ_differs_for_all_promised_sizes(left, right, sizes):
    first, second = at(left, sizes), at(right, sizes)
    if differ(left, right) and first is not None:
        assert first != second
    assert differ(left, right) == differ(right, left)


@pytest.mark.parametrize(
    ("left", "right", "proved"),
    [
        ("n", "m", True),
        ("n", "1", True),
        ("n", "0", True),
        ("n", "3", False),
        ("3", "4", True),
        ("3", "3", False),
        ("n", "n", False),
        ("n", "n+1", True),
        ("n", "2*n", True),
        ("b*n", "b*m", True),
        ("b*n", "b", True),
        ("2*n", "3", True),
        ("2*n", "4", False),
        ("2*n", "m", False),
        ("n+m", "n", True),
        ("n+m", "3", True),
        ("n-m", "0", True),
        ("h//2", "1", False),
        ("{self.dim}", "1", False),
        ("{self.dim}", "n", False),
        ("{self.dim}", "{self.dim}+1", True),
        ("{self.dim}*n", "{self.dim}*m", False),
        ("min(n,m)", "n", False),
    ],
)
def test_what_can_be_proved(left, right, proved):
    assert differ(parse_dim(left), parse_dim(right)) == proved


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("0", "0"),
        ("n+0", "n"),
        ("1+n", "n+1"),
        ("n*b*2", "2*b*n"),
        ("n-n", "0"),
        ("-n", "-n"),
        ("1-n", "-n+1"),
        ("(4*n+3)//2", "2*n+1"),
        ("(b*n)//n", "b"),
        ("(b*d)//(b*h)", "d//h"),
        ("(b*d)%(b*h)", "b*(d%h)"),
        ("(n+1)//2", "(n+1)//2"),
        ("2*(n//2)", "2*(n//2)"),
        ("7//2", "3"),
        ("7%4", "3"),
        ("(4*n+3)%2", "1"),
        ("min(n,n+1)", "n"),
        ("max(3,2)", "3"),
        ("max(n,m)", "max(m,n)"),
        ("(n+1)**2", "n*n+2*n+1"),
        ("n//n", "1"),
    ],
)
def test_the_normal_form(text, notation):
    assert parse_dim(text).notation == notation
    assert parse_dim(notation) == parse_dim(text)


def test_what_a_dim_is():
    assert Dim.of(3).constant == 3
    assert Dim.of(0).constant == 0
    assert Dim.of("n").constant is None
    assert Dim.of("n").name == "n"
    assert (Dim.of("n") + 1).name is None
    assert (Dim.of("n") * 2).name is None
    assert parse_dim("b*((n+m)//2)").names == {"b", "n", "m"}
    assert parse_dim("n//2").atoms == {Applied("//", (Dim.of("n"), Dim.of(2)))}
    assert str(Dim.of("n")) == "n"


def test_substitution():
    n = Dim.of("n")
    assert (n + 1).substitute({"n": UNKNOWN}) is UNKNOWN
    assert (n + 1).substitute({"m": UNKNOWN}) == n + 1
    assert (n + Dim.of("m")).substitute({"n": Dim.of("m"), "m": n}) == n + Dim.of("m")
    assert parse_dim("6//n").substitute({"n": Dim.of(0)}) is UNKNOWN
    assert parse_dim("6%n").substitute({"n": UNKNOWN}) is UNKNOWN


@pytest.mark.parametrize("operation", [operator.floordiv, operator.mod])
def test_division_by_zero(operation):
    with pytest.raises(ZeroDivisionError):
        operation(Dim.of("n"), 0)
