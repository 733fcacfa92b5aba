"""Torch's stack of function modes: how a mode of ours gets to its bottom, and from there."""

from __future__ import annotations

from typing import Any

import torch
from torch._C import (
    _get_function_stack_at,
    _len_torch_function_stack,
    _pop_torch_function_stack,
    _push_on_torch_function_stack,
)
from torch.overrides import TorchFunctionMode


def push(mode: TorchFunctionMode) -> None:
    """Put it at the bottom: there it sees what other modes make of a call, and their blocks may end before ours.

    The very bottom is for what `torch.set_default_device` has set, which looks for it there (torch/utils/_device.py).
    """
    default = getattr(torch._GLOBAL_DEVICE_CONTEXT, "device_context", None)
    stack = modes()
    kept = [one for one in stack[:1] if one is default]
    _restack([*kept, mode, *stack[len(kept) :]])


def remove(mode: TorchFunctionMode) -> None:
    """Take it out, wherever it stands by now."""
    _restack([one for one in modes() if one is not mode])


def modes() -> list[Any]:
    """The modes of this thread that are on, the innermost last; those of a call that is being handled are off."""
    return [_get_function_stack_at(place) for place in range(_len_torch_function_stack())]


def _restack(stack: list[Any]) -> None:
    for _ in modes():
        _pop_torch_function_stack()
    for mode in stack:
        _push_on_torch_function_stack(mode)
