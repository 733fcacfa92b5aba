"""No figure falls: what figures.json records is good enough, and what is judged now is as good as what it records.

`make judge` records the figures anew. The floors of names stand in test_against_torch.py, of layers in test_layers.py.
"""

import json

import pytest

from tests.core.ops.figures import Judged, recorded, report
from tests.core.ops.floors import assert_no_lower, record
from tests.core.ops.judge import Figures
from tests.core.ops.older import IS_OLDEST, is_cast
from tests.core.ops.tallies import NOT_PUBLIC, UNKNOWN_FOR_A_REASON, Tally, public_infos, shares, tally_of

GOALS = {"dtype and device": 0.98, "shape": 0.95, "mixed-dtype refusals": 0.99}
SLICES = 12
SAMPLES = 2


@pytest.mark.parametrize("goal", GOALS)
def test_the_goals_are_met(goal: str) -> None:
    assert record()["shares"][goal] >= GOALS[goal]


@pytest.mark.parametrize("part", range(SLICES))
def test_no_opinfo_falls(part: int) -> None:
    """A few samples of each: what was told of all is told of these, and no more mixtures are missed than of all."""
    before = record()["opinfos"]
    for name in list(public_infos())[part::SLICES]:
        tally = tally_of(name, cap=SAMPLES)
        if name == "addmv" and IS_OLDEST:
            assert tally.wrong
            assert all(map(is_cast, tally.wrong))
            continue
        assert tally.wrong == []
        if name in before:
            in_dtype, in_shape, _, missed = before[name]
            judged = tally.plain.counts["exact"] + tally.plain.counts["unknown"]
            assert not judged or tally.is_exact("dtype", "device") >= in_dtype, name
            assert not judged or tally.is_exact("shape") >= in_shape, name
            assert len(tally.missed) <= missed, tally.missed


def test_every_opinfo_that_is_not_told_has_its_reason() -> None:
    open_ = {name for name, (in_dtype, in_shape, *_) in record()["opinfos"].items() if not (in_dtype and in_shape)}
    assert open_ - {*UNKNOWN_FOR_A_REASON} == set()
    assert {*UNKNOWN_FOR_A_REASON} - open_ == set()
    assert all(NOT_PUBLIC.values())


def test_a_fall_is_seen() -> None:
    worse = Figures()
    worse.add("torch.add", "unknown")
    with pytest.raises(AssertionError):
        assert_no_lower(worse, [[1, 0, 0, 0]])
    tally = Tally("add")
    tally.plain.add("torch.add", "unknown", open_=["shape"])
    tally.predicted, tally.missed = 1, ["torch.add(...)"]
    assert shares([tally])["shape"] == 0
    assert shares([tally])["mixed-dtype refusals"] == 0.5


def test_figures_are_recorded_and_reported() -> None:
    figures = Figures()
    figures.add("torch.add", "exact")
    tally = Tally("add", plain=figures, predicted=3, missed=["torch.add(...)"])
    found = Judged({"torch.add": figures}, {}, Figures(), [tally])
    kept = json.loads(recorded(found))
    assert kept["names"] == {"torch.add": [1, 0, 0, 0]}
    assert kept["opinfos"] == {"add": [1, 1, 3, 1]}
    assert "75.00%  mixed-dtype refusals" in "\n".join(report(found))
