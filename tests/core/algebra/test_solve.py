"""One call's dims solved: a solution makes every claim true, and no call that has one is refused."""

from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.align import Declared, dim_claims
from dtensortypes.core.algebra.solve import Bound, solved, substituted
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_pattern
from tests.strategies import disguised_size, polynomials, value

assignments = st.fixed_dictionaries({name: st.integers(0, 5) for name in "abn"})


def concrete(dim, sizes):
    result = dim.substitute({name: Dim.of(size) for name, size in sizes.items()})
    return result.constant if isinstance(result, Dim) and result.constant >= 0 else None


@given(st.lists(polynomials, min_size=1, max_size=4), assignments, st.data())
def test_no_call_that_has_a_solution_is_refused(declared, sizes, data):
    declared = [dim for dim in declared if concrete(dim, sizes) is not None]
    pattern = parse_pattern(" ".join(dim.notation for dim in declared))
    found = Shape(tuple(data.draw(disguised_size(concrete(dim, sizes))) for dim in declared))
    bound = solved(dim_claims(Declared(pattern, found)), {})
    for name, one in bound.items():
        assert value(one.size) == sizes[name]


@given(st.permutations(["n", "m+n", "2*m-1", "k+m+n"]))
def test_linear_claims_are_solved_in_any_order(words):
    sizes = {"n": 3, "m": 4, "k": 5}
    pattern = parse_pattern(" ".join(words))
    found = Shape.of(*(concrete(axis.dim, sizes) for axis in pattern.axes))
    bound = solved(dim_claims(Declared(pattern, found)), {})
    assert {name: one.size.constant for name, one in bound.items()} == sizes


def test_names_of_the_caller_are_not_taken_for_those_of_the_function():
    (claim,) = dim_claims(Declared(parse_pattern("n+1"), Shape.of("n")))
    assert solved([claim], {})["n"].size == Dim.of("n") - 1


def test_substitution_knows_only_what_is_bound():
    bound = {"n": Bound(Dim.of(3))}
    assert substituted(Dim.of("n") + 1, bound) == Dim.of(4)
    assert substituted(Dim.of("m"), bound) is UNKNOWN
    assert substituted(UNKNOWN, bound) is UNKNOWN
