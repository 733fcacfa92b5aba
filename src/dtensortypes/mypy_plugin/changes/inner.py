"""Whether a file may change lists and dicts that are in others: `model = options["model"]; model["hidden"] = 8`."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from typing import TypeAlias

from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    FloatExpr,
    FuncDef,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    ReturnStmt,
    SliceExpr,
    Statement,
    StrExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
    YieldExpr,
    YieldFromExpr,
)

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.changes.alike import plain_name
from dtensortypes.mypy_plugin.changes.filling import CHANGING, filled_by
from dtensortypes.mypy_plugin.changes.handed import only_reads
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import bodies, functions_in, statements, targets

Given: TypeAlias = list[tuple[str, Expression | None]]
"""The names of variables and attributes, each with what it is given; None where that is not written out."""

_NEW = frozenset({"builtins.list", "builtins.dict", "collections.OrderedDict", "collections.defaultdict"})
_ITEMS = frozenset({dict.get.__name__, dict.values.__name__, dict.items.__name__})


@once_per_tree
def changes_inner(tree: MypyFile) -> bool:
    """Whether it puts something into what may be an item of another, or gives it to who may do so; by the text."""
    return _changes(tree, _handed)


@once_per_tree
def changes_inner_types(tree: MypyFile) -> bool:
    """Whether it may put something of another type into it: what its own functions put into what they get it sees.

    So it does of the modules that it calls.
    """
    own = {function.name for function in functions_in(tree.defs)}
    return _changes(tree, lambda one: _handed(one, own))


def _changes(tree: MypyFile, handed: Callable[[Statement], Iterable[Expression]]) -> bool:
    every = [statement for body in bodies(tree.defs) for statement in statements(body)]
    assigning = (one for one in every if not isinstance(one, OperatorAssignmentStmt))
    given = [(plain_name(target), value) for one in assigning for target, value in targets(one)]
    items = {name for name, value in given if value is None or any(map(_is_item, _parts(value)))}
    own = _always(tree, given, _gives_new(tree, given, items))
    return any(plain_name(place) not in own for one in every for place in _filled(one)) or any(
        _is_item(part) or plain_name(part) in items for one in every for part in handed(one)
    )


def _always(tree: MypyFile, given: Given, gives: Callable[[Expression], bool]) -> set[str]:
    """The names that are only given such values, and that no parameter has."""
    found = {name for name, value in given if value is not None and gives(value)}
    others = {name for name, value in given if value is None or not gives(value)}
    return found - others - {one.variable.name for function in functions_in(tree.defs) for one in function.arguments}


def _counts(statement: Statement) -> bool:
    """Whether it is `n += 1`, which no list takes."""
    return isinstance(statement, OperatorAssignmentStmt) and (
        statement.op not in {"+", "*", "|"} or (statement.op == "+" and _is_number(statement.rvalue))
    )


def _filled(statement: Statement) -> Iterator[Expression]:
    """The places that the statement fills; with several indices it is a tensor that is filled."""
    if _counts(statement):
        return
    of_tensors = {
        id(target.base)
        for target, _ in targets(statement)
        if isinstance(target, IndexExpr) and isinstance(target.index, TupleExpr)
    }
    yield from (place for place in filled_by(statement) if id(place) not in of_tensors)
    for call in expressions(statement):
        if isinstance(call, CallExpr) and isinstance(call.callee, MemberExpr) and call.callee.name in CHANGING:
            yield call.callee.expr


def _handed(statement: Statement, own: Container[str] | None = None) -> Iterator[Expression]:
    """What it gives to functions that may do more than to read it, but for objects and those of these names."""
    for call in expressions(statement):
        if isinstance(call, CallExpr) and not _is_own(call.callee, own):
            yield from (one for place, one in enumerate(call.args) if not only_reads(call, place))


def _is_own(callee: Expression, own: Container[str] | None) -> bool:
    if own is None:
        return False
    is_object = isinstance(callee, NameExpr) and isinstance(callee.node, Var)
    return is_object or (isinstance(callee, NameExpr | MemberExpr) and callee.name in own)


def _parts(value: Expression) -> Iterator[Expression]:
    yield value
    if isinstance(value, CallExpr) and isinstance(value.callee, MemberExpr):
        yield value.callee


def _is_item(value: Expression) -> bool:
    """Whether it may be an item of a list or dict: a slice is new, and with several indices it is part of a tensor."""
    match value:
        case IndexExpr(index=index):
            return not isinstance(index, TupleExpr | SliceExpr)
        case MemberExpr(name=name):
            return name in _ITEMS
    return False


def _gives_new(tree: MypyFile, given: Given, items: set[str]) -> Callable[[Expression], bool]:
    """Whether an expression of the file gives what is in no list or dict: torch's tensors, numbers, and new lists.

    So do functions, methods, and layers that are attributes, where nothing in the file gives back what is in one.
    """
    functions = {function.name for function in functions_in(tree.defs)}
    returned = [value for body in bodies(tree.defs) for one in statements(body) for value in _given_back(one)]
    made = _always(tree, given, _makes_object)
    is_closed = not any(_is_item(part) or plain_name(part) in items for value in returned for part in _either(value))

    def is_new(value: Expression) -> bool:
        match value:
            case ListExpr() | DictExpr() | ListComprehension() | ComparisonExpr() | StrExpr():
                return True
            case OpExpr(op="and" | "or", left=one, right=other) | ConditionalExpr(if_expr=one, else_expr=other):
                return is_new(one) and is_new(other)
            case OpExpr():
                return True
            case CallExpr(callee=MemberExpr(expr=owner, name=name)) if is_self(owner):
                return is_closed and name not in _ITEMS
            case CallExpr(callee=NameExpr(name=name)) if name in made:
                return is_closed
            case CallExpr(callee=RefExpr(fullname=name)) if name:
                return name in _NEW or names.root(name) == "torch" or (is_closed and _makes_object(value))
            case CallExpr(callee=MemberExpr(name=name)):
                return names.public(f"{names.TENSOR}.{name}") in ops.names() and name not in functions | _ITEMS
        return _is_number(value)

    return is_new


def _makes_object(value: Expression) -> bool:
    """Whether it calls a class or function of the program, or one of torch's."""
    match value:
        case CallExpr(callee=RefExpr(fullname=name, node=FuncDef() | TypeInfo())):
            return names.is_users(name) or names.root(name) == "torch"
    return False


def _given_back(statement: Statement) -> Iterator[Expression]:
    """What a function, a generator or a lambda gives in the statement."""
    if isinstance(statement, ReturnStmt) and statement.expr is not None:
        yield statement.expr
    for part in expressions(statement):
        if isinstance(part, LambdaExpr):
            yield part.expr()
        elif isinstance(part, YieldExpr | YieldFromExpr) and part.expr is not None:
            yield part.expr


def _either(value: Expression) -> Iterator[Expression]:
    """What the value may be, and what it holds as it is written."""
    yield from _parts(value)
    match value:
        case OpExpr(op="and" | "or", left=one, right=other) | ConditionalExpr(if_expr=one, else_expr=other):
            yield from (*_either(one), *_either(other))
        case TupleExpr(items=items) | ListExpr(items=items):
            yield from (part for one in items for part in _either(one))


def _is_number(value: Expression) -> bool:
    return isinstance(value.expr if isinstance(value, UnaryExpr) else value, IntExpr | FloatExpr)
