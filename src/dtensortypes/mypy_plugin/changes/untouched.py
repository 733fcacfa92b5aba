"""Parts that a body puts into modules, and that nobody else replaces, casts or moves: `model.fc = nn.Linear(512, 10)`.

By the text of the body, and of the functions that it calls.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.literals import Key, literal_hash
from mypy.nodes import (
    LDEF,
    AssignmentStmt,
    CallExpr,
    Expression,
    ForStmt,
    FuncDef,
    MemberExpr,
    NameExpr,
    Statement,
    StrExpr,
    WhileStmt,
)
from mypy.types import Instance

from dtensortypes.mypy_plugin.changes import owners
from dtensortypes.mypy_plugin.changes.aliases import group, words
from dtensortypes.mypy_plugin.changes.casts import changes
from dtensortypes.mypy_plugin.changes.noted import times_given
from dtensortypes.mypy_plugin.changes.second_names import mentioned_inside
from dtensortypes.mypy_plugin.changes.tied import class_made
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, gathered
from dtensortypes.mypy_plugin.text.scope import current_body, functions, functions_in, statements, targets


@once_per_tree
def put_into(body: list[Statement]) -> dict[Key | None, dict[str, MemberExpr]]:
    """What the body puts into the attributes of each variable, or attribute, that is not its own object."""
    found: dict[Key | None, dict[str, MemberExpr]] = {}
    for target in (target for statement in statements(body) for target, _ in targets(statement)):
        if isinstance(target, MemberExpr) and not _is_own(target):
            found.setdefault(literal_hash(target.expr), {})[target.name] = target
    return found


def _is_own(target: MemberExpr) -> bool:
    return isinstance(target.expr, NameExpr) and target.expr.name == owners.OWN


def is_put_once(checker: TypeChecker, place: Expression, name: str) -> bool:
    """Whether one statement of the body alone gives the attribute of the object a value."""
    return _times_put(current_body(checker), name, owners.root(place)) == 1


def is_read_before(checker: TypeChecker, module: Instance, place: object) -> bool:
    """Whether it is the part of a module that is read to make another one in its place: `net.fc = LoRA(net.fc)`.

    So what it is the class alone says, as that one statement alone gives it something else, and not in a loop.
    """
    body, name = current_body(checker), place.name if isinstance(place, MemberExpr) else ""
    owner = place.expr if isinstance(place, MemberExpr) else None
    if not isinstance(owner, NameExpr) or not is_put_once(checker, owner, name):
        return False
    every = statements(body)
    looped = {id(inner) for one in every if isinstance(one, ForStmt | WhileStmt) for inner in statements([one])}
    putting = [
        one
        for one in every
        if isinstance(one, AssignmentStmt) and id(one) not in looped
        if any(isinstance(to, MemberExpr) and to.name == name for to in one.lvalues)
    ]
    is_there = any(part is place for one in putting for part in gathered(one.rvalue))
    return is_there and is_untouched(checker, module, owner, name)


def is_untouched(checker: TypeChecker, module: Instance, place: NameExpr | MemberExpr, name: str) -> bool:
    """Whether nobody else puts something into the attribute, or changes what is in it under another name."""
    body, root = current_body(checker), owners.root(place)
    others = functions_in(body) if _is_local(place) else functions(checker.tree)
    if times_given(module.type, name) > 1 or any((name, root) in _pairs(one.body.body) for one in others):
        return False
    same = {word for word in group(body, owners.chain(place)) if not word.endswith("()")}
    if not same.isdisjoint(_others_with(body, place, name)):
        return False
    if _times_put(body, name, root) > 1 and (same != owners.chain(place) or root in mentioned_inside(body)):
        return False  # what was in it when it got another name is in the type that it has under that name
    calls = [part for one in statements(body) for part in expressions(one) if isinstance(part, CallExpr)]
    module_words = {*owners.chain(place), f".{name}"}
    return not any(
        _may_put(call, name, root) or _registers(call, name) or _may_change(body, call, module_words) for call in calls
    )


def _others_with(body: list[Statement], place: NameExpr | MemberExpr, name: str) -> set[str]:
    """The other variables of the body to whose objects it gives something under the name; not those of new objects."""
    given = (one for given in put_into(body).values() for attribute, one in given.items() if attribute == name)
    is_new = class_made(body, place) is not None
    others = (one for one in given if not is_new or class_made(body, one.expr) is None)
    return {owners.root(one) for one in others} - {owners.root(place)}


def _times_put(body: list[Statement], name: str, root: str) -> int:
    given = [target for statement in statements(body) for target, _ in targets(statement)]
    return sum(isinstance(one, MemberExpr) and (one.name, owners.root(one)) == (name, root) for one in given)


def _is_local(place: Expression) -> bool:
    while isinstance(place, MemberExpr):
        place = place.expr
    return isinstance(place, NameExpr) and place.kind == LDEF


def _may_put(call: CallExpr, name: str, root: str) -> bool:
    """Whether the call may put another module into the attribute of what it is given."""
    function = call.callee.node if isinstance(call.callee, NameExpr) else None
    is_given = any(owners.root(one) == root for one in call.args)
    return is_given and isinstance(function, FuncDef) and any(one == name for one, _ in _pairs(function.body.body))


def _registers(call: CallExpr, name: str) -> bool:
    """Whether the call puts something into a module under the name: `net.body.add_module("fc", layer)`."""
    word = call.args[0] if call.args else None
    return isinstance(call.callee, MemberExpr) and isinstance(word, StrExpr) and name in word.value.split(".")


def _may_change(body: list[Statement], call: CallExpr, module: set[str]) -> bool:
    """Whether the call casts or moves the module under another name."""
    callee = call.callee
    if not isinstance(callee, MemberExpr) or not changes(call):
        return False
    named = frozenset(word for word in words(callee.expr) if not word.endswith("()"))  # `Net().half()` has no name yet
    return owners.root(callee) not in module and not group(body, named).isdisjoint(module)


@once_per_tree
def _pairs(body: list[Statement]) -> frozenset[tuple[str, str]]:
    """The attributes into which the body puts something, each with the variable that its object begins with."""
    every = (target for statement in statements(body) for target, _ in targets(statement))
    return frozenset((one.name, owners.root(one)) for one in every if isinstance(one, MemberExpr))
