"""Variables to which several functions give values, by `global` or `nonlocal`: what one has given them it alone knows.

To mypy such a variable has in all functions the type of its first value. So a call that does nothing, `x.__sizeof__()`,
is put into the text after each value that it is given, and at the head of the functions inside: when mypy comes to it,
nothing is known of the variable in other functions.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import (
    LDEF,
    AssignmentStmt,
    CallExpr,
    Context,
    DictExpr,
    Expression,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    SetExpr,
    Statement,
    Var,
)
from mypy.subtypes import is_subtype

from dtensortypes.mypy_plugin.changes import read_later
from dtensortypes.mypy_plugin.changes.closures import changed_unseen
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.asked_after import AskedAfter, place_asked_about, putting_in
from dtensortypes.mypy_plugin.text.expressions import is_none
from dtensortypes.mypy_plugin.text.rewritten import named_again
from dtensortypes.mypy_plugin.text.scope import (
    blocks,
    bodies,
    current_body,
    functions_in,
    shared,
    statements,
    targets,
)
from dtensortypes.mypy_plugin.types.retype import declare_anew, declared, is_known, retype
from dtensortypes.mypy_plugin.types.rewriting import unknown
from dtensortypes.mypy_plugin.types.types_of import anything

_Given: TypeAlias = Expression | None
"""What the variable that a call is about has just been given."""


def tell_apart(checker: TypeChecker, at_work: Context) -> None:
    """Put the calls into the body at hand, once, and forget what other files' variables were given there."""
    if not _shares(checker.tree):
        return  # as most files
    if shared(checker.tree.defs):
        _put_in(checker, at_work)
        passed_by = _passed_by(current_body(checker))
        while passed_by:
            place = passed_by.pop()
            if not declared(place):
                declare_anew(checker, place)
    for variable in _of_other_files(checker.tree):
        if variable.type is not None and variable.is_inferred:
            variable.type = variable.type.accept(unknown())


@once_per_tree
def _shares(tree: MypyFile) -> bool:
    read_later.put_in(tree)
    return bool(shared(tree.defs) or _of_other_files(tree))


@once_per_tree
def _of_other_files(tree: MypyFile) -> list[Var]:
    """The variables to which the file gives values as attributes of modules: `config.device = device`."""
    given = (target for body in bodies(tree.defs) for statement in statements(body) for target, _ in targets(statement))
    places = (one for one in given if isinstance(one, MemberExpr) and isinstance(one.expr, RefExpr))
    nodes = (one.node for one in places if isinstance(one.expr, RefExpr) and isinstance(one.expr.node, MypyFile))
    return list({node for node in nodes if isinstance(node, Var)})


def known_here(checker: TypeChecker, call: CallExpr) -> None:
    """What a call that was put in does: other functions know nothing of the variable from here on."""
    read_later.met(checker, call)
    asked = _asked_after(current_body(checker)).about.get(id(call)) if shared(checker.tree.defs) else None
    place = place_asked_about(call) if asked is not None else None
    if asked is None or not isinstance(place, NameExpr) or declared(place):
        return
    _, value = asked
    known = checker.lookup_type_or_none(place)
    given = checker.lookup_type_or_none(value) if value is not None else None
    if is_known(known) and is_known(given) and not is_subtype(given, known):
        retype(checker, place, anything())  # mypy goes on with what was there before
    elif is_known(known):
        is_others = place.name in changed_unseen(checker.tree.defs)
        retype(checker, place, known.accept(unknown()) if is_others else known)


@once_per_tree
def _asked_after(body: list[Statement]) -> AskedAfter[_Given]:
    """The calls after each statement of the body that gives one of these variables a value."""
    found: AskedAfter[_Given] = AskedAfter()
    changing = shared(body)
    if changing:
        given = [target for statement in statements(body) for target, _ in targets(statement)]
        own = frozenset(one.name for one in given if isinstance(one, NameExpr) and one.kind == LDEF) & changing
        for function in functions_in(body):
            read_later.forget_in(function, own)
        _follow(found, body, changing)
    return found


_put_in: Final = putting_in(_asked_after)


@once_per_tree
def _passed_by(body: list[Statement]) -> list[NameExpr]:
    """The variables, some of which mypy has given values before it asked the plugin anything."""
    places = (place_asked_about(call) for call, _ in _asked_after(body).about.values())
    return [place for place in places if isinstance(place, NameExpr)]


def _follow(found: AskedAfter[_Given], body: list[Statement], changing: frozenset[str]) -> None:
    for statement in body:
        for block in blocks(statement):
            _follow(found, block.body, changing)
        for target, value in targets(statement) if isinstance(statement, AssignmentStmt) else ():
            if isinstance(target, NameExpr) and target.name in changing and not _may_be_partial(value):
                found.add(body, statement, named_again(target), value)


def _may_be_partial(value: Expression | None) -> bool:
    """Whether mypy may wait for another statement to tell the type: of `None`, or a list with nothing in it."""
    match value:
        case ListExpr() | DictExpr() | SetExpr():
            return not value.items
        case CallExpr(callee=RefExpr(fullname=name)):
            return names.is_pythons(name)
    return is_none(value)
