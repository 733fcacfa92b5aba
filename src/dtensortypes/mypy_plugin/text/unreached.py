"""First values that stand where a program never comes: `if x.is_cuda: self.y = x` of an x on the CPU.

Mypy takes the type of a variable from its first assignment, and passes over what is never run. Of an attribute the next
assignment is made the first one then; of what is given no other value mypy would say that it cannot determine the type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from mypy.checker import TypeChecker
from mypy.errorcodes import HAS_TYPE
from mypy.errors import ErrorInfo
from mypy.nodes import (
    CallExpr,
    ExpressionStmt,
    FuncDef,
    IntExpr,
    Lvalue,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    Statement,
    Var,
)
from mypy.patterns import OrPattern, Pattern, ValuePattern
from mypy.types import Instance, LiteralType, Type, get_proper_type

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self, lines
from dtensortypes.mypy_plugin.text.scope import blocks, bodies, current_function, functions_in, statements, targets

Moved: TypeAlias = tuple[MemberExpr, MemberExpr, Var]
"""The first assignment to an attribute, the one that stands for it, and the attribute."""
_UNTOLD: Final = r'Cannot determine type of "(\w+)"$'


def pass_over(checker: TypeChecker, unreached: list[Statement]) -> None:
    """The statements are never run: find other first values for what has its first one there."""
    function = current_function(checker)
    if function is None or not function.info:
        return
    dead = [target for statement in statements(unreached) for target, _ in targets(statement)]
    for target in dead:
        if isinstance(target, MemberExpr) and target.is_inferred_def:
            _pass_on(target, dead, function, moved(checker.tree))


@once_per_tree
def moved(_tree: MypyFile) -> list[Moved]:
    """The first assignments of the file's attributes that others have taken the place of."""
    return []


def put_back(copied: FuncDef, from_file: MypyFile) -> None:
    """Let the copy of a function begin attributes where the program does, as mypy by itself comes there."""
    given = (target for one in statements(copied.body.body) for target, _ in targets(one)) if moved(from_file) else ()
    places = {(one.line, one.column): one for one in given if isinstance(one, MemberExpr)}
    for first, other, variable in moved(from_file):
        later, begun = (places.get((one.line, one.column)) for one in (other, first))
        own = later.def_var if later is not None else None
        if later is not None:
            later.is_inferred_def, later.def_var = False, None
        if begun is not None:
            begun.is_inferred_def, begun.def_var, begun.node = True, own or variable, own or variable


def _pass_on(first: MemberExpr, dead: Sequence[Lvalue], function: FuncDef, begun: list[Moved]) -> None:
    """Let another assignment to the attribute be the one that mypy takes its type from."""
    variable = first.def_var
    if variable is None or variable.type is not None:
        return
    places = [
        target
        for method in functions_in(function.info.defn.defs.body)
        for statement in statements(method.body.body)
        for target, _ in targets(statement)
        if isinstance(target, MemberExpr) and target.name == first.name and is_self(target.expr)
    ]
    at = next((i for i, place in enumerate(places) if place is first), 0)
    others = [place for place in (*places[at:], *places[:at]) if place not in dead]
    if others:
        first.is_inferred_def, first.def_var = False, None
        others[0].is_inferred_def, others[0].def_var = True, variable
        begun.append((first, others[0], variable))


def after(body: list[Statement], call: CallExpr) -> list[Statement]:
    """The statements that follow in its block on the call, which stands alone as one."""
    for at, statement in enumerate(body):
        if isinstance(statement, ExpressionStmt) and statement.expr is call:
            return body[at + 1 :]
        for block in blocks(statement):
            if found := after(block.body, call):
                return found
    return []


def is_of_unreached(info: ErrorInfo, checker: TypeChecker) -> bool:
    """Whether mypy cannot tell the type of what has its first value where mypy has not come, though it came near."""
    return bool(passed_by(info, checker))


def is_of_cases(info: ErrorInfo, checker: TypeChecker) -> bool:
    """Whether that has its first value in a case that asks for a value, which only the plugin knows not to be there."""
    firsts = passed_by(info, checker)
    every = (one for body in bodies(checker.tree.defs) for one in statements(body)) if firsts else ()
    matches = [one for one in every if isinstance(one, MatchStmt)]
    return any(
        one.name in _first_by_value(checker, match) for match in matches for one in firsts if one.line in lines(match)
    )


def untold(info: ErrorInfo) -> str | None:
    """The name of the variable or attribute of which mypy says that it cannot tell the type."""
    said = re.match(_UNTOLD, info.message) if info.code is HAS_TYPE else None
    return said[1] if said else None


def passed_by(info: ErrorInfo, checker: TypeChecker) -> list[NameExpr | MemberExpr]:
    """The places that mypy has not come to which give a variable or attribute its first value, of which it speaks.

    Those in branches, in a later pass: what is never run mypy may have looked at in one that it has put off.
    """
    name = untold(info)
    if name is None:
        return []
    every = [*bodies(checker.tree.defs)]
    over = (one for body in every for one in _passed_over(checker, body, is_near=False))
    in_branches = (one for body in every for one in _inner(body)) if checker.pass_num else ()
    given = (target for one in (*over, *in_branches) for target, _ in targets(one))
    return [one for one in given if isinstance(one, NameExpr | MemberExpr) and _is_first(one, name)]


def _inner(body: list[Statement]) -> Iterator[Statement]:
    for statement in body:
        for block in blocks(statement):
            yield from statements(block.body)


def _first_by_value(checker: TypeChecker, statement: MatchStmt) -> Iterator[str]:
    """What the statement gives in a case that asks for a value of the subject's class, and in none before it."""
    seen: set[str] = set()
    subject = checker.lookup_type_or_none(statement.subject)
    for pattern, block in zip(statement.patterns, statement.bodies, strict=True):
        given = [target for one in statements(block.body) for target, _ in targets(one)]
        found = {target.name for target in given if isinstance(target, NameExpr | MemberExpr)} - seen
        yield from found if subject is not None and _asks_for_value(pattern, _class(subject)) else ()
        seen |= found


def _asks_for_value(pattern: Pattern, wanted: str) -> bool:
    match pattern:
        case OrPattern(patterns=several):
            return any(_asks_for_value(one, wanted) for one in several)
        case ValuePattern(expr=IntExpr()):
            return wanted == "builtins.int"
        case ValuePattern(expr=RefExpr(node=Var(type=Type() as type_))):
            return wanted == _class(type_)
    return False


def _class(type_: Type) -> str:
    proper = get_proper_type(type_)
    whole = proper.fallback if isinstance(proper, LiteralType) else proper
    return whole.type.fullname if isinstance(whole, Instance) else ""


def _is_first(target: NameExpr | MemberExpr, name: str) -> bool:
    if target.name != name or not target.is_inferred_def:
        return False
    variable = target.def_var if isinstance(target, MemberExpr) else target.node
    return isinstance(variable, Var) and variable.type is None


def _passed_over(checker: TypeChecker, body: list[Statement], *, is_near: bool) -> Iterator[Statement]:
    """The statements to which mypy did not come from those before them, or from the condition of their block."""
    for at, statement in enumerate(body):
        said = expressions(statement)
        if said and not any(map(checker.has_type, said)):
            yield from statements(body[at:]) if is_near else ()
            return
        is_near = is_near or bool(said)
        for block in blocks(statement):
            if not block.is_unreachable:
                yield from _passed_over(checker, block.body, is_near=is_near)
