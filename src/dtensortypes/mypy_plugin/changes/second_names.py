"""Second names of what is inside of modules, `head = model.head`, by which a body only calls and reads it.

By the text alone. By any other one the module may be cast, moved or handed on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    Expression,
    ForStmt,
    GlobalDecl,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    NonlocalDecl,
    RefExpr,
    ReturnStmt,
    Statement,
    TypeInfo,
    YieldExpr,
)

from dtensortypes.mypy_plugin.changes.owners import OWN, all_places_in, root
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import bodies, functions, functions_in, statements, targets


@once_per_tree
def layers(tree: MypyFile) -> frozenset[str]:
    """The attributes that the methods of the file give their objects, and that no function of it is called."""
    every = (pair for body in bodies(tree.defs) for one in statements(body) for pair in targets(one))
    given = {place.name for place, _ in every if isinstance(place, MemberExpr) and root(place) == OWN}
    return frozenset(given) - {one.name for one in functions(tree)}


def parts_named(statement: Statement) -> list[tuple[str, str]]:
    """The variables to which the statement gives parts, and nothing else, each with the variable that has the part."""
    pairs = list(targets(statement)) if isinstance(statement, AssignmentStmt) else []
    found = [
        (target.name, root(value))
        for target, value in pairs
        if isinstance(target, NameExpr) and isinstance(value, MemberExpr)
    ]
    return found if len(found) == len(pairs) else []


@once_per_tree
def called_of(body: list[Statement]) -> dict[str, frozenset[str]]:
    """What the body calls of each variable to which it gives a part, if it does not give it out as it is."""
    every = statements(body)
    given = {name for one in every for name, _ in parts_named(one)}
    if not given:
        return {}
    found: dict[str, set[str]] = {name: set() for name in given}
    for statement in every:
        for name in given.intersection(_given_out(statement)):
            found.pop(name, None)
        for part in expressions(statement):
            match part:
                case CallExpr(callee=MemberExpr(expr=NameExpr(name=name), name=method)) if name in found:
                    found[name].add(method)
    for name in mentioned_inside(body).intersection(found):
        del found[name]
    return {name: frozenset(methods) for name, methods in found.items()}


def _given_out(statement: Statement) -> Iterator[str]:
    """The variables of which somebody else may get hold by the statement, or what is in them, or that are replaced."""
    match statement:
        case ReturnStmt(expr=value) if value is not None:
            yield from map(root, all_places_in([value]))
        case GlobalDecl(names=several) | NonlocalDecl(names=several):
            yield from several
        case ForStmt(index=index):
            yield from (one.name for one in expressions(index) if isinstance(one, NameExpr))
    for target, _ in targets(statement):
        if isinstance(target, MemberExpr):
            yield root(target)
    for part in expressions(statement):
        if isinstance(part, YieldExpr) and part.expr is not None:
            yield from map(root, all_places_in([part.expr]))


@once_per_tree
def mentioned_inside(body: list[Statement]) -> frozenset[str]:
    """The variables that functions and lambdas inside of the body mention."""
    inner = [one.body.body for one in functions_in(body)]
    parts = [part for one in statements(body) for part in expressions(one)]
    inner += [one.body.body for one in parts if isinstance(one, LambdaExpr)]
    every = (part for several in inner for one in statements(several) for part in expressions(one))
    return frozenset(part.name for part in every if isinstance(part, NameExpr))


def of_one_object(body: list[Statement]) -> list[tuple[int, set[str]]]:
    """The variables that are given one object, each group with the line of the first: `a = b = net`, `c, d = a, a`.

    So are those that hold modules of which one of torch's is made, `nn.Sequential(*layers)`.
    """
    found: list[tuple[int, set[str]]] = []
    for statement in statements(body):
        pairs: list[tuple[Expression, Expression | None]] = [*targets(statement)]
        pairs += [(one.target, one.value) for one in expressions(statement) if isinstance(one, AssignmentExpr)]
        if isinstance(statement, AssignmentStmt):
            pairs += [(one, other) for one, other in pairwise(statement.lvalues)]
        for one, given in pairs:
            other = given.target if isinstance(given, AssignmentExpr) else given
            others = [other] if isinstance(other, NameExpr | MemberExpr) else _made_of(other)
            if isinstance(one, NameExpr) and others:
                pair = {one.name, *map(root, others)}
                same = [group for group in found if not group[1].isdisjoint(pair)]
                line = min([statement.line, *(before for before, _ in same)])
                joined = pair.union(*(several for _, several in same))
                found = [*(group for group in found if group not in same), (line, joined)]
    return found


def put_in(statement: Statement) -> set[str]:
    """The variables whose modules the statement makes parts of another one, which has a variable of its own."""
    pairs = [pair for pair in targets(statement) if isinstance(pair[0], NameExpr)]
    return {root(place) for _, value in pairs for place in _made_of(value)}


def _made_of(value: Expression | None) -> list[Expression]:
    """The places of what a module of torch's is made of."""
    callee = value.callee if isinstance(value, CallExpr) else None
    is_torchs = isinstance(callee, RefExpr) and isinstance(callee.node, TypeInfo) and names.is_layer(callee.fullname)
    return [*all_places_in(value.args)] if is_torchs and isinstance(value, CallExpr) else []
