"""The figures of a report, and its words."""

import pickle
import re

import torch

import dtensortypes
from dtensortypes.runtime.audit.report import Disagreement, Report


def disagreement(number=0, place="train.py:3"):
    return Disagreement("torch.exp", f"(Tensor[Int64], {number})", "Tensor[Int64]", "Tensor[Float32]", place=place)


def report():
    made = Report()
    made.operation("torch.add").exact = 1996
    made.operation("torch.nonzero").reasons["not told: shape"] += 2
    made.disagree(disagreement())
    made.disagree(disagreement(place="train.py:9"))
    return made


def test_the_figures():
    made = report()
    assert (made.calls, made.exact, made.unknown, made.disagreeing) == (2000, 1996, 2, 2)
    assert made.share == 0.998
    assert made.disagreements == [disagreement()], "one like it is kept once"
    assert Report().share == 1.0


def test_the_words():
    text = str(report())
    assert "3 operations, 2,000 calls: 1,996 exact (99.8 %), 2 unknown, 2 disagreements" in text
    assert re.search(r"^torch\.add +1,996 +1,996 +0 +0$", text, re.MULTILINE)
    assert re.search(r"^  torch\.nonzero +2 x  not told: shape$", text, re.MULTILINE)
    assert text.index("torch.exp") < text.index("torch.nonzero") < text.index("torch.add"), "what matters stands first"
    for line in ("called with  (Tensor[Int64], 0)", "table says   Tensor[Int64]", "first seen at train.py:3"):
        assert line in text
    assert f"torch {torch.__version__}, dtensortypes {dtensortypes.__version__}, Python" in str(disagreement())


def test_nothing_is_said_of_nothing():
    text = str(Report())
    assert "0 operations, 0 calls" in text
    assert "disagreements:" not in text
    assert "\nunknown" not in text


def test_a_program_that_always_disagrees_does_not_fill_the_memory():
    made = Report()
    for number in range(300):
        made.disagree(disagreement(number))
    assert made.disagreeing == 300
    assert len(made.disagreements) == 100


def test_it_travels():
    assert pickle.loads(pickle.dumps(report())) == report()  # noqa: S301 - our own
