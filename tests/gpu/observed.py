"""What a call does besides computing: what it dispatches, launches, copies, waits for and allocates."""

import re
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import torch
from torch.autograd import DeviceType
from torch.profiler import ProfilerActivity, profile
from torch.utils._python_dispatch import TorchDispatchMode

from dtensortypes import TensorTypeError

OF_INTEREST = re.compile(r"Launch|Mem(cpy|set)|Synchronize")
"""Calls of the CUDA runtime and driver that start something, move something, or wait."""


class Dispatched(TorchDispatchMode):
    """The operators that reach a device's kernels, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.operators: list[str] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.operators.append(str(func))
        return func(*args, **(kwargs or {}))


def dispatched(work: Callable[[], object]) -> list[str]:
    """The operators that the work dispatches."""
    with Dispatched() as seen:
        work()
    return seen.operators


def refused(work: Callable[[], object]) -> TensorTypeError:
    """The error that the work ends in, after everything that can be read of it was read."""
    with pytest.raises(TensorTypeError) as caught:
        work()
    error = caught.value
    told = [str(error), repr(error), str(error.problem), error.table, "".join(traceback.format_exception(error))]
    assert all(told)
    return error


@contextmanager
def without_synchronisation() -> Iterator[None]:
    """Torch raises where anything waits for the GPU."""
    before = torch.cuda.get_sync_debug_mode()
    torch.cuda.synchronize()
    _set_alarm("error")
    try:
        yield
    finally:
        _set_alarm(before)


def _set_alarm(mode: int | str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch says each time that the alarm does not hear everything
        torch.cuda.set_sync_debug_mode(mode)


def on_device(work: Callable[[], object]) -> Counter[str]:
    """Each kernel, copy and wait of the work, and how often it is there, by a profiler's account."""
    torch.cuda.synchronize()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a profiler talks of itself
        return _profiled(work)


def _profiled(work: Callable[[], object]) -> Counter[str]:
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as profiler:
        work()
        torch.cuda.synchronize()
    return Counter(
        event.name
        for event in profiler.events() or ()
        if event.device_type == DeviceType.CUDA or (event.name.startswith("cu") and OF_INTEREST.search(event.name))
    )


def allocations(work: Callable[[], object]) -> int:
    """How often the work asks the caching allocator for memory on the GPU."""
    before = torch.cuda.memory_stats().get("allocation.all.allocated", 0)
    work()
    return torch.cuda.memory_stats().get("allocation.all.allocated", 0) - before
