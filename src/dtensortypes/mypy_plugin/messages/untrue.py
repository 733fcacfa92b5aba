"""What mypy says of calls of torch that is not so: torch's stubs know less than torch, or mypy has guessed a type."""

from __future__ import annotations

import re
from typing import Final

from mypy.errorcodes import ARG_TYPE, CALL_OVERLOAD
from mypy.errors import ErrorInfo

_TORCH_TAKES: Final = (
    r'keyword argument "(axis|keepdims)" for overloaded function "\w+" of "TensorBase"'
    r'|incompatible type "[^"]*Tensor[^"]*"; expected "[^"]*SymInt'
)
"""Numpy's names of arguments, and a zero-dim tensor of integers for a size."""
_OF_NEVER: Final = r'^Incompatible default for parameter "\w+" .* parameter has type "Never"'
"""Of a lambda's parameter, which mypy has solved by what the call passes for others."""


def is_untrue(info: ErrorInfo) -> bool:
    """Whether the message is not so."""
    if info.code in {ARG_TYPE, CALL_OVERLOAD} and re.search(_TORCH_TAKES, info.message):
        return True
    return '"Never"' in info.message and bool(re.search(_OF_NEVER, info.message))
