"""Where things are in the program: the function a line is in, and the assignments that give a variable its value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    Block,
    ClassDef,
    Decorator,
    DelStmt,
    Expression,
    ForStmt,
    FuncDef,
    GlobalDecl,
    IfStmt,
    IndexExpr,
    Lvalue,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    NonlocalDecl,
    OperatorAssignmentStmt,
    OverloadedFuncDef,
    StarExpr,
    Statement,
    TryStmt,
    TupleExpr,
    Var,
    WhileStmt,
    WithStmt,
)
from mypy.patterns import AsPattern, ClassPattern, MappingPattern, OrPattern, SequencePattern, StarredPattern
from mypy.types import CallableType

from dtensortypes.core.rules.repeated import once_per_object
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.definitions import is_parameter
from dtensortypes.mypy_plugin.text.expressions import expressions, lines
from dtensortypes.mypy_plugin.types.facts_of import dimension_names

Spot = tuple[str, int]
"""A function of a file: its name and line."""
Given = tuple[Statement | Expression, Expression | None]
"""A statement that gives a variable a value, and the value where it is written out."""


@once_per_tree
def statements(body: list[Statement]) -> list[Statement]:
    """Every statement of the body in the order of the text; those of nested functions and classes are not entered."""
    return list(_statements(body))


def _statements(body: list[Statement]) -> Iterator[Statement]:
    for statement in body:
        yield statement
        for block in blocks(statement):
            yield from _statements(block.body)


_COMPOUND: Final = frozenset({IfStmt, ForStmt, WhileStmt, WithStmt, TryStmt, MatchStmt, Block})
_DEFINING: Final = frozenset({FuncDef, Decorator, OverloadedFuncDef, ClassDef})


def blocks(statement: Statement) -> list[Block]:
    """The blocks that belong to a compound statement."""
    if type(statement) not in _COMPOUND:
        return []  # most are none, and each kind would be looked for
    match statement:
        case IfStmt(body=parts, else_body=last):
            return [*parts, *([last] if last else [])]
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


@once_per_tree
def functions(tree: MypyFile) -> list[FuncDef]:
    """Every function of the file, methods and nested functions included."""
    return list(functions_in(tree.defs))


@once_per_tree
def bodies(body: list[Statement]) -> list[list[Statement]]:
    """The statements of a file, class or function, and the body of each function in it."""
    return [body, *(function.body.body for function in functions_in(body))]


def functions_in(body: list[Statement]) -> Iterator[FuncDef]:
    """Every function in the body, those inside of others included."""
    for statement in statements(body):
        if type(statement) not in _DEFINING:
            continue
        match statement:
            case FuncDef():
                yield from _entered(statement)
            case Decorator(func=function):
                yield from _entered(function)
            case OverloadedFuncDef(items=items, impl=impl):
                parts = [*items, *([impl] if impl and impl not in items else [])]
                yield from (f for part in parts for f in functions_in([part]))
            case ClassDef(defs=block):
                yield from functions_in(block.body)


def _entered(function: FuncDef) -> Iterator[FuncDef]:
    yield function
    yield from functions_in(function.body.body)


def spot(function: FuncDef) -> Spot:
    """Where in its file the function is defined: a copy of it is the same function."""
    return function.name, function.line


@once_per_tree
def decorators(tree: MypyFile) -> dict[Spot, list[Expression]]:
    """The decorators of each function that has some; the innermost comes last."""
    return {spot(one.func): one.original_decorators for body in bodies(tree.defs) for one in _decorated(body)}


def _decorated(body: list[Statement]) -> Iterator[Decorator]:
    for statement in statements(body):
        match statement:
            case Decorator():
                yield statement
            case ClassDef(defs=block):
                yield from _decorated(block.body)
            case OverloadedFuncDef(items=items):
                yield from (item for item in items if isinstance(item, Decorator))


def function_at(tree: MypyFile, line: int) -> FuncDef | None:
    """The innermost function that the line is in."""
    around = [f for f in functions(tree) if line in lines(f)]
    return max(around, key=lambda f: f.line, default=None)


def current_function(checker: TypeChecker) -> FuncDef | None:
    """The innermost function with a name that is being checked."""
    for item in reversed(checker.scope.stack):
        if isinstance(item, FuncDef):
            return item
    return None


def own_names(function: FuncDef | None) -> frozenset[str]:
    """The names of dims in the function's signature."""
    declared = function.type if function else None
    return _declared_names(declared) if isinstance(declared, CallableType) else frozenset()


@once_per_object
def _declared_names(signature: CallableType) -> frozenset[str]:
    return frozenset().union(*map(dimension_names, [*signature.arg_types, signature.ret_type]))


def current_body(checker: TypeChecker) -> list[Statement]:
    """The statements of the function that is being checked, or of the file."""
    function = current_function(checker)
    return function.body.body if function else checker.tree.defs


def assigned(body: list[Statement], variable: Node | None) -> list[Given]:
    """The statements of the body that give the variable a value, each with the value where it is written out."""
    if not isinstance(variable, Var):
        return []
    given = _given(body).get(variable.name)
    return [(statement, value) for name, statement, value in given if name.node is variable] if given else []


