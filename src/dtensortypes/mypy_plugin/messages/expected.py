"""What a program itself expects to be refused: `with pytest.raises(RuntimeError): net(x)`.

Such a context is given the errors that it takes up, and by its `__exit__` mypy, too, knows that it may.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, Expression, RefExpr, Statement, TupleExpr, TypeInfo, WithStmt
from mypy.types import AnyType, CallableType, Instance, get_proper_type

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import current_body, statements


def is_expected(checker: TypeChecker, context: Context) -> bool:
    """Whether it stands in a `with` that takes up the errors that it is given."""
    around = _around(current_body(checker)).get(id(context), ())
    return any(_takes_up(checker, entered) for entered in around)


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
