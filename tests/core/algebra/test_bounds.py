"""The order of sizes: what is proved is true of all sizes from 2 on."""

from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.bounds import at_least, ceiling, larger, longer, smaller
from dtensortypes.core.facts.dim import FOREIGN, Dim
from dtensortypes.core.facts.unknown import UNKNOWN
from tests.strategies import polynomials

sizes = st.fixed_dictionaries({name: st.integers(2, 6) for name in "abn"})


def at(dim, values):
    return dim.substitute({name: Dim.of(value) for name, value in values.items()}).constant


@given(polynomials, polynomials, sizes)
def test_a_proof_holds_for_all_sizes(left, right, values):
    first, second = (
        at(left, values) if _defined(left, values) else None,
        at(right, values) if _defined(right, values) else None,
    )
    if first is None or second is None:
        return
    assert not at_least(left, right) or first >= second
    assert at(smaller(left, right), values) == min(first, second)
    assert at(larger(left, right), values) == max(first, second)


def _defined(dim, values):
    return isinstance(dim.substitute({name: Dim.of(value) for name, value in values.items()}), Dim)


@given(polynomials, st.integers(1, 4), sizes)
def test_a_ceiling_rounds_up(dim, divisor, values):
    if _defined(dim, values):
        assert at(ceiling(dim, divisor), values) == -(-at(dim, values) // divisor)


def test_some_proofs():
    n, m = Dim.of("n"), Dim.of("m")
    assert at_least(n, Dim.of(2))
    assert not at_least(n, Dim.of(3))
    assert at_least(n * m, n)
    assert not at_least(n, m)
    assert smaller(n, Dim.of(2)) == Dim.of(2)
    assert smaller(n, Dim.of(3)).notation == "min(3,n)"
    assert not at_least(Dim.of("{self.dim}"), Dim.of(0))


def test_a_foreign_name_may_be_any_size():
    foreign = Dim.of(f"{FOREIGN}n")
    assert at_least(foreign, Dim.of(0))
    assert not at_least(foreign, Dim.of(1))


@given(polynomials, st.integers(-3, 3))
def test_longer_and_back_is_the_same(dim, by):
    assert longer(longer(dim, by), -by) == dim
    assert longer(UNKNOWN, by) is UNKNOWN is longer(dim, UNKNOWN)
