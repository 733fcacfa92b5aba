"""Columns make tensors: one, several, or as many as there are pieces; each column fails for itself."""

from dataclasses import replace
from itertools import combinations_with_replacement

import pytest

from dtensortypes.core.facts.device import CPU, CUDA, META
from dtensortypes.core.facts.dtype import COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.autocast import either, full, lower, on, widest
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.columns import Columns
from dtensortypes.core.rules.devices import colocated
from dtensortypes.core.rules.dtypes import always, kept, must_match
from dtensortypes.core.rules.promotion import promoted
from dtensortypes.core.rules.shapes import broadcast
from dtensortypes.core.rules.state import State, regions

X = TensorFact(FLOAT32, CUDA, Shape.of("n"))


def refused(call):
    raise refuse(Kind.SHAPE, "no")


def result(**columns):
    return Columns(**({"dtype": kept, "device": kept, "shape": kept} | columns)).outcome(Call("f", {"self": X})).result


def test_one_and_several():
    assert result() == X
    assert result(dtype=(kept, always(INT64))) == (X, TensorFact(INT64, CUDA, Shape.of("n")))
    assert result(shape=lambda call: (Shape.of(1), Shape.of(2))) == tuple(
        TensorFact(FLOAT32, CUDA, Shape.of(size)) for size in (1, 2)
    )
    assert result(shape=lambda call: Items(Shape.of(1))) == Items(TensorFact(FLOAT32, CUDA, Shape.of(1)))
    assert result(value=always(3)) == 3


def test_a_column_that_refuses_leaves_the_others():
    outcome = Columns(kept, kept, refused).outcome(Call("f", {"self": X}))
    assert outcome.result == TensorFact(FLOAT32, CUDA)
    assert [problem.kind for problem in outcome.problems] == [Kind.SHAPE]
    assert Columns(kept, kept, kept, value=refused).outcome(Call("f", {})).result is UNKNOWN


def test_in_place_gives_self():
    columns = Columns(always(FLOAT64), kept, kept)
    assert columns.outcome_in_place(Call("f_", {"self": X})).result == X
    assert Columns(always(FLOAT64), kept, kept).outcome_in_place(Call("f_", {"self": TensorFact(INT64)})).problems


def test_a_region_casts_nothing_for_what_is_done_in_place():
    columns = Columns(promoted, colocated, broadcast, autocast=full)
    call = Call("f", {"self": X, "other": X}, ("self", "other"), State(autocast=FLOAT16, autocast_device="cuda"))
    half = replace(call, arguments=dict.fromkeys(("self", "other"), replace(X, dtype=FLOAT16)))
    assert columns.outcome(half).result == X
    assert columns.outcome_in_place(half).result == replace(X, dtype=FLOAT16)


def into(columns, out):
    return columns.outcome_into(Call("add", {"self": X}, ("self",)), out)


def test_a_result_goes_where_it_is_told_to_go():
    pointwise = Columns(promoted, colocated, broadcast)
    assert into(pointwise, TensorFact(FLOAT64, CUDA, Shape.of(0))).result == TensorFact(FLOAT64, CUDA, Shape.of("n"))
    assert into(pointwise, TensorFact(INT64, CUDA)).problems[0].kind is Kind.DTYPE
    assert into(pointwise, TensorFact(FLOAT32, CPU)).problems[0].kind is Kind.DEVICE
    assert into(pointwise, UNKNOWN).result is UNKNOWN


def test_several_results_go_into_several_tensors():
    both = Columns((kept, always(INT64)), kept, kept)
    out = TensorFact(FLOAT64, CUDA), TensorFact(INT64, CUDA)
    assert into(both, out).result == (TensorFact(FLOAT64, CUDA, X.shape), TensorFact(INT64, CUDA, X.shape))
    assert into(both, out[:1]).result is UNKNOWN
    assert into(Columns(kept, kept, lambda call: (X.shape,)), out[:1]).result is UNKNOWN
    assert not into(Columns(always(COMPLEX64), kept, kept), TensorFact(FLOAT32, CUDA)).problems


def test_demands_refuse_beside_the_columns():
    """And not on meta, where torch has no kernel that checks."""
    columns = Columns(kept, kept, kept, demands=(refused,))
    outcome = columns.outcome(Call("f", {"self": X}))
    assert outcome.result == X
    assert outcome.problems
    assert not columns.outcome(Call("f", {"self": TensorFact(FLOAT32, META)})).problems


@pytest.mark.parametrize("device", [CUDA, CPU, UNKNOWN])
@pytest.mark.parametrize(
    "autocast", [lower, full, widest, on("cuda", lower), either(on("cpu", full), on("cuda", lower))]
)
@pytest.mark.parametrize("dtypes", list(combinations_with_replacement([FLOAT16, FLOAT32, FLOAT64, INT64], 2)))
def test_where_no_region_is_known_every_region_refuses(dtypes, autocast, device):
    columns = Columns(must_match, kept, kept, autocast=autocast)
    pair = {name: TensorFact(dtype, device) for name, dtype in zip(("self", "other"), dtypes, strict=True)}

    def refuses(state):
        return columns.outcome(Call("f", pair, ("self", "other"), state)).refuses_dtypes

    unknown = State(autocast=UNKNOWN, autocast_device="")
    every = [refuses(state) for state in regions(unknown)]
    assert refuses(unknown) is all(every)
    if device is not UNKNOWN and not {INT64, FLOAT64}.isdisjoint(dtypes):  # which no region casts
        assert refuses(unknown) is (dtypes[0] != dtypes[1])
