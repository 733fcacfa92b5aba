"""What stands in no function of a file, as the body of one: it can be read again as functions are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    GDEF,
    LDEF,
    AssignmentStmt,
    Block,
    ClassDef,
    Decorator,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    Import,
    ImportAll,
    ImportFrom,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    Statement,
    Var,
    WhileStmt,
)

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.own_lists import own_lists
from dtensortypes.mypy_plugin.text.put_inside import names_in
from dtensortypes.mypy_plugin.text.rewritten import duplicate, inside, is_question
from dtensortypes.mypy_plugin.text.scope import current_function, functions, shared, statements, targets

DEFINING: Final = (FuncDef, OverloadedFuncDef, Decorator, ClassDef, Import, ImportFrom, ImportAll)
"""The statements that give names to functions, classes and files."""
_NAME = "what stands in no function"


def function_here(checker: TypeChecker) -> FuncDef | None:
    """The function that mypy is at work on, or the file's own statements as one; None where they are not to be read."""
    return current_function(checker) or as_function(checker.tree)


@once_per_tree
def as_function(tree: MypyFile) -> FuncDef | None:
    """A function of the file's own statements, with its variables; None where others may give them values."""
    body = [one for one in tree.defs if not isinstance(one, DEFINING)]
    if any(isinstance(one, DEFINING) for one in statements(body)) or not shared(tree.defs).isdisjoint(_asked_for(body)):
        return None
    named = [name for function in functions(tree) for one in inside(function.body.body) for name in names_in(one)]
    read = {name.name for name in named if name.kind == GDEF}
    if own_lists(body) & {name.name for name in named} or _given_again(body) & read:
        return None  # what they read there is another value at each time
    copied = [duplicate(one) for one in body if not _defines_type(one)]
    own = {variable: _local(variable) for variable in _given(copied)}
    for name in (name for one in inside(copied) for name in names_in(one)):
        if isinstance(name.node, Var) and name.node in own:
            name.node, name.kind, name.fullname = own[name.node], LDEF, name.name
    function = FuncDef(_NAME, [], Block(copied))
    function._fullname = f"{tree.fullname}.{_NAME}"
    function.set_line(1, 0, tree.defs[-1].end_line if tree.defs else 1)
    return function


def _asked_for(body: list[Statement]) -> set[str]:
    """The variables that the body does more with than to give them values."""
    every = [one for one in statements(body) if not (isinstance(one, ExpressionStmt) and is_question(one.expr))]
    given = {id(target) for one in every if isinstance(one, AssignmentStmt) for target, _ in targets(one)}
    return {name.name for one in every for name in names_in(one) if id(name) not in given}


def _given_again(body: list[Statement]) -> set[str]:
    """The variables to which the body gives several values, one after the other or in a loop."""
    looped = [inner for one in statements(body) if isinstance(one, ForStmt | WhileStmt) for inner in statements([one])]
    every = (target for one in (*statements(body), *looped) for target, _ in targets(one))
    times = Counter(target.name for target in every if isinstance(target, NameExpr))
    return {name for name, count in times.items() if count > 1}


def _defines_type(statement: Statement) -> bool:
    """Whether it is an alias, a named tuple or the like."""
    given = [target for target, _ in targets(statement) if isinstance(target, NameExpr)]
    is_alias = isinstance(statement, AssignmentStmt) and statement.is_alias_def
    return is_alias or any(not isinstance(target.node, Var) for target in given)


def _given(body: list[Statement]) -> Iterator[Var]:
    every = (target for statement in inside(body) for target, _ in targets(statement))
    return (target.node for target in every if isinstance(target, NameExpr) and isinstance(target.node, Var))


def _local(variable: Var) -> Var:
    local = Var(variable.name, None if variable.is_inferred else variable.type)
    local._fullname = variable.name
    local.is_inferred, local.is_index_var = variable.is_inferred, variable.is_index_var
    return local
