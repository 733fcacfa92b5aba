"""The error codes of tensors; `tensor-promotion` and `tensor-unknown` are off until a project turns them on."""

from typing import Final

from mypy.errorcodes import ErrorCode

from dtensortypes.core.problems import Kind

CODES: Final = {
    Kind.DTYPE: ErrorCode(Kind.DTYPE.value, "A tensor has the wrong dtype", "Tensors"),
    Kind.DEVICE: ErrorCode(Kind.DEVICE.value, "A tensor is on the wrong device", "Tensors"),
    Kind.SHAPE: ErrorCode(Kind.SHAPE.value, "A tensor has the wrong shape", "Tensors"),
    Kind.DISCARDED: ErrorCode(Kind.DISCARDED.value, "The result of a cast or move is thrown away", "Tensors"),
    Kind.PROMOTION: ErrorCode(
        Kind.PROMOTION.value, "Tensors of different dtypes meet and one changes", "Tensors", default_enabled=False
    ),
    Kind.UNKNOWN: ErrorCode(
        Kind.UNKNOWN.value, "A tensor of unknown type meets an annotation", "Tensors", default_enabled=False
    ),
}