@once_per_tree
def _given(body: list[Statement]) -> dict[str, list[tuple[NameExpr, Statement, Expression | None]]]:
    """What the body assigns to each name; a daemon may give the name another variable."""
    found: dict[str, list[tuple[NameExpr, Statement, Expression | None]]] = {}
    for statement in statements(body):
        for target, value in (*targets(statement), *_within(statement)):
            if isinstance(target, NameExpr):
                found.setdefault(target.name, []).append((target, statement, value))
    return found


def _within(statement: Statement) -> Iterator[tuple[Lvalue, Expression | None]]:
    """What `(n := 3)` inside of the statement gives a value; whether it is run at all is not known."""
    yield from ((inner.target, None) for inner in expressions(statement) if isinstance(inner, AssignmentExpr))


_SINGLE: Final = (NameExpr, MemberExpr, IndexExpr)


def targets(statement: Statement) -> Iterator[tuple[Lvalue, Expression | None]]:
    """What the statement assigns to; the value is None where it is not written out (a loop, an unpacking)."""
    match statement:
        case AssignmentStmt(lvalues=lvalues, rvalue=value):
            for lvalue in lvalues:
                if isinstance(lvalue, _SINGLE):
                    yield lvalue, value
                else:
                    yield from _paired(lvalue, value)
        case OperatorAssignmentStmt(lvalue=place) | ForStmt(index=place) | DelStmt(expr=place):
            yield from ((single, None) for single in singles(place))
        case WithStmt(target=places):
            yield from ((single, None) for place in places if place for single in singles(place))
        case TryStmt(vars=caught):
            yield from ((name, None) for name in caught if name is not None)
        case MatchStmt(patterns=patterns):
            yield from ((name, None) for pattern in patterns for name in _captured(pattern))


def _captured(pattern: object) -> Iterator[NameExpr]:
    """The names that a pattern of a `match` gives a value."""
    parts: list[object] = []
    match pattern:
        case AsPattern(pattern=inner, name=name):
            yield from [name] if name is not None else []
            parts = [inner]
        case OrPattern(patterns=inner) | SequencePattern(patterns=inner):
            parts = list(inner)
        case StarredPattern(capture=name):
            yield from [name] if name is not None else []
        case MappingPattern(values=inner, rest=name):
            yield from [name] if name is not None else []
            parts = list(inner)
        case ClassPattern(positionals=inner, keyword_values=named):
            parts = [*inner, *named]
    for part in parts:
        yield from _captured(part)


def _paired(lvalue: Expression, value: Expression) -> Iterator[tuple[Lvalue, Expression | None]]:
    """The targets with their values; in `a, b = x, y` each has its own."""
    if isinstance(lvalue, TupleExpr) and isinstance(value, TupleExpr) and len(lvalue.items) == len(value.items):
        for single, own in zip(lvalue.items, value.items, strict=True):
            yield from _paired(single, own)
    else:
        yield from ((single, value if single is lvalue else None) for single in singles(lvalue))


def singles(lvalue: Expression) -> Iterator[Expression]:
    """The single targets in one that is unpacked into."""
    if isinstance(lvalue, TupleExpr):
        for item in lvalue.items:
            yield from singles(item)
    elif isinstance(lvalue, StarExpr):
        yield from singles(lvalue.expr)
    else:
        yield lvalue


@once_per_tree
def given_attributes(body: list[Statement]) -> dict[str, list[Expression | None]]:
    """What the functions in a body, those of a class, give each attribute, None where that stands in no expression."""
    found: dict[str, list[Expression | None]] = {}
    for statement in (s for function in functions_in(body) for s in statements(function.body.body)):
        for target, value in targets(statement):
            if isinstance(target, MemberExpr):
                found.setdefault(target.name, []).append(value)
    return found


@once_per_tree
def shared(body: list[Statement]) -> frozenset[str]:
    """The names that the body, or a function in it, calls `global` or `nonlocal`: any call may give them a value."""
    every = (statement for inner in bodies(body) for statement in statements(inner))
    return frozenset(name for s in every if isinstance(s, GlobalDecl | NonlocalDecl) for name in s.names)


def constant_value(checker: TypeChecker, name: NameExpr) -> Expression | None:
    """The expression that a variable stands for, where it is assigned once in all of its scope."""
    variable = name.node
    if not isinstance(variable, Var) or variable.is_self or variable.is_cls:
        return None
    if variable.name in shared(checker.tree.defs):
        return None
    around = [item for item in reversed(checker.scope.stack) if isinstance(item, FuncDef)]
    for body in (*(function.body.body for function in around), checker.tree.defs):
        values = assigned(body, variable)
        if values:
            return values[0][1] if len(values) == 1 and not is_parameter(variable, *around) else None
    return None


def single_names(lvalue: Expression) -> frozenset[str]:
    """The names of the variables among them: of `for i, (x, y) in pairs` i, x and y."""
    return frozenset(one.name for one in singles(lvalue) if isinstance(one, NameExpr))
