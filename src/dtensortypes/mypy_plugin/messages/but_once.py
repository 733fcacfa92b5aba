"""Questions that may lead back to themselves: `options = {"n": options["n"]}`, `steps = steps + [last]`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from mypy.checker import TypeChecker

from dtensortypes.mypy_plugin.messages.watcher import watch

_Answer = TypeVar("_Answer")
_Other = TypeVar("_Other")


def but_once(checker: TypeChecker, question: object, ask: Callable[[], _Answer], otherwise: _Other) -> _Answer | _Other:
    """The answer; what stands for it where the question leads back to itself: `options = {"n": options["n"]}`."""
    asked, key = watch(checker.errors, checker.modules).answers, (but_once, question)
    if key in asked:
        return otherwise
    asked[key] = None
    try:
        return ask()
    finally:
        asked.pop(key, None)
