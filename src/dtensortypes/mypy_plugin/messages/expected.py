"""What a program itself expects to be refused: `with pytest.raises(RuntimeError): net(x)`, or in a `try`.

Such a context is given the errors that it takes up, and by its `__exit__` mypy, too, knows that it may. A handler that
names one of torch's errors expects it, if it neither raises nor ends the program. One that takes all errors may but
tell of what nobody expects: it has to give something instead, or to do nothing at all.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    Block,
    CallExpr,
    Context,
    Expression,
    FuncDef,
    OperatorAssignmentStmt,
    PassStmt,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    Statement,
    TryStmt,
    TupleExpr,
    TypeInfo,
    WithStmt,
)
from mypy.types import AnyType, CallableType, Instance, UninhabitedType, get_proper_type

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import current_body, statements

_REFUSALS: Final = frozenset(f"builtins.{name}" for name in ("RuntimeError", "IndexError", "ValueError", "TypeError"))
_ALL: Final = frozenset({"builtins.Exception", "builtins.BaseException"})


def is_expected(checker: TypeChecker, context: Context, *, is_declared: bool) -> bool:
    """Whether it stands where errors are taken up: in a `with` that is given them, or in a `try`.

    Of what is not as a signature declares it (`is_declared`) torch need not say anything that a handler would take up.
    """
    body = current_body(checker)
    if not is_declared and id(context) in _tried(body):
        return True
    return any(_takes_up(checker, entered) for entered in _around(body).get(id(context), ()))


def _takes_up(checker: TypeChecker, entered: Expression) -> bool:
    type_ = get_proper_type(checker.lookup_type_or_none(entered))
    left = type_.type.get_method("__exit__") if isinstance(type_, Instance) else None
    if left is None:
        return isinstance(type_, AnyType)
    given = get_proper_type(left.type)
    result = get_proper_type(given.ret_type) if isinstance(given, CallableType) else None
    return isinstance(result, Instance) and result.type.fullname == "builtins.bool"


@once_per_tree
def _around(body: list[Statement]) -> dict[int, list[Expression]]:
    """What stands in a `with` that is given errors, with what is entered there."""
    found: dict[int, list[Expression]] = {}
    for one in statements(body):
        entered = [part for part in one.expr if _is_given_errors(part)] if isinstance(one, WithStmt) else []
        if isinstance(one, WithStmt) and entered:
            for part in (part for inner in statements(one.body.body) for part in expressions(inner)):
                found.setdefault(id(part), []).extend(entered)
    return found


def _is_given_errors(entered: Expression) -> bool:
    return isinstance(entered, CallExpr) and any(map(_is_error, entered.args))


def _is_error(argument: Expression) -> bool:
    match argument:
        case TupleExpr(items=items):
            return bool(items) and all(map(_is_error, items))
        case RefExpr(node=TypeInfo() as info):
            return info.has_base("builtins.BaseException")
    return False


@once_per_tree
def _tried(body: list[Statement]) -> frozenset[int]:
    """What stands in a `try` whose handlers expect that torch refuses it."""
    tries = (one for one in statements(body) if isinstance(one, TryStmt))
    expecting = (one for one in tries if any(map(_expects, one.types, one.handlers)))
    inside = (inner for one in expecting for inner in statements(one.body.body))
    return frozenset(id(part) for inner in inside for part in expressions(inner))


def _expects(taken: Expression | None, handler: Block) -> bool:
    several = taken.items if isinstance(taken, TupleExpr) else [taken]
    named = {one.fullname for one in several if isinstance(one, RefExpr)}
    is_of_all = taken is None or not _ALL.isdisjoint(named)
    if not is_of_all and _REFUSALS.isdisjoint(named):
        return False
    inside = statements(handler.body)
    if any(isinstance(one, RaiseStmt) or any(map(_ends, expressions(one))) for one in inside):
        return False
    return not is_of_all or any(map(_gives, inside)) or all(isinstance(one, PassStmt) for one in inside)


def _gives(statement: Statement) -> bool:
    """Whether it puts something in the place of what has been refused."""
    is_value = isinstance(statement, ReturnStmt) and statement.expr is not None
    return is_value or isinstance(statement, AssignmentStmt | OperatorAssignmentStmt)


def _ends(expression: Expression) -> bool:
    """Whether it is a call that nothing comes after, `sys.exit(1)`."""
    match expression:
        case CallExpr(callee=RefExpr(node=FuncDef(type=CallableType(ret_type=given)))):
            return isinstance(get_proper_type(given), UninhabitedType)
    return False
