"""The names by which a function speaks of what is around it, and not of what it is given or gives values itself.

By the text alone, and by names: in a copy of a function its variables may be others.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentExpr, Decorator, FuncDef, FuncItem, GlobalDecl, NameExpr, NonlocalDecl, Statement

from dtensortypes.mypy_plugin.text.definitions import is_parameter
from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.scope import assigned, blocks, shared, targets


def own(function: FuncItem) -> frozenset[str]:
    """The names that are the function's own variables, its parameters among them."""
    found, others = {argument.variable.name for argument in function.arguments}, set[str]()
    for statement in _inside(function.body.body):
        if isinstance(statement, NonlocalDecl | GlobalDecl):
            others.update(statement.names)
        found.update(target.name for target, _ in targets(statement) if isinstance(target, NameExpr))
        found.update(part.target.name for part in gathered(statement) if isinstance(part, AssignmentExpr))
    return frozenset(found - others)


def free(function: FuncItem) -> frozenset[str]:
    """The names of others that it uses, or a function inside of it does."""
    used: set[str] = set()
    for statement in _inside(function.body.body):
        used.update(part.name for part in gathered(statement) if isinstance(part, NameExpr))
        used.update(target.name for target, _ in targets(statement) if isinstance(target, NameExpr))
        inner = statement.func if isinstance(statement, Decorator) else statement
        used.update(free(inner) if isinstance(inner, FuncDef) else ())
    return frozenset(used - own(function))


def _inside(body: list[Statement]) -> Iterator[Statement]:
    for statement in body:
        yield statement
        for block in blocks(statement):
            yield from _inside(block.body)


def is_taken_around(checker: TypeChecker, name: NameExpr) -> bool:
    """Whether a function around the one being checked takes the variable, and nothing gives it another value."""
    around = [one for one in checker.scope.stack if isinstance(one, FuncDef)][:-1]
    taking = [one for one in around if is_parameter(name.node, one) and not assigned(one.body.body, name.node)]
    return bool(taking) and name.name not in shared(checker.tree.defs)
