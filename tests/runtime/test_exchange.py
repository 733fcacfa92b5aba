"""The values that a generator and its caller hand to each other share the names of the call, and may bind new ones."""

from collections.abc import Generator

import pytest
import torch

from dtensortypes import CPU, Float32, Tensor, TensorTypeWarning, checking
from dtensortypes.runtime.exchange import Exchange
from dtensortypes.runtime.judge import Bound
from dtensortypes.runtime.signature import signature_of

zeros = torch.zeros


def talk(
    x: Tensor[Float32, CPU, "n"],
) -> Generator[Tensor[Float32, CPU, "n m"], Tensor[Float32, CPU, "m"], Tensor[Float32, CPU, "m n"]]:
    yield


def begun(bound):
    return Exchange(signature_of(talk, {})).begun({"x": zeros(2)}, bound)


@pytest.mark.parametrize("bound", [{"dim n": 2}, Bound()])
def test_what_one_value_binds_is_bound_for_the_next(bound):
    hearing = begun(bound)
    assert hearing.yielded(zeros(2, 3)) is None
    assert hearing.sent(zeros(3)) is None
    assert hearing.returned(zeros(3, 2)) is None
    for judge, wrong in ((hearing.yielded, zeros(2, 4)), (hearing.sent, zeros(4)), (hearing.returned, zeros(2, 3))):
        assert "has shape" in str(judge(wrong))
        assert judge(wrong).__traceback__ is None


def test_what_was_wrong_binds_nothing():
    hearing = begun({"dim n": 2})
    assert hearing.yielded(zeros(5, 4)) is not None
    assert hearing.sent(zeros(3)) is None


def test_the_table_says_which_value_it_was():
    hearing = begun({"dim n": 2, "dim m": 3})
    for judge, label in ((hearing.yielded, "yield"), (hearing.sent, "send"), (hearing.returned, "return")):
        (row,) = [line for line in judge(zeros(5)).table.splitlines() if line.startswith("  > ")]
        assert row.split()[1] == label


def test_none_is_what_next_sends():
    assert begun({"dim n": 2}).sent(None) is None
    assert begun({"dim n": 2}).returned(None) is not None


def test_the_mode_says_what_is_to_be_raised():
    hearing = begun({"dim n": 2})
    with checking("off"):
        assert hearing.yielded(zeros(5, 4)) is None
    with checking("warn"), pytest.warns(TensorTypeWarning, match='yielded value of "talk"'):
        assert hearing.yielded(zeros(5, 4)) is None
