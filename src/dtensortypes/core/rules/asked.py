"""What a program asks of a `torch.dtype` or `torch.device`: `x.dtype.is_floating_point`, `x.device.type`."""

from __future__ import annotations

from dtensortypes.core.facts.device import ACCELERATOR, Device
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value


def asked(owner: Value, attribute: str) -> Value:
    """The value of the attribute; UNKNOWN for one that says nothing of which dtype or device it is."""
    match owner, attribute:
        case DType(is_float=answer), "is_floating_point":
            return answer
        case DType(is_complex=answer), "is_complex":
            return answer
        case DType(signed=answer), "is_signed":
            return answer
        case DType(bits=bits), "itemsize":
            return bits // 8
        case Device(type=type_), "type" if owner != ACCELERATOR:
            return type_
        case Device(index=int(index)), "index":
            return index
    return UNKNOWN
