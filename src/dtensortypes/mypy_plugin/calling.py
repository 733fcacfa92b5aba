"""A call that the program leaves to another function, written out for mypy to look at."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo, ErrorWatcher
from mypy.nodes import ARG_OPT, ARG_POS, CallExpr, Context, Expression, LambdaExpr, TempNode
from mypy.types import Type

from dtensortypes.mypy_plugin.codes import CODES


def result_of(checker: TypeChecker, place: Context, function: Expression, passed: Sequence[Expression]) -> Type:
    """The type of the call; of its problems ours are said, as mypy has judged by itself what it may."""
    given = [*passed, *_defaults(function, len(passed))]
    call = CallExpr(function, given, [ARG_POS] * len(given), [None] * len(given))
    call.set_line(place)
    return accepted(checker, call)


def accepted(checker: TypeChecker, call: CallExpr) -> Type:
    """The type of a call that has been written out."""
    with ErrorWatcher(checker.errors, filter_errors=_is_mypys):
        return checker.expr_checker.accept(call)


def _defaults(function: Expression, passed: int) -> list[Expression]:
    """What the parameters of a lambda are that nothing is passed for: without it mypy takes them for `Never`."""
    left = function.arguments[passed:] if isinstance(function, LambdaExpr) else []
    return [argument.initializer for argument in left if argument.initializer and argument.kind is ARG_OPT]


def standing_for(type_: Type, place: Context) -> Expression:
    """A value of this type, as an expression at the place."""
    node = TempNode(type_)
    node.set_line(place)
    return node


def _is_mypys(_path: str, info: ErrorInfo) -> bool:
    return info.code not in CODES.values()
