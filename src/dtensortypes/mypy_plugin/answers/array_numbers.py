"""Numpy's classes of numbers, called: of an array or a list `np.float32(x)` makes an array, whatever numpy declares."""

from __future__ import annotations

from typing import Final

from mypy.plugin import FunctionContext
from mypy.types import Instance, LiteralType, NoneType, ProperType, Type, UnionType

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.array_items import or_array
from dtensortypes.mypy_plugin.types.facts_of import is_a, plain

_PLAIN: Final = tuple(f"builtins.{cls.__name__}" for cls in (int, float, complex, str, bytes))


def made(ctx: FunctionContext) -> Type:
    """The number that mypy takes it for, or an array where it may be one."""
    number = ctx.default_return_type
    if all(_is_number(plain(given)) for several in ctx.arg_types for given in several):
        return number
    return or_array(number)


def _is_number(given: ProperType) -> bool:
    match given:
        case UnionType(items=items):
            return all(_is_number(plain(item)) for item in items)
        case LiteralType() | NoneType():
            return True
        case Instance():
            return any(is_a(given, name) for name in (*_PLAIN, names.NUMPY_NUMBER))
    return False
