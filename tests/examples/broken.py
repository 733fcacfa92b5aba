"""The training program with one of its casts or moves taken away, for each of them."""

import re
from pathlib import Path

from examples.expectations import Program
from examples.reports import ROOT

TRAINING = Program.read(ROOT / "examples" / "train.py")
CASTS = list(re.finditer(r"\.(?:float|long|cpu)\(\)|\.to\([^()]*\)", TRAINING.source))
NAMES = [f"line {TRAINING.source.count(chr(10), 0, cast.start()) + 1} without {cast[0]}" for cast in CASTS]


def broken_programs(folder: Path) -> list[Program]:
    """The programs, written there."""
    return [_without(cast, folder / f"without_cast_{number}.py") for number, cast in enumerate(CASTS)]


def _without(cast: re.Match[str], path: Path) -> Program:
    path.write_text(TRAINING.source[: cast.start()] + TRAINING.source[cast.end() :])
    return Program.read(path)
