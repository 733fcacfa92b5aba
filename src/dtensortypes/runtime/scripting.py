"""`torch.jit.script` reads the source of the function that a checked one stands for: it is told that this will not do.

Before it compiles a function or a module, it calls its `__prepare_scriptable__`, if there is one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any, Final

import torch
from torch._jit_internal import FunctionModifiers, get_torchscript_modifier

from dtensortypes.runtime.functions import is_checked, refuse_scripting

HOOK: Final = "__prepare_scriptable__"


class Scriptable:
    """In a module's class: its instances may be compiled if no checked method is to be.

    It is put into the body of every class that has checked methods, and leaves the classes that are no modules.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        if not issubclass(owner, torch.nn.Module):
            delattr(owner, name)

    def __get__(self, module: Any, owner: type) -> Callable[[], Any]:
        return partial(_unless_checked, module)


def _unless_checked(module: Any) -> Any:
    """The module, for torch to compile; raises TypeError where that would compile a checked method."""
    methods = ((name, getattr(type(module), name, None)) for name in dir(type(module)))
    for name, method in methods:
        if is_checked(method) and _is_compiled(name, method):
            refuse_scripting(f"{type(module).__name__}.{name}")
    return module


def _is_compiled(name: str, method: object) -> bool:
    """Whether torch compiles the method even where no other one calls it."""
    modifier = get_torchscript_modifier(method)  # type: ignore[no-untyped-call]
    return modifier is FunctionModifiers.EXPORT or (name == "forward" and modifier is FunctionModifiers.DEFAULT)


def watch(frame: FrameType) -> None:
    """Have modules asked whose class has a checked method, where this frame runs the body of the class."""
    if not frame.f_code.co_flags & inspect.CO_OPTIMIZED and "__qualname__" in frame.f_locals:
        frame.f_locals.setdefault(HOOK, Scriptable())
