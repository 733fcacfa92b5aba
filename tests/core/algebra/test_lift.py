"""A rule lifted to open facts says what the rule says of every possibility, and no more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.lift import DEVICE_DOMAIN, DTYPE_DOMAIN, lift
from dtensortypes.core.algebra.promote import promote_types, promoted, result_type
from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import CPU, CUDA
from dtensortypes.core.facts.dtype import (
    BFLOAT16,
    COMPLEX64,
    COMPLEX128,
    DTYPES,
    FLOAT,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT64,
    INTEGER,
    NUMBER,
    UINT16,
    Category,
    one_of_dtypes,
)
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Refused

HALVES = one_of_dtypes(frozenset({FLOAT16, BFLOAT16}))
D = Var("D", HALVES)

facts = st.one_of(
    st.sampled_from(DTYPES),
    st.sets(st.sampled_from(DTYPES), min_size=2, max_size=4).map(lambda some: one_of_dtypes(frozenset(some))),
    st.sampled_from([Var("D", HALVES), Var("E", INTEGER)]),
)


def join(dtypes):
    return promote_types(*dtypes)


def lift_dtypes(rule, facts):
    return lift(lambda members, _: rule(members), facts, (), DTYPE_DOMAIN)


@given(facts, facts, st.data())
def test_the_result_covers_every_possibility(first, second, data):
    chosen = [data.draw(st.sampled_from(sorted(DTYPE_DOMAIN.possible(fact), key=str))) for fact in (first, second)]
    if isinstance(first, Var) and first == second:
        chosen = [chosen[0]] * 2
    try:
        lifted = lift_dtypes(join, [first, second])
    except Refused:
        with pytest.raises(Refused):
            join(chosen)
        return
    try:
        assert join(chosen) in DTYPE_DOMAIN.possible(lifted)
    except Refused:
        return  # this possibility is refused, another is not


@pytest.mark.parametrize(
    ("operands", "result"),
    [
        ([FLOAT32, FLOAT64], FLOAT64),
        ([HALVES, FLOAT32], FLOAT32),
        ([HALVES, HALVES], one_of_dtypes(frozenset({FLOAT16, BFLOAT16, FLOAT32}))),
        ([D, D], D),
        ([D, INT64], D),
        ([D, FLOAT32], FLOAT32),
        ([D, Var("E", HALVES)], one_of_dtypes(frozenset({FLOAT16, BFLOAT16, FLOAT32}))),
        ([FLOAT32, UNKNOWN], UNKNOWN),
        ([OneOf(frozenset({UINT16, INT64})), INT8], INT64),
        ([NUMBER, NUMBER], UNKNOWN),
        ([Var("F"), Var("F")], Var("F")),
    ],
)
def test_lifted_promotion(operands, result):
    assert lift_dtypes(join, operands) == result


def test_what_every_possibility_refuses_is_refused_in_the_same_words_each_time():
    wide = OneOf(frozenset({d for d in DTYPES if d.name in {"uint16", "uint32", "uint64"}}))
    with pytest.raises(Refused, match=r"^uint16 and int8 have no common dtype"):
        lift_dtypes(join, [wide, INT8])


@pytest.mark.parametrize(
    ("operands", "result"),
    [
        ([(FLOAT32, False), (FLOAT64, None)], one_of_dtypes(frozenset({FLOAT32, FLOAT64}))),
        ([(FLOAT32, False), (FLOAT64, True)], FLOAT32),
        ([(FLOAT32, False), Category.FLOAT], FLOAT32),
        ([(INT64, None), Category.FLOAT], FLOAT32),
        ([(FLOAT32, False), Category.COMPLEX], COMPLEX64),
        ([(FLOAT, False), Category.INTEGER], FLOAT),
        ([(Var("D", FLOAT), None), Category.FLOAT], Var("D", FLOAT)),
        ([(UNKNOWN, False), Category.INTEGER], UNKNOWN),
        ([Category.INTEGER, Category.BOOL], INT64),
    ],
)
def test_zero_dim_or_not_is_tried_both_ways(operands, result):
    assert promoted(operands) == result


def test_the_default_dtype_counts():
    assert promoted([(INT64, False), Category.FLOAT], FLOAT64) == FLOAT64
    assert promoted([(INT64, False), Category.COMPLEX], FLOAT64) == COMPLEX128


def test_flags_and_members_are_given_in_order():
    seen = []

    def rule(members, flags):
        seen.append((members, flags))
        return result_type(list(zip(members, flags, strict=True)))

    lift(rule, [FLOAT32, INT8], [None, True], DTYPE_DOMAIN)
    assert seen == [((FLOAT32, INT8), (False, True)), ((FLOAT32, INT8), (True, True))]


def test_devices_are_lifted_too():
    place = OneOf(frozenset({CPU, CUDA}))
    for known in (place, Var("V")):
        assert lift(lambda devices, _: devices[0], [known], (), DEVICE_DOMAIN) == known
    assert CPU in DEVICE_DOMAIN.possible(UNKNOWN)
