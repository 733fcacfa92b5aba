"""Classes derived from a checked one: what they inherit is checked, whether they are decorated or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from dtensortypes.runtime.classes.construction import constructs, init_of, marked
from dtensortypes.runtime.classes.layout import inherited


def follow(cls: Any, *, guarded: bool, written_later: bool) -> None:
    """Have the `__init__` of each derived class check the instance when it is done.

    `written_later` if a decorator may yet write it, as `dataclass` does: the first instance shows what it is.
    """
    own = vars(cls).get("__init_subclass__")

    def __init_subclass__(sub: Any, /, **keywords: Any) -> None:  # noqa: N807 - that is what it is
        if own is not None:
            own.__func__(sub, **keywords)
        else:
            super(cls, sub).__init_subclass__(**keywords)
        if "__init__" in vars(sub):
            _adopt(sub, guarded=guarded)
        elif written_later and not constructs(sub.__new__):
            sub.__new__ = staticmethod(_adopting(sub, guarded=guarded))

    cls.__init_subclass__ = classmethod(__init_subclass__)


def _adopt(cls: Any, *, guarded: bool) -> None:
    layout = None if constructs(cls.__init__) else inherited(cls)
    if layout is not None:
        cls.__init__ = init_of(cls, layout, cls.__init__, guarded=guarded)


def _adopting(base: Any, *, guarded: bool) -> Callable[..., Any]:
    """A `__new__` that comes before the first `__init__`."""
    new = base.__new__

    def __new__(cls: Any, *arguments: Any, **keywords: Any) -> Any:  # noqa: N807 - that is what it is
        if not torch.compiler.is_dynamo_compiling():  # no graph can hold the making of a function
            _adopt(cls, guarded=guarded)
        return new(cls) if new is object.__new__ else new(cls, *arguments, **keywords)

    adopting: Callable[..., Any] = marked(__new__, base)
    return adopting
