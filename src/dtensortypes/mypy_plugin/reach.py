"""Which functions of a file may run inside of its autocast regions: told by names, as far as a file can tell.

A function that is mentioned in a region may run there, and so may one that is mentioned in such a function. What a
region calls that is no function of the file (a module, a trainer) may call back: every `forward`, every method with a
name of Python's, and every function that is handed around as a value. A region in another file is not seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    Statement,
    WithStmt,
)

from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.expressions import expressions
from dtensortypes.mypy_plugin.per_tree import once_per_tree
from dtensortypes.mypy_plugin.scope import Spot, decorators, functions, spot, statements


def callee(expression: Expression) -> str:
    """The full name of what the expression calls; empty where it is no call of a name."""
    if isinstance(expression, CallExpr) and isinstance(expression.callee, RefExpr):
        return expression.callee.fullname
    return ""


@once_per_tree
def called(tree: MypyFile) -> frozenset[str]:
    """The full names of what the file's statements call: of statements that are calls, and of those in a `with`."""
    return frozenset(callee(expression) for statement in _all(tree) for expression in _own(statement))


@once_per_tree
def reached(tree: MypyFile) -> frozenset[Spot]:
    """The functions that may run inside of a region of the file."""
    inside = list(_inside(tree))
    if not inside:
        return frozenset()
    known, mentioned = functions(tree), _mentioned(inside)
    if any(_calls_out(statement) for statement in inside):
        mentioned |= {"forward"} | _escaping(tree)
        mentioned |= {function.name for function in known if function.name.startswith("__")}
    found: dict[int, FuncDef] = {}
    waiting = [function for function in known if function.name in mentioned]
    while waiting:
        function = waiting.pop()
        if id(function) not in found:
            found[id(function)] = function
            further = _mentioned(statements(function.body.body))
            waiting += [other for other in known if other.name in further]
    return frozenset(map(spot, found.values()))


def is_autocast(expression: Expression) -> bool:
    """Whether the expression makes an autocast region."""
    return callee(expression) in names.AUTOCASTS


def _inside(tree: MypyFile) -> Iterator[Statement]:
    """The statements that stand in a region, or in a function that is one."""
    for statement in _all(tree):
        if isinstance(statement, WithStmt) and any(map(is_autocast, statement.expr)):
            yield from statements(statement.body.body)
    for function in functions(tree):
        if any(map(is_autocast, decorators(tree).get(spot(function), ()))):
            yield from statements(function.body.body)


def _all(tree: MypyFile) -> Iterator[Statement]:
    yield from statements(tree.defs)
    for function in functions(tree):
        yield from statements(function.body.body)


def _mentioned(body: Iterable[Statement]) -> set[str]:
    """The names and attributes that the statements mention; those of functions that are defined there as well."""
    return {
        expression.name
        for statement in body
        for expression in expressions(statement)
        if isinstance(expression, NameExpr | MemberExpr)
    }


def _escaping(tree: MypyFile) -> set[str]:
    """The names that the file uses other than to call them, and those of its decorated functions."""
    every = [expression for statement in _all(tree) for expression in expressions(statement)]
    to_call = {id(expression.callee) for expression in every if isinstance(expression, CallExpr)}
    values = {e.name for e in every if isinstance(e, NameExpr | MemberExpr) and id(e) not in to_call}
    return values | {function.name for function in functions(tree) if spot(function) in decorators(tree)}


def _calls_out(statement: Statement) -> bool:
    """Whether the statement calls something else than torch's functions and the file's."""
    calls = [expression for expression in expressions(statement) if isinstance(expression, CallExpr)]
    return any(not _is_known(call.callee) for call in calls)


def _is_known(function: Expression) -> bool:
    if not isinstance(function, RefExpr):
        return False
    return isinstance(function.node, FuncDef | Decorator) or function.fullname.startswith(("torch.", "builtins."))


def _own(statement: Statement) -> list[Expression]:
    expression = getattr(statement, "expr", None)
    return expression if isinstance(expression, list) else [expression] if isinstance(expression, Expression) else []
