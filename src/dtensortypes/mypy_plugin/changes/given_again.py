"""Calls that may give the very dict that they are given: `batch = scale(batch)`."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, IndexExpr, MemberExpr, NameExpr
from mypy.types import CallableType, Instance, get_proper_type

from dtensortypes.mypy_plugin.changes.callees import function_called
from dtensortypes.mypy_plugin.changes.handed import gives_itself


def gives_dict_back(checker: TypeChecker, call: CallExpr, known: CallableType) -> bool:
    """Whether it may be a dict that the body has under another name, too, and the text alone does not tell so.

    `known` is what mypy knows of the function that is called.
    """
    given = get_proper_type(checker.lookup_type_or_none(call))
    if not isinstance(given, Instance) or given.type.fullname != "builtins.dict":
        return False
    function = known.definition if function_called(call.callee, None) is None else None
    is_named = any(isinstance(one, NameExpr | MemberExpr | IndexExpr) for one in call.args)
    return isinstance(function, FuncDef) and is_named and gives_itself(function)


def given_again(checker: TypeChecker, call: Expression | None) -> frozenset[str]:
    """The variables whose dict the call may give, where the text alone does not tell so."""
    known = get_proper_type(checker.lookup_type_or_none(call.callee)) if isinstance(call, CallExpr) else None
    if not isinstance(call, CallExpr) or not isinstance(known, CallableType):
        return frozenset()
    if not gives_dict_back(checker, call, known):
        return frozenset()
    return frozenset(one.name for one in call.args if isinstance(one, NameExpr))
