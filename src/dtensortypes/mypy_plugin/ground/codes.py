"""The error codes of tensors; `tensor-promotion` and `tensor-unknown` are off until a project turns them on."""

from collections.abc import Mapping
from typing import Final

from mypy.errorcodes import ErrorCode

_CATEGORY: Final = "Tensors"
# Each is a kind of problem by its value: the words for problems are loaded when there is something to check.
CODES: Final[Mapping[str, ErrorCode]] = {
    code.code: code
    for code in (
        ErrorCode("tensor-dtype", "A tensor has the wrong dtype", _CATEGORY),
        ErrorCode("tensor-device", "A tensor is on the wrong device", _CATEGORY),
        ErrorCode("tensor-shape", "A tensor has the wrong shape", _CATEGORY),
        ErrorCode("tensor-discarded", "The result of a cast or move is thrown away", _CATEGORY),
        ErrorCode("tensor-promotion", "Tensors of different dtypes meet and one changes", _CATEGORY, False),
        ErrorCode("tensor-unknown", "A tensor of unknown type meets an annotation", _CATEGORY, False),
    )
}
