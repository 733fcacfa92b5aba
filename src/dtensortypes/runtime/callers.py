"""Whose line made a call: the innermost frame that is neither ours nor torch's."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from itertools import dropwhile, takewhile
from pathlib import Path
from types import FrameType
from typing import Final

import torch

from dtensortypes.runtime.generated import is_generated


def caller() -> FrameType | None:
    """The frame of the user's line that made the call."""
    return next(dropwhile(_is_passed_through, _frames(sys._getframe(1))), None)


def depth() -> int:
    """How many frames there are between the function that asks and that line."""
    return sum(1 for _ in takewhile(_is_passed_through, _frames(sys._getframe(2))))


def site() -> str:
    """That line, `train.py:31 in main`; "" where there is none."""
    frame = caller()
    if frame is None:
        return ""
    code = frame.f_code
    place = f"{os.path.basename(code.co_filename)}:{frame.f_lineno}"  # noqa: PTH119 - three times as fast
    return place if code.co_name == "<module>" else f"{place} in {code.co_qualname}"


def _frames(frame: FrameType | None) -> Iterator[FrameType]:
    """The frame, and those that called it."""
    while frame is not None:
        yield frame
        frame = frame.f_back


def _is_passed_through(frame: FrameType) -> bool:
    """Whether nobody's line made the call there."""
    file = frame.f_code.co_filename
    return is_generated(file) or file.startswith(_PASSED_THROUGH)


_PASSED_THROUGH: Final = tuple(
    f"{Path(module.__file__ or '').parent}{os.sep}" for module in (sys.modules[__package__], torch, asyncio)
)
"""The folders whose lines are nobody's call: a module's `forward` is called by torch, a task by its loop."""
