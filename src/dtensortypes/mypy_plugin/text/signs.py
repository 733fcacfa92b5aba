"""Numbers that may be negative, whose roots are complex; who takes the root of a parameter counts on another one."""

from __future__ import annotations

import builtins
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, NameExpr, OpExpr, UnaryExpr

from dtensortypes.core.facts.dim import Applied, Dim
from dtensortypes.core.facts.dtype import Category
from dtensortypes.core.facts.value import Number, Value
from dtensortypes.mypy_plugin.text.scope import constant_value

_DEEPEST: Final = 8
_OF_A_SIZE: Final = frozenset({len.__name__, abs.__name__})


def may_be_negative(checker: TypeChecker, number: Expression, value: Value) -> bool:
    """Whether a number that is not known is worked out in a way that gives negative ones."""
    if isinstance(value, Dim):
        return _lacks_sign(value)
    return isinstance(value, Number) and _is_open(checker, number, 0)


def _is_open(checker: TypeChecker, number: Expression, depth: int) -> bool:
    match number:
        case NameExpr() if depth < _DEEPEST:
            given = constant_value(checker, number)
            return given is not None and _is_open(checker, given, depth + 1)
        case OpExpr(op="-") | UnaryExpr(op="-"):
            return True
        case OpExpr(left=left, right=right):
            return _is_open(checker, left, depth) or _is_open(checker, right, depth)
        case CallExpr(callee=NameExpr(name=name)):
            return hasattr(builtins, name) and name not in _OF_A_SIZE
    return False


def _lacks_sign(dim: Dim) -> bool:
    inner = (one for atom in dim.atoms if isinstance(atom, Applied) for one in atom.arguments)
    return any(coefficient < 0 for _, coefficient in dim.terms) or any(map(_lacks_sign, inner))


def is_real_power(base: Value, exponent: Value) -> bool:
    """Whether what mypy cannot tell is a float, of a base that is no negative number."""
    if isinstance(exponent, float):
        is_real = isinstance(base, Number) and base.category in {Category.INTEGER, Category.FLOAT}
        return is_real or isinstance(base, Dim)
    return exponent == Number(Category.FLOAT) and type(base) in {int, float} and base > 0  # type: ignore[operator]
