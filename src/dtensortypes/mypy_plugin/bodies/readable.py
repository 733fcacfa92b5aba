"""Which functions can be read again for one call, and where those stand that are inside of others."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import (
    ClassDef,
    Decorator,
    FuncDef,
    GlobalDecl,
    IntExpr,
    NonlocalDecl,
    OperatorAssignmentStmt,
    Statement,
)

from dtensortypes.mypy_plugin.bodies.elsewhere import module_of
from dtensortypes.mypy_plugin.changes.closures import is_closed
from dtensortypes.mypy_plugin.text.definitions import stands_in
from dtensortypes.mypy_plugin.text.scope import statements, targets


def is_readable(checker: TypeChecker, function: FuncDef) -> bool:
    """Whether the body can be read again here: it runs when called, and changes but its own variables, or counts on."""
    is_here = stands_in(checker.tree, function) and ("@" not in function.fullname or is_closed(function))
    is_here = is_here or (is_inside(checker, function) and body_with(checker, function) is not None)
    runs_at_once = not (function.is_coroutine or function.is_async_generator)
    every = statements(function.body.body)
    shared = [statement for statement in every if _shares(statement) and not _only_counts(statement, every)]
    return is_here and runs_at_once and _are_helpers(shared)


def is_inside(checker: TypeChecker, function: FuncDef) -> bool:
    """Whether the function stands in another one, whose variables it may use; one in a method has its class's name."""
    return not function.info and ("." not in function.fullname or module_of(function) not in checker.modules)


def is_open_inside(checker: TypeChecker, function: FuncDef) -> bool:
    """Whether it speaks of variables of the function around it: by the next call they may be something else."""
    return is_inside(checker, function) and not is_closed(function)


def around(checker: TypeChecker, function: FuncDef) -> list[FuncDef]:
    """The functions whose variables it may use."""
    return [item for item in checker.scope.stack if isinstance(item, FuncDef)] if is_inside(checker, function) else []


def body_with(checker: TypeChecker, function: FuncDef) -> list[Statement] | None:
    """The body, of those that mypy is in, in which the function is defined."""
    bodies = (one.body.body for one in reversed(around(checker, function)))
    return next((body for body in bodies if function in statements(body)), None)


def _are_helpers(shared: list[Statement]) -> bool:
    """Whether these are functions inside of the function, which change none of its variables."""
    inner = [one for one in shared if isinstance(one, FuncDef)]
    return len(inner) == len(shared) and not any(_shares(one) for part in inner for one in statements(part.body.body))


def _only_counts(sharing: Statement, body: list[Statement]) -> bool:
    """Whether the program's variables that it speaks of are but counted on: `global steps` and `steps += 1`."""
    if not isinstance(sharing, GlobalDecl):
        return False
    given = [one for one in body if any(getattr(place, "name", "") in sharing.names for place, _ in targets(one))]
    return all(isinstance(one, OperatorAssignmentStmt) and isinstance(one.rvalue, IntExpr) for one in given)


def _shares(statement: Statement) -> bool:
    return isinstance(statement, GlobalDecl | NonlocalDecl | FuncDef | Decorator | ClassDef)
