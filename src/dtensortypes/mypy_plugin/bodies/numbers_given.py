"""The kind of number that a body gives, or a list of: `x * root(n)`, `torch.tensor(slopes(n))`.

Of a function without annotations mypy knows nothing but what it is told; that a float comes of it is told by the body.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression
from mypy.types import AnyType, Instance, get_proper_type

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import Category
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Number, Value
from dtensortypes.mypy_plugin.bodies.values import Values
from dtensortypes.mypy_plugin.bodies.worked_out import value_of_call
from dtensortypes.mypy_plugin.text.available import chosen
from dtensortypes.mypy_plugin.types.types_of import anything

_NUMBERS: Final = {"builtins.int", "builtins.float", "builtins.bool", "builtins.list"}


def number_of(checker: TypeChecker, returned: list[Expression]) -> Value:
    """What the one value that a body returns is, as far as another function may know it."""
    if len(returned) != 1:
        return UNKNOWN
    type_ = get_proper_type(checker.lookup_type_or_none(returned[0]) or anything())
    is_number = isinstance(type_, Instance) and type_.type.fullname in _NUMBERS
    return _outside(Values(checker).typed(returned[0])) if is_number or isinstance(type_, AnyType) else UNKNOWN


def _outside(value: Value) -> Value:
    """The value, where sizes have no names."""
    match value:
        case bool() | int() | float() | Number():
            return value
        case Dim():
            return Number(Category.INTEGER)
        case Items(item=item):
            inner = _outside(item)
            return UNKNOWN if inner is UNKNOWN else Items(inner, value.is_list)
    return UNKNOWN


def number_given(checker: TypeChecker, call: CallExpr, read: Callable[[Expression], Value]) -> Value:
    """What a call of a function of numbers gives: the number itself, one of a choice, or its kind."""
    found = value_of_call(checker, call, read)
    found = chosen(checker, call) if found is UNKNOWN else found
    return _kind_given(checker, call) if found is UNKNOWN else found


def _kind_given(checker: TypeChecker, call: CallExpr) -> Value:
    """What a call gives of which mypy knows nothing."""
    from dtensortypes.mypy_plugin.bodies.helpers import of_open_result  # which reads the arguments as values

    if not isinstance(get_proper_type(checker.lookup_type_or_none(call) or anything()), AnyType):
        return UNKNOWN
    told = of_open_result(checker, call)
    return UNKNOWN if told is None or told.problems else told.number
