"""Copies of functions, checked for one call; what mypy knows of the program stays as it is meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo, ErrorWatcher
from mypy.nodes import (
    Argument,
    AssignmentExpr,
    Block,
    ClassDef,
    ConditionalExpr,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    PassStmt,
    RefExpr,
    StarExpr,
    Statement,
    Var,
)
from mypy.types import CallableType, FunctionLike, Type

from dtensortypes.core.rules.repeated import once_per_object
from dtensortypes.mypy_plugin.text.expressions import expressions, gathered, is_self
from dtensortypes.mypy_plugin.text.perhaps_none import believe, told_by
from dtensortypes.mypy_plugin.text.rewritten import inside, is_question
from dtensortypes.mypy_plugin.text.scope import blocks, functions_in, statements, targets

if TYPE_CHECKING:
    from mypy.treetransform import TransformVisitor

Filter: TypeAlias = Callable[[str, ErrorInfo], bool]
"""What mypy asks about each message of a file: whether to hold it back."""
Types: TypeAlias = Mapping[Expression, Type]
_OVERLOOKED = (StarExpr, AssignmentExpr, LambdaExpr)


def copy_of(function: FuncDef, signature: FunctionLike | None, around: Iterable[FuncDef] = ()) -> FuncDef:
    """The function again, with variables of its own of which nothing has been inferred yet.

    Those of the functions around it stay theirs.
    """
    from mypy.treetransform import TransformVisitor

    transformed = TransformVisitor()
    transformed.var_map.update((variable, variable) for outer in around for variable in _variables(outer))
    copied = transformed.node(function)
    assert isinstance(copied, FuncDef)
    for one in _overlooked(copied) if _has_overlooked(function) else ():  # by mypy's own visitor
        match one:
            case StarExpr(expr=spread):  # it has left that in the old tree
                one.expr = transformed.expr(spread)
            case AssignmentExpr(target=name):  # it has put that on no line
                name.set_line(one)
            case LambdaExpr(arguments=arguments):
                _give_defaults(transformed, arguments)
    for inner in functions_in(copied.body.body):
        _give_defaults(transformed, inner.arguments)
    inside = [s for one in (function, *functions_in(function.body.body)) for s in statements(one.body.body)]
    decorated = {one.var for one in inside if isinstance(one, Decorator)}  # their own bodies may speak of them
    for old, new in ((old, new) for old, new in transformed.var_map.items() if old is not new):
        new.is_inferred, new.is_argument, new.is_index_var = old.is_inferred, old.is_argument, old.is_index_var
        if old.is_inferred and "." not in old.fullname and old not in decorated:
            new.type = None
    _speak_of_decorated(transformed.var_map, copied, [one for one in _decorated(function) if one not in inside])
    for inner in functions_in(copied.body.body):
        if isinstance(inner.original_def, Var):
            inner.original_def = transformed.var_map.get(inner.original_def, inner.original_def)
    for target in given_attributes(copied):
        target.node = target.def_var  # mypy's own visitor leaves the attribute, but gives its first place a copy of it
    for before, after in zip(_choices(function), _choices(copied), strict=True):
        _as_before(before.if_expr, after.if_expr)
        _as_before(before.else_expr, after.else_expr)
    copied.type = signature
    if isinstance(signature, CallableType):
        believe(copied, told_by(function, signature))
    return copied


def _give_defaults(transformed: TransformVisitor, parameters: Iterable[Argument]) -> None:
    """Let these functions inside of a copy have defaults of their own: mypy's own visitor leaves the old ones."""
    for parameter in parameters:
        if parameter.initializer is not None:
            parameter.initializer = transformed.expr(parameter.initializer)


@contextmanager
def without_classes(function: FuncDef) -> Iterator[None]:
    """Take the classes that the function defines out of it meanwhile: mypy's own visitor copies none."""
    every = (s for one in (function, *functions_in(function.body.body)) for s in statements(one.body.body))
    parts = [function.body, *(block for statement in every for block in _blocks(statement))]
    before = [(block, block.body) for block in parts if any(isinstance(one, ClassDef) for one in block.body)]
    for block, body in before:
        block.body = [_nothing(one) if isinstance(one, ClassDef) else one for one in body]
    try:
        yield
    finally:
        for block, body in before:
            block.body = body


def _blocks(statement: Statement) -> list[Block]:
    """The blocks of a statement, that of a function inside included."""
    match statement:
        case FuncDef(body=body) | Decorator(func=FuncDef(body=body)):
            return [body]
    return blocks(statement)


def _nothing(place: Statement) -> PassStmt:
    statement = PassStmt()
    statement.set_line(place)
    return statement


def _overlooked(function: FuncDef) -> Iterator[StarExpr | AssignmentExpr | LambdaExpr]:
    for one in (function, *functions_in(function.body.body)):
        for statement in statements(one.body.body):
            yield from (e for e in gathered(statement) if isinstance(e, _OVERLOOKED))


