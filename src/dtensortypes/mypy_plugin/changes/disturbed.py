"""Modules change in place: who else than the statement at hand may have cast or moved one since its type was made.

A module that is handed to a function, or gets a second name, is one of which the state is not known any more; its class
and its sizes are. What is said of a variable itself, as in `net.half()`, the flow follows.
"""

from __future__ import annotations

import builtins
import copy
from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    GDEF,
    AssignmentStmt,
    CallExpr,
    CastExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    FuncItem,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    StarExpr,
    Statement,
)

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.changes.casts import changes, changes_state, is_of_tensors, leaves
from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.given_data import recast
from dtensortypes.mypy_plugin.changes.given_out import given_out, rounds
from dtensortypes.mypy_plugin.changes.owners import (
    OWN,
    SELF,
    all_places_in,
    attribute_of,
    is_own,
    places_in,
    root,
)
from dtensortypes.mypy_plugin.changes.read_by_name import only_read
from dtensortypes.mypy_plugin.changes.second_names import called_of, layers, parts_named
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import calls, expressions
from dtensortypes.mypy_plugin.text.imported import is_named
from dtensortypes.mypy_plugin.text.scope import bodies, functions, functions_in, statements, targets

_HARMLESS: Final = ({*vars(builtins), copy.deepcopy.__name__, *names.PACKAGES, "optim", "verify", "reveal_type"}) - {
    setattr.__name__,
    map.__name__,
}
"""The first names of callees that leave the modules they are given as they are, wherever the file has them from."""


@once_per_tree
def attributes(tree: MypyFile) -> frozenset[str]:
    """The attributes of other objects than `self` whose modules the file may cast or move."""
    changed = (place for body in bodies(tree.defs) for place in changed_in(body, layers=layers(tree)))
    return frozenset(attribute_of(place) for place in changed if not is_own(place)) - {SELF}


@once_per_tree
def assigned(tree: MypyFile) -> frozenset[str]:
    """The attributes of other objects than `self` that the file gives a value."""
    return frozenset(name for _, _, name, _ in assigned_to(tree))


def assigned_to(tree: MypyFile) -> Iterator[tuple[list[Statement], Expression, str, Expression | None]]:
    """The objects, other than `self`, to which a body of the file gives attributes, each with its name and value."""
    for body in bodies(tree.defs):
        for target, value in (pair for statement in statements(body) for pair in targets(statement)):
            if isinstance(target, MemberExpr) and not (isinstance(target.expr, NameExpr) and is_own(target.expr)):
                yield body, target.expr, target.name, value


@once_per_tree
def from_outside(tree: MypyFile) -> tuple[frozenset[str], frozenset[str]]:
    """The attributes of objects that the file gives a value, and whose modules it casts or moves, other than `self`'s.

    By the text alone: of a file that is being read nothing more is known.
    """
    given: set[str] = set()
    changed: set[str] = set()
    for body in bodies(tree.defs):
        every = (target for statement in statements(body) for target, _ in targets(statement))
        given |= {place.name for place in every if isinstance(place, MemberExpr) and root(place) != OWN}
        changed |= {attribute_of(place) for place in changed_in(body, look_inside=False) if root(place) != OWN}
    return frozenset(given), frozenset(changed - {SELF})


@once_per_tree
def refilled(tree: MypyFile) -> frozenset[str]:
    """The attributes into whose lists or dicts the file may put something after they were written out."""
    every = (one for body in bodies(tree.defs) for one in statements(body))
    found = {attribute_of(place) for one in every for place in handed_on(one, look_inside=False)}
    return refilled_whole(tree).union(found - {SELF})


@once_per_tree
def refilled_whole(tree: MypyFile) -> frozenset[str]:
    """The same, of lists and dicts of numbers and words: nobody changes them by what a loop finds in them."""
    found = set(given_back(tree))
    for body, one in ((inner, one) for inner in bodies(tree.defs) for one in statements(inner)):
        found |= {attribute_of(place) for place in filled_by(one) if isinstance(place, MemberExpr)}
        is_read = isinstance(one, AssignmentStmt) and id(one.rvalue) in only_read(body)
        named = frozenset({id(one)} if is_read else ())
        found |= {attribute_of(place) for place in handed_on(one, look_inside=False, named=named, of_items=False)}
    return frozenset(found - {SELF})


@once_per_tree
def given_back(tree: MypyFile) -> frozenset[str]:
    """The attributes whose lists or dicts functions of the file give to those who call them."""
    return frozenset(attribute_of(place) for function in functions(tree) for place in _returned(function))


@once_per_tree
def shared(tree: MypyFile) -> frozenset[str]:
    """The variables of the file that one function may change behind the back of another, or of the file itself."""
    places = (*changed_inside(tree.defs), *(place for function in functions(tree) for place in _returned(function)))
    return frozenset(place.name for place in places if isinstance(place, NameExpr) and place.kind == GDEF)


@once_per_tree
def changed_inside(body: list[Statement]) -> list[Expression]:
    """The places whose modules functions and lambdas in the body cast, move or hand on."""
    every: list[FuncItem] = [*functions_in(body)]
    for one in (body, *(function.body.body for function in every)):
        every += [part for statement in statements(one) for part in expressions(statement) if type(part) is LambdaExpr]
    return [place for one in every for place in changed_in(one.body.body)]


def _returned(function: FuncDef) -> Iterator[Expression]:
    """The places of what the function gives."""
    given = (one.expr for one in statements(function.body.body) if isinstance(one, ReturnStmt))
    return (place for value in given if value is not None for place in places_in(value))


@once_per_tree
def changed_at_top(tree: MypyFile) -> frozenset[str]:
    """The variables of the file that it changes itself, at a time that its functions don't know."""
    return frozenset(root(place) for place in changed_in(tree.defs))


