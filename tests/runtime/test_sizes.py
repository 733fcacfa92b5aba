from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.notation.dims import parse_dim
from dtensortypes.runtime.sizes import divisors, expression, linear
from tests.strategies import polynomials


@given(polynomials, st.integers(0, 5), st.integers(0, 5), st.integers(0, 5))
def test_an_expression_has_the_value_of_its_dim(dim, a, b, n):
    scope = {"a": a, "b": b, "n": n}
    expected = dim.substitute({name: Dim.of(size) for name, size in scope.items()})
    assert eval(expression(dim, lambda name: name), scope) == expected.constant  # noqa: S307 - our own text


def test_what_must_not_be_zero():
    assert [d.notation for d in divisors(parse_dim("a//(b%c)+d//2"))] == ["c", "b%c"]


def test_what_a_size_tells_of_a_name():
    assert linear(parse_dim("2*n+b+1"), "n") == (2, parse_dim("b+1"))
    assert linear(parse_dim("n*b"), "n") is None
    assert linear(parse_dim("n+n//2"), "n") is None
