"""Torch's old names of tensor types, which say a dtype and a device at once: `torch.cuda.HalfTensor`."""

from __future__ import annotations

import re
from typing import Final

from dtensortypes.core.facts.device import CPU, CUDA, DeviceFact
from dtensortypes.core.facts.dtype import (
    BFLOAT16,
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    DTypeFact,
)  # fmt: skip
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.dtypes import as_dtype

_WORDS: Final = {
    "Half": FLOAT16, "BFloat16": BFLOAT16, "Float": FLOAT32, "Double": FLOAT64, "Bool": BOOL,
    "Byte": UINT8, "Char": INT8, "Short": INT16, "Int": INT32, "Long": INT64,
}  # fmt: skip
_NAME: Final = r"torch\.(cuda\.)?([A-Z]\w*)Tensor"


def tensor_type_dtype(call: Call) -> DTypeFact:
    """The dtype that `.type(...)` is asked for, by dtype or by old name."""
    asked = call["dtype"]
    if not isinstance(asked, str):
        return as_dtype(asked)
    found = re.fullmatch(_NAME, asked)
    return _WORDS.get(found[2], UNKNOWN) if found else UNKNOWN


def tensor_type_device(call: Call) -> DeviceFact | TensorFact:
    """The device that `.type(...)` is asked for: an old name has one, a dtype keeps the tensor's."""
    asked = call["dtype"]
    if not isinstance(asked, str):
        return UNKNOWN if as_dtype(asked) is UNKNOWN else call.first
    found = re.fullmatch(_NAME, asked)
    return UNKNOWN if found is None else (CUDA if found[1] else CPU)
