"""The one switch: `DTENSORTYPES_CHECK=off` in the environment, read when a function is decorated."""

from __future__ import annotations

import os
from typing import Final

VARIABLE: Final = "DTENSORTYPES_CHECK"
_OFF: Final = {"off", "0", "false", "no"}
_ON: Final = {"", "on", "1", "true", "yes"}


def is_off() -> bool:
    """Whether functions that are decorated now stay as they are; raises ValueError for a setting that says nothing."""
    setting = os.environ.get(VARIABLE, "").strip().lower()
    if setting not in _OFF | _ON:
        msg = f"{VARIABLE}={setting} is neither on nor off"
        raise ValueError(msg)
    return setting in _OFF
