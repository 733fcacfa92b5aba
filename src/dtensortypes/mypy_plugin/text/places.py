"""Under which words it is kept what a body gives: a variable under its name, an attribute of `self` under `.name`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Statement,
    SuperExpr,
    Var,
)

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.classes import classes_in
from dtensortypes.mypy_plugin.text.expressions import gathered, is_self
from dtensortypes.mypy_plugin.text.rewritten import inside
from dtensortypes.mypy_plugin.text.scope import functions, given_attributes, statements, targets


def place_of(target: Expression) -> str:
    """The word for the variable or attribute; empty for other places."""
    match target:
        case NameExpr(name=name):
            return name
        case MemberExpr(expr=owner, name=name) if is_self(owner):
            return f".{name}"
    return ""


def container_of(place: Expression) -> Expression:
    """What holds the items: what is put into `xs[0]` is put into `xs`."""
    while isinstance(place, IndexExpr):
        place = place.base
    return place


def places_given(body: Iterable[Statement]) -> list[str]:
    """What the statements, and those in them, give a value."""
    every = (target for statement in inside(body) for target, _ in targets(statement))
    return [place for target in every if (place := place_of(target))]


def may_set_attributes(statement: Statement) -> bool:
    """Whether a call in the statement may give attributes of the object other values."""
    return any(isinstance(part, CallExpr) and _may_set(part) for part in gathered(statement))


def _may_set(call: CallExpr) -> bool:
    """Whether it is a call of a method, or one that is given the object."""
    callee = call.callee
    is_own = isinstance(callee, MemberExpr) and is_self(callee.expr) and not isinstance(callee.node, Var)
    return is_own or isinstance(callee, SuperExpr) or any(map(is_self, call.args))


def given_elsewhere(tree: list[Statement], function: FuncDef) -> frozenset[str]:
    """The attributes that the function gives a value, and others of the file, too."""
    own = Counter(one.removeprefix(".") for one in places_given(function.body.body) if one.startswith("."))
    every = _times(tree)
    return frozenset(f".{name}" for name, count in own.items() if every.get(name, 0) > count)


@once_per_tree
def _times(tree: list[Statement]) -> dict[str, int]:
    """How often the file gives each attribute a value."""
    every = (pair for cls in classes_in(tree) for pair in given_attributes(cls.defs.body).items())
    return dict(Counter(name for name, values in every for _ in values))


def given_values(tree: MypyFile, attribute: Var) -> Iterator[tuple[FuncDef, Statement | Expression, Expression]]:
    """The values that the methods of its class give the attribute, each with the method and the statement."""
    for function, statement in _giving(tree).get(attribute.name, ()):
        if function.info is attribute.info:
            for target, value in targets(statement):
                if isinstance(target, MemberExpr) and target.name == attribute.name and value is not None:
                    yield function, statement, value


@once_per_tree
def _giving(tree: MypyFile) -> dict[str, list[tuple[FuncDef, Statement]]]:
    """The statements of functions that give attributes of each name a value."""
    found: dict[str, list[tuple[FuncDef, Statement]]] = {}
    for function in functions(tree):
        for statement in statements(function.body.body):
            given = {target.name for target, _ in targets(statement) if isinstance(target, MemberExpr)}
            for name in given:
                found.setdefault(name, []).append((function, statement))
    return found


def unpacked_values(tree: MypyFile, attribute: Var) -> Iterator[tuple[FuncDef, AssignmentStmt]]:
    """The statements by which the methods of its class unpack something into the attribute and others."""
    for function in functions(tree):
        for statement in statements(function.body.body) if function.info is attribute.info else ():
            given = [target for target, value in targets(statement) if isinstance(target, MemberExpr) and value is None]
            if isinstance(statement, AssignmentStmt) and any(target.name == attribute.name for target in given):
                yield function, statement