def changed_place(expression: Expression) -> Expression:
    """The variable of the module: `net` in `net.cuda().half()`, as each step gives the module itself."""
    if isinstance(expression, CastExpr):  # a call of the base's method (`above.py`)
        return expression.expr
    while isinstance(expression, CallExpr) and isinstance(expression.callee, MemberExpr):
        if names.MODULE_METHODS + expression.callee.name not in ops.names():
            break
        expression = expression.callee.expr
    return expression


def changed_in(
    body: list[Statement],
    calling: frozenset[str] = frozenset(),
    *,
    look_inside: bool = True,
    layers: frozenset[str] = frozenset(),
    named: frozenset[int] | None = None,
) -> Iterator[Expression]:
    """The places whose modules the body casts, moves or hands on, but to what calls them: by its names in the text.

    A call of one of the layers, which are attributes, is none of a method. Not what but gets a second name (`named`).
    """
    named = only_named(body, layers, look_inside=look_inside) if named is None else named
    for statement in statements(body):
        yield from handed_on(statement, calling, look_inside=look_inside, named=named)
        for call in calls(statement):
            match call:
                case CallExpr(callee=MemberExpr(expr=changed)) if changes(call):
                    yield changed_place(changed)


def only_named(body: list[Statement], layers: frozenset[str], *, look_inside: bool = True) -> frozenset[int]:
    """The statements that give parts of modules names by which the body only calls and reads them."""
    called = called_of(body)
    if not called:
        return frozenset()
    changed = {root(place) for place in changed_in(body, look_inside=look_inside, named=frozenset())}
    used = {name for name, methods in called.items() if all(one in layers or leaves(one) for one in methods)} - changed
    every = ((one, parts_named(one)) for one in statements(body))
    return frozenset(id(one) for one, given in every if given and all(name in used for name, _ in given))


def handed_on(
    statement: Statement,
    calling: frozenset[str] = frozenset(),
    *,
    look_inside: bool = True,
    named: frozenset[int] = frozenset(),
    of_items: bool = True,
) -> Iterator[Expression]:
    """The places whose modules others get hold of in the statement, and may change."""
    yield from given_out(statement)
    yield from recast(statement)
    for owners, items, body, keeps in rounds(statement) if of_items else ():
        made = [one.expr for one in body if keeps and isinstance(one, ExpressionStmt)]
        changed = *changed_in(body, calling, look_inside=look_inside, named=named), *all_places_in(made)
        if any(root(place) in items for place in changed):
            yield from owners
    for call in calls(statement):
        yield from _changed_unseen(call)
        yield from _given_to(call, calling, look_inside=look_inside)
    if isinstance(statement, AssignmentStmt) and id(statement) not in named:
        yield from places_in(statement.rvalue)  # a second name


def _changed_unseen(call: CallExpr) -> Iterator[Expression]:
    """The places whose modules the call casts or moves without their names: `(a or b).half()`, `nn.Module.half(a)`."""
    callee = call.callee
    if not isinstance(callee, MemberExpr):
        return
    place = changed_place(callee.expr)
    if _applies(callee.name, call.args):
        yield place
    elif changes_state(callee.name) and root(callee) in _HARMLESS:
        yield from all_places_in(call.args)
    elif changes(call) and not isinstance(place, NameExpr | MemberExpr):
        yield from [place] if root(place) != SELF else places_in(place)


def _given_to(call: CallExpr, calling: frozenset[str], *, look_inside: bool) -> Iterator[Expression]:
    """The places whose modules the call hands on to what may change them."""
    callee = call.callee
    if root(callee) in _HARMLESS | calling or is_named(callee, names.CHECKPOINT) or _copies_whole(callee):
        is_holder = isinstance(callee, NameExpr | MemberExpr) and (
            callee.name[:1].isupper() or callee.fullname == names.COMPILE
        )
        yield from (place for place in all_places_in(call.args) if is_holder and root(place) != OWN)
        return
    if isinstance(callee, MemberExpr) and is_of_tensors(callee.name):
        return  # a tensor's methods are given tensors, and no modules
    function = callee.node if isinstance(callee, NameExpr) and look_inside else None
    is_readable = isinstance(function, FuncDef) and function.body.body  # one from mypy's cache has no body
    changing = changed_parameters(function) if isinstance(function, FuncDef) and is_readable else None
    for i, (argument, word) in enumerate(zip(call.args, call.arg_names, strict=True)):
        if changing is None or i in changing or word in changing or isinstance(argument, StarExpr):
            yield from places_in(argument)


def _copies_whole(callee: Expression) -> bool:
    """Whether it copies a module with all that is in it: what `copy.copy` gives has the parameters of the first."""
    return isinstance(callee, MemberExpr) and (root(callee), callee.name) == (copy.__name__, copy.deepcopy.__name__)


def _applies(method: str, given: Sequence[Expression]) -> bool:
    """Whether a function that casts or moves is given each module: `net.apply(halve)`."""
    if method == names.APPLYING_TO_TENSORS:
        return True
    name = given[0] if method == names.APPLYING and given else None
    function = name.node if isinstance(name, NameExpr) else name
    if not isinstance(function, FuncItem):
        return False
    inside = statements(function.body.body)
    made = (call.callee for statement in inside for call in calls(statement))
    return any(isinstance(callee, MemberExpr) and changes_state(callee.name) for callee in made)


@once_per_tree
def changed_parameters(function: FuncDef) -> frozenset[int | str]:
    """The parameters, by place and by name, whose modules the function may cast, move or hand on."""
    changed = {root(place) for place in changed_in(function.body.body, look_inside=False)}
    found = enumerate(argument.variable.name for argument in function.arguments)
    return frozenset(key for i, name in found if name in changed for key in (i, name))
