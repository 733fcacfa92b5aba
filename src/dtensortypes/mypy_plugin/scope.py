"""Where things are in the program: the function a line is in, and the assignments that give a variable its value."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    Block,
    ClassDef,
    Decorator,
    Expression,
    ForStmt,
    FuncDef,
    GlobalDecl,
    IfStmt,
    Lvalue,
    MatchStmt,
    MypyFile,
    NameExpr,
    Node,
    NonlocalDecl,
    OperatorAssignmentStmt,
    OverloadedFuncDef,
    Statement,
    TryStmt,
    TupleExpr,
    Var,
    WhileStmt,
    WithStmt,
)
from mypy.types import CallableType

from dtensortypes.mypy_plugin.facts_of import dimension_names


def statements(body: list[Statement]) -> Iterator[Statement]:
    """Every statement of the body in the order of the text; those of nested functions and classes are not entered."""
    for statement in body:
        yield statement
        for block in blocks(statement):
            yield from statements(block.body)


def blocks(statement: Statement) -> list[Block]:
    """The blocks that belong to a compound statement."""
    match statement:
        case IfStmt(body=bodies, else_body=last):
            return [*bodies, *([last] if last else [])]
        case ForStmt(body=body, else_body=last) | WhileStmt(body=body, else_body=last):
            return [body, *([last] if last else [])]
        case WithStmt(body=body):
            return [body]
        case TryStmt(body=body, handlers=handlers, else_body=last, finally_body=final):
            return [body, *handlers, *(block for block in (last, final) if block)]
        case MatchStmt(bodies=bodies):
            return list(bodies)
        case Block():
            return [statement]
    return []


def functions(tree: MypyFile) -> Iterator[FuncDef]:
    """Every function of the file, methods and nested functions included."""
    yield from _functions(tree.defs)


def _functions(body: list[Statement]) -> Iterator[FuncDef]:
    for statement in statements(body):
        match statement:
            case FuncDef():
                yield from _entered(statement)
            case Decorator(func=function):
                yield from _entered(function)
            case OverloadedFuncDef(items=items, impl=impl):
                parts = [*items, *([impl] if impl and impl not in items else [])]
                yield from (f for part in parts for f in _functions([part]))
            case ClassDef(defs=block):
                yield from _functions(block.body)


def _entered(function: FuncDef) -> Iterator[FuncDef]:
    yield function
    yield from _functions(function.body.body)


def function_at(tree: MypyFile, line: int) -> FuncDef | None:
    """The innermost function that the line is in."""
    around = [f for f in functions(tree) if f.line <= line <= (f.end_line or f.line)]
    return max(around, key=lambda f: f.line, default=None)


def current_function(checker: TypeChecker) -> FuncDef | None:
    """The innermost function with a name that is being checked."""
    return next((item for item in reversed(checker.scope.stack) if isinstance(item, FuncDef)), None)


def own_names(function: FuncDef | None) -> frozenset[str]:
    """The names of dims in the function's signature."""
    declared = function.type if function else None
    types = [*declared.arg_types, declared.ret_type] if isinstance(declared, CallableType) else []
    return frozenset().union(*map(dimension_names, types))


def current_body(checker: TypeChecker) -> list[Statement]:
    """The statements of the function that is being checked, or of the file."""
    function = current_function(checker)
    return function.body.body if function else checker.tree.defs


def assigned(body: list[Statement], variable: Node | None) -> list[tuple[Statement | Expression, Expression | None]]:
    """The statements of the body that give the variable a value, each with the value where it is written out."""
    return [
        (statement, value)
        for statement in statements(body)
        for target, value in targets(statement)
        if isinstance(target, NameExpr) and target.node is variable and variable is not None
    ]


def targets(statement: Statement) -> Iterator[tuple[Lvalue, Expression | None]]:
    """What the statement assigns to; the value is None where it is not written out (a loop, an unpacking)."""
    match statement:
        case AssignmentStmt(lvalues=lvalues, rvalue=value):
            for lvalue in lvalues:
                yield from _paired(lvalue, value)
        case OperatorAssignmentStmt(lvalue=lvalue):
            yield from ((single, None) for single in _singles(lvalue))
        case ForStmt(index=index):
            yield from ((single, None) for single in _singles(index))
        case WithStmt(target=places):
            yield from ((single, None) for place in places if place for single in _singles(place))


def _paired(lvalue: Expression, value: Expression) -> Iterator[tuple[Lvalue, Expression | None]]:
    """The targets with their values; in `a, b = x, y` each has its own."""
    if isinstance(lvalue, TupleExpr) and isinstance(value, TupleExpr) and len(lvalue.items) == len(value.items):
        for single, own in zip(lvalue.items, value.items, strict=True):
            yield from _paired(single, own)
    else:
        yield from ((single, value if single is lvalue else None) for single in _singles(lvalue))


def _singles(lvalue: Expression) -> Iterator[Expression]:
    if isinstance(lvalue, TupleExpr):
        for item in lvalue.items:
            yield from _singles(item)
    else:
        yield lvalue


def _is_shared(tree: MypyFile, name: str) -> bool:
    """Whether a function of the file says `global name` or `nonlocal name`, and may give it another value."""
    return any(
        isinstance(statement, GlobalDecl | NonlocalDecl) and name in statement.names
        for function in functions(tree)
        for statement in statements(function.body.body)
    )


def constant_value(checker: TypeChecker, name: NameExpr) -> Expression | None:
    """The expression that a variable stands for, where it is assigned once in all of its scope."""
    variable, function = name.node, current_function(checker)
    if not isinstance(variable, Var) or variable.is_self or variable.is_cls:
        return None
    if any(parameter.variable is variable for parameter in (function.arguments if function else [])):
        return None
    if _is_shared(checker.tree, variable.name):
        return None
    for body in (current_body(checker), checker.tree.defs):
        values = assigned(body, variable)
        if values:
            return values[0][1] if len(values) == 1 else None
    return None
