"""The names of Python and numpy that stand for values: truth values, and what is a dtype to torch and numpy alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy.nodes import Expression, RefExpr, TypeInfo

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dtype import (
    BOOL,
    COMPLEX128,
    DTYPES,
    FLOAT8S,
    FLOAT64,
    INT64,
    Category,
    DType,
)
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Number, Value
from dtensortypes.mypy_plugin.ground import names

NUMPY_DTYPES: Final[Mapping[str, Value]] = {
    f"numpy.{dtype.name}": dtype
    for dtype in DTYPES
    if dtype not in FLOAT8S and dtype.category is not Category.QUANTISED
} | {f"numpy.{BOOL.name}_": BOOL}
CONSTANTS: Final[dict[str, Value]] = {
    "builtins.True": True,
    "builtins.False": False,
    "builtins.None": None,
    # Python's types are dtypes to torch and numpy alike.
    "builtins.bool": BOOL,
    "builtins.int": INT64,
    "builtins.float": FLOAT64,
    "builtins.complex": COMPLEX128,
}


def class_name(expression: Expression) -> str | None:
    """The name of torch's old class of tensors that is meant, as torch's rules know it; None for anything else."""
    node = expression.node if isinstance(expression, RefExpr) else None
    if not isinstance(node, TypeInfo) or node.fullname == names.TENSOR or node.module_name != "torch._C":
        return None
    return f"torch.{node.name}" if node.has_base(names.TENSOR) else None


def lasting(value: Value) -> Value:
    """The value, if nobody can change it."""
    return value if isinstance(value, int | float | str | Number | DType | Device | OneOf) else UNKNOWN
