"""Torch's own error inputs: what is refused for dtypes, devices, shapes and literals is predicted, and nothing else."""

import pytest
import torch

from tests.core.ops.edges import EDGES
from tests.core.ops.error_inputs import LEFT_OUT, ErrorInput, error_input_figures, why_left_out
from tests.core.ops.judge import Sample
from tests.core.ops.older import IS_OLDER, NOT_YET, looks_away

LEAST_SHARE = 0.96
MISSED = {  # why the table does not predict these
    "torch.arange": "a step that is not 0 becomes 0 in the dtype of `out`",
    **dict.fromkeys(
        ("torch.complex", "torch.aminmax", "torch.amax", "torch.amin", "torch.gather", "torch.multinomial"),
        "which dtypes `out` may have hangs on the kernel",
    ),
    "torch.as_strided_scatter": "the memory behind a view may be larger than the tensor",
    "torch.native_layer_norm": "has no entry: what nn.functional calls inside",
    "torch.ormqr": "a part of its checks is not told",
    **dict.fromkeys(
        ("torch.nn.BatchNorm1d", "torch.nn.BatchNorm2d", "torch.nn.BatchNorm3d"),
        "an eps of 0 is refused in training alone, and facts do not tell of training",
    ),
    "torch.nn.NLLLoss": "a weight of another dtype is refused by the kernel of the CPU",
}
X = torch.rand(3, 4)


def test_most_are_predicted() -> None:
    figures = error_input_figures()
    print(figures)  # noqa: T201 - the figures are wanted
    assert figures.share >= LEAST_SHARE
    assert {one.name for one, _ in figures.missed} == set(MISSED) - ({"torch.arange"} if IS_OLDER else set())


def test_what_is_left_out_has_a_reason() -> None:
    assert set(error_input_figures().left_out) == set(LEFT_OUT)


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (ErrorInput("torch.narrow", Sample((X, 0, 9, 9))), ""),
        (ErrorInput("torch.gather", Sample((X, 0, torch.full((3, 4), 9)))), "data"),
        (ErrorInput("torch.atan2", Sample((X, 2))), "type"),
        (ErrorInput("torch.add", Sample((X, X))), "accepted"),
        (ErrorInput("torch.signal.windows.hann", Sample((3,), {"layout": torch.sparse_coo})), "layout"),
        (ErrorInput("torch._chunk_cat", Sample(([X], 0, 0))), "no public name"),
    ],
)
def test_the_reason_is_tried_out(one: ErrorInput, reason: str) -> None:
    assert why_left_out(one, one.called()) == reason


@pytest.mark.parametrize("edge", EDGES, ids=str)
def test_the_edge_is_torchs(edge: ErrorInput) -> None:
    """The table refuses a call if torch refuses it."""
    refusal, outcome = edge.called(), edge.outcome
    assert outcome is not None
    if edge.name in NOT_YET:
        assert isinstance(refusal, AttributeError)
        return
    if looks_away(edge):
        assert (edge.is_refused, refusal) == (True, None)
        return
    assert edge.is_refused == (refusal is not None), (refusal, outcome.problems)
