"""A fault that was found is raised, warned about or let pass, as the mode says; asked only when a call has failed."""

from __future__ import annotations

import warnings
from typing import TypeVar

from dtensortypes.runtime.callers import caller, depth
from dtensortypes.runtime.errors import TensorTypeWarning
from dtensortypes.runtime.modes import Mode, mode_of

E = TypeVar("E", bound=BaseException)


def enforced(fault: E, module: str | None, own: Mode | None) -> E | None:
    """The fault, if it is to be raised; None if the call goes on, after a warning where the mode is "warn".

    `module` is the function's; where there is none, that of the user's line that made the call.
    """
    mode = mode_of(_module_of_user() if module is None else module, own)
    if mode == "warn":
        _warn(str(fault))
    return fault if mode == "error" else None


def passes(text: str, module: str | None, own: Mode | None) -> bool:
    """Whether a fault in a graph may pass; asked, and warned, when the graph is made, which keeps the answer."""
    mode = mode_of(module or "", own)
    if mode == "warn":
        _warn(text)
    return mode != "error"


# What `torch.compiler.assume_constant_result` does; to call it would load the compiler, which takes a second.
passes._dynamo_marked_constant = True  # type: ignore[attr-defined]


def _warn(text: str) -> None:
    warnings.warn(text, TensorTypeWarning, stacklevel=depth() + 2)


def _module_of_user() -> str:
    frame = caller()
    return frame.f_globals.get("__name__", "") if frame else ""
