"""`trace()`: the opt-in that records where tensors change dtype or device."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from contextlib import ContextDecorator
from threading import Lock, get_ident, local
from types import TracebackType
from typing import Any, Final, TypeVar

import torch
from torch.utils.dlpack import from_dlpack

from dtensortypes.runtime.lineage.recorder import Recorder, record
from dtensortypes.runtime.lineage.stack import push, remove

_F = TypeVar("_F", bound=Callable[..., Any])


class trace(ContextDecorator):
    """Record, in this thread, where tensors get their dtype and their device, for the errors of checked calls.

    ```python
    with trace():
        train(model, loader)
    ```

    A `TensorTypeError` then ends with a line such as `float64 since data.py:12, torch.from_numpy`. `@trace()` does the
    same for each call of a function; TypeError for one that is a generator or a coroutine, which outlives its call.
    """

    def __call__(self, func: _F) -> _F:
        """The function, each call of which is traced."""
        if inspect.isgeneratorfunction(func) or inspect.iscoroutinefunction(func) or inspect.isasyncgenfunction(func):
            raise TypeError(
                f'@trace() would trace no more than the making of "{func.__name__}", which runs after its call; '
                f"write `with trace():` in its body"
            )
        return super().__call__(func)

    def __enter__(self) -> None:
        """Begin, unless this thread is being traced already."""
        _thread.depth += 1
        if _thread.depth == 1:
            push(_thread.recorder)
            _watch()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End with the outermost block; what was recorded is kept for as long as the tensors' memory is."""
        _thread.depth = max(_thread.depth - 1, 0)  # a generator's block may end in a thread that did not begin it
        if _thread.depth == 0:
            _unwatch()
            remove(_thread.recorder)


class _Thread(local):
    """How many blocks deep this thread is traced, and by what."""

    def __init__(self) -> None:
        self.depth = 0
        self.recorder = Recorder()


_thread: Final = _Thread()


# --- what torch shows to no mode


class _StandIn:
    """A function of torch's that records what it returns.

    It equals the function that it stands for: Dynamo keeps tables of torch's functions, and may make them meanwhile.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.__name__ = function.__name__
        self.function = function

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        result = self.function(*args, **kwargs)
        if not torch.compiler.is_dynamo_compiling() and get_ident() in _traced:
            record(self.function, result, args, kwargs)
        return result

    def __hash__(self) -> int:
        return hash(self.function)

    def __eq__(self, other: object) -> bool:
        return self.function == (other.function if isinstance(other, _StandIn) else other)


_UNSEEN: Final = tuple(_StandIn(function) for function in (torch.from_numpy, torch.frombuffer, from_dlpack))
_traced: Final[set[int]] = set()
_lock: Final = Lock()


def _watch() -> None:
    """Have this thread traced by the stand-ins, which are in place while any thread is."""
    with _lock:
        _traced.add(get_ident())
        for unseen in _UNSEEN:
            setattr(torch, unseen.__name__, unseen)


def _unwatch() -> None:
    with _lock:
        _traced.discard(get_ident())
        for unseen in () if _traced else _UNSEEN:
            setattr(torch, unseen.__name__, unseen.function)
