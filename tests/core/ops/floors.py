"""The recorded figures (figures.json), below which nothing may fall; `make judge` records them anew."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import torch

from tests.core.ops.judge import Figures

RECORD = Path(__file__).with_name("figures.json")
WORDS = ("exact", "unknown", "predicted", "missed")


@cache
def record() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RECORD.read_text("utf-8"))
    return found


def tolerance() -> float:
    """How much a share may fall: some kernels go by the numbers that are drawn, and other versions of torch differ."""
    return 0.005 if torch.__version__.startswith(record()["torch"]) else 0.04


def shares_of(counts: Iterable[int]) -> tuple[float, float]:
    """How much is told of what torch accepts, and of what it refuses."""
    exact, unknown, predicted, missed = counts
    return exact / ((exact + unknown) or 1), predicted / ((predicted + missed) or 1)


def assert_no_lower(found: Figures, before: list[list[int]]) -> None:
    """Assert that no smaller share is told than in all of these counts together."""
    told, floor = ([found.counts[word] for word in WORDS], [sum(counts) for counts in zip(*before, strict=True)])
    if any(told) and floor:
        for share, lowest in zip(shares_of(told), shares_of(floor), strict=True):
            assert share >= lowest - tolerance(), (told, floor)