@once_per_object
def _has_overlooked(function: FuncDef) -> bool:
    return any(True for _ in _overlooked(function))


@once_per_object
def _decorated(function: FuncDef) -> list[Decorator]:
    """The decorated functions that the body speaks of."""
    named = (e.node for s in statements(function.body.body) for e in expressions(s) if isinstance(e, RefExpr))
    return [node for node in named if isinstance(node, Decorator)]


def _speak_of_decorated(variables: Mapping[Var, Var], copied: FuncDef, decorated: list[Decorator]) -> None:
    """Let the copy speak of these functions: mypy's own visitor leaves of them the variables that hold them."""
    meant = {variables[one.var]: one for one in decorated if one.var in variables}
    meant |= {one.var: one for one in statements(copied.body.body) if isinstance(one, Decorator)}
    for expression in (e for s in statements(copied.body.body) for e in expressions(s)) if meant else ():
        if isinstance(expression, RefExpr) and isinstance(expression.node, Var):
            expression.node = meant.get(expression.node, expression.node)


def _choices(function: FuncDef) -> list[ConditionalExpr]:
    every = (s for one in (function, *functions_in(function.body.body)) for s in statements(one.body.body))
    return [e for statement in every for e in expressions(statement) if isinstance(e, ConditionalExpr)]


def _as_before(old: Expression, new: Expression) -> None:
    """Say of the calls that narrowing has put before a branch that the branch is what comes of them."""
    while isinstance(old, OpExpr) and isinstance(new, OpExpr) and is_question(old.left):
        new.right_always = True  # the one before may be a branch that is never taken
        old, new = old.right, new.right


def _variables(function: FuncDef) -> Iterator[Var]:
    """The variables of a function that one inside of it may use."""
    yield from (argument.variable for argument in function.arguments)
    for statement in statements(function.body.body):
        for target, _ in targets(statement):
            if isinstance(target, NameExpr) and isinstance(target.node, Var):
                yield target.node


@contextmanager
def apart(checker: TypeChecker, function: FuncDef, copied: FuncDef, keep: Filter) -> Iterator[Types]:
    """Let mypy check a copy of the function: what it says goes through `keep`, and what it infers is given here."""
    with (
        untouched(checker, copied),
        ErrorWatcher(checker.errors, filter_errors=keep, filter_revealed_type=True),
        checker.local_type_map as types,
        checker.scope.push_class(function.info) if function.info else checker.scope.push_function(copied),
        checker.tscope.function_scope(copied),  # for what functions inside of it may believe of its variables
    ):
        yield types


@contextmanager
def untouched(checker: TypeChecker, function: FuncDef) -> Iterator[None]:
    """Keep what mypy has inferred of attributes, and what it is about to: of `self.x = None` it awaits the rest.

    What holds of the place where mypy is at work does not hold in the function.
    """
    awaited = [(scope.map, dict(scope.map)) for scope in checker.partial_types]
    reported = set(checker.partial_reported)
    variables = [*_defined(function), *(variable for _, before in awaited for variable in before)]
    types = [(variable, variable.type, variable.is_ready) for variable in variables]
    in_union, checker.no_partial_types = checker.no_partial_types, False
    in_lambda, checker.expr_checker.in_lambda_expr = checker.expr_checker.in_lambda_expr, False
    nameless, checker.msg._disable_type_names = checker.msg._disable_type_names, []
    try:
        yield
    finally:
        checker.no_partial_types, checker.expr_checker.in_lambda_expr = in_union, in_lambda
        checker.msg._disable_type_names = nameless
        checker.partial_reported &= reported  # what the copy has said of an attribute is still to be said
        for variable, type_, is_ready in types:
            variable.type, variable.is_ready = type_, is_ready
        for scope, before in awaited:
            scope.clear()
            scope.update(before)


def _defined(function: FuncDef) -> Iterator[Var]:
    return (target.def_var for target in given_attributes(function) if target.def_var is not None)


def given_attributes(function: FuncDef) -> Iterator[MemberExpr]:
    """The attributes that get a value in the function, where they get it first: mypy may infer their types there."""
    for statement in statements(function.body.body):
        for target, _ in targets(statement):
            if isinstance(target, MemberExpr) and target.def_var is not None:
                yield target


def given_again(copied: FuncDef) -> frozenset[Var]:
    """The object's attributes that get more than one value in the copy, of whose loops the rounds are written out."""
    places = (place for one in inside(copied.body.body) for place, _ in targets(one))
    given = Counter(one.node for one in places if isinstance(one, MemberExpr) and is_self(one.expr))
    return frozenset(one for one, times in given.items() if isinstance(one, Var) and times > 1)
