"""A call that the program leaves to another function, written out for mypy to look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo, ErrorWatcher
from mypy.nodes import (
    ARG_NAMED,
    ARG_NAMED_OPT,
    ARG_OPT,
    ARG_POS,
    Argument,
    CallExpr,
    Context,
    Expression,
    LambdaExpr,
    TempNode,
)
from mypy.types import Type

from dtensortypes.mypy_plugin.ground.codes import CODES
from dtensortypes.mypy_plugin.text.rewritten import at

_NEEDED: Final = {ARG_OPT: ARG_POS, ARG_NAMED_OPT: ARG_NAMED}
"""What a parameter is without its default."""


def result_of(
    checker: TypeChecker,
    place: Context,
    function: Expression,
    passed: Sequence[Expression],
    words: Sequence[str | None] = (),
) -> Type:
    """The type of the call; of its problems ours are said, as mypy has judged by itself what it may.

    `words` are the names by which the last of the arguments are passed, None of one that has none.
    """
    named = [*[None] * (len(passed) - len(words)), *words]
    pairs = [*zip(named, passed, strict=True), *_defaults(checker, function, named)]
    kinds = [ARG_POS if word is None else ARG_NAMED for word, _ in pairs]
    call = CallExpr(_without_defaults(function), [value for _, value in pairs], kinds, [word for word, _ in pairs])
    call.set_line(place)
    return accepted(checker, call)


def accepted(checker: TypeChecker, call: CallExpr) -> Type:
    """The type of a call that has been written out."""
    with ErrorWatcher(checker.errors, filter_errors=_is_mypys):
        return checker.expr_checker.accept(call)


def _defaults(
    checker: TypeChecker, function: Expression, passed: Sequence[str | None]
) -> list[tuple[str | None, Expression]]:
    """What the parameters of a lambda are that nothing is passed for: without it mypy takes them for `Never`.

    A default is what it was where the lambda is written, and not what its variables are by now.
    """
    found: list[tuple[str | None, Expression]] = []
    parameters = function.arguments[passed.count(None) :] if isinstance(function, LambdaExpr) else []
    for parameter in parameters:
        name, default = parameter.variable.name, parameter.initializer
        if default is not None and parameter.kind.is_optional() and name not in passed:
            then = checker.lookup_type_or_none(default)
            found.append((name, default if then is None else standing_for(then, default)))
    return found


def _without_defaults(function: Expression) -> Expression:
    """A lambda to which all is passed: mypy would look at its defaults where it is called."""
    if not isinstance(function, LambdaExpr) or not any(one.initializer for one in function.arguments):
        return function
    taken = [
        Argument(one.variable, one.type_annotation, None, _NEEDED.get(one.kind, one.kind)) for one in function.arguments
    ]
    return at(function, LambdaExpr(taken, function.body))


def standing_for(type_: Type, place: Context) -> Expression:
    """A value of this type, as an expression at the place."""
    node = TempNode(type_)
    node.set_line(place)
    return node


def _is_mypys(_path: str, info: ErrorInfo) -> bool:
    return info.code not in CODES.values()
