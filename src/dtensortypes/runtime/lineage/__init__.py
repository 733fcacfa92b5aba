"""Where the type was lost: the opt-in record of the lines at which tensors change dtype or device."""

import os
from typing import Final

VARIABLE: Final = "DTENSORTYPES_TRACE"
_OFF: Final = {"", "off", "0", "false", "no"}
_ON: Final = {"on", "1", "true", "yes"}


def is_asked_for() -> bool:
    """Whether the environment asks for it; raises ValueError for a setting that says nothing."""
    setting = os.environ.get(VARIABLE, "")
    if setting.strip().lower() not in _OFF | _ON:
        raise ValueError(f'{VARIABLE}={setting} is neither on nor off: write "on" or "off"')
    return setting.strip().lower() in _ON


if is_asked_for():  # for good, and before the first function is decorated
    from dtensortypes.runtime.lineage.tracing import trace

    trace().__enter__()
