"""Parts of a module that are not what its class says: put into it from outside, or cast or moved by themselves.

`model.fc = nn.Linear(512, 10)` after `model.cuda()` is on the CPU. The parts stand in the module's type, beside what it
was made with, so that branches of the program that differ in them give different types.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.literals import Key, literal_hash
from mypy.nodes import (
    LDEF,
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    MemberExpr,
    NameExpr,
    Statement,
    Var,
)
from mypy.types import AnyType, Instance, LiteralType, TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin.changes import owners
from dtensortypes.mypy_plugin.changes.aliases import group, words
from dtensortypes.mypy_plugin.changes.casts import changes
from dtensortypes.mypy_plugin.changes.noted import times_given
from dtensortypes.mypy_plugin.changes.second_names import mentioned_inside
from dtensortypes.mypy_plugin.changes.settled import settled, unsettled
from dtensortypes.mypy_plugin.changes.tied import class_made
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.rewritten import at, named_again, question
from dtensortypes.mypy_plugin.text.scope import blocks, current_body, functions, functions_in, statements, targets
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.retype import known_here, retype
from dtensortypes.mypy_plugin.types.types_of import Types, anything

_MARK: Final = "with parts"
"""What the configuration of such a module begins with; then comes what it was made with, names and types of parts."""


def with_parts(types: Types, module: Instance, parts: Mapping[str, Type]) -> Instance:
    """The type of the module with these parts in the place of those that it was made with."""
    whole = {**parts_of(module), **parts}
    pairs = [item for name, type_ in whole.items() for item in (types.literal(name), type_)]
    config = TupleType([types.literal(_MARK), as_made(module), *pairs], types.instance(names.TUPLE, anything()))
    return module.copy_modified(args=[*module.args[:-1], config])


def parts_of(module: Instance) -> dict[str, Type]:
    """The parts that are not what the class says, by the names of their attributes."""
    items = _config(module)
    keys = (get_proper_type(name) for name in items[2::2])
    return {str(key.value): type_ for key, type_ in zip(keys, items[3::2], strict=True) if isinstance(key, LiteralType)}


def as_made(module: Instance) -> Type:
    """What the module's type says of how it was made."""
    items = _config(module)
    return items[1] if items else module.args[-1]


def _config(module: Instance) -> list[Type]:
    config = get_proper_type(module.args[-1]) if len(module.args) > 2 else None
    first = get_proper_type(config.items[0]) if isinstance(config, TupleType) and config.items else None
    is_marked = isinstance(first, LiteralType) and first.value == _MARK
    return config.items if is_marked and isinstance(config, TupleType) else []


def with_put(checker: TypeChecker, module: Instance, place: object) -> Instance:
    """The type of the module in this place, with what the body has put into it before."""
    if not isinstance(place, NameExpr | MemberExpr) or not is_a(module, names.MODULE) or len(module.args) < 3:
        return module
    given = _put(current_body(checker)).get(literal_hash(place))
    if not given or not names.is_users(module.type.module_name):
        return module
    found = {name: known_here(checker, target) for name, target in given.items()}
    parts = {name: type_ for name, type_ in found.items() if type_ is not None and _is_module(type_)}
    if not parts or settled(checker, module, place) != module:
        return module
    kept = {name: type_ for name, type_ in parts.items() if _is_kept(checker, module, place, name)}
    return with_parts(Types(checker.modules), module, kept) if kept else module


def follow(checker: TypeChecker) -> None:
    """Have what the body at hand puts into its modules stand in their types: what is done with them has no hook."""
    _asked_after(current_body(checker))


def met(checker: TypeChecker, call: CallExpr) -> None:
    """What a call that was put in does: the variable's module has from here on what was put into it."""
    place = _asked_after(current_body(checker)).get(id(call))
    module = get_proper_type(known_here(checker, place)) if place is not None else None
    if place is None or not isinstance(module, Instance):
        return
    whole = with_put(checker, module, place)
    if whole != module:
        retype(checker, place, whole)


@once_per_tree
def _asked_after(body: list[Statement]) -> dict[int, NameExpr]:
    """The calls that are put after each statement that gives a variable's object something new, with the variable."""
    found: dict[int, NameExpr] = {}
    every = [body, *(block.body for statement in statements(body) for block in blocks(statement))]
    for block in every:
        for statement in block[:]:
            match statement:
                case AssignmentStmt(lvalues=[MemberExpr(expr=NameExpr(node=Var()) as owner)], rvalue=value):
                    if owner.name != owners.OWN and isinstance(value, CallExpr | NameExpr | MemberExpr):
                        place = named_again(owner)
                        call = question(place)
                        found[id(call)] = place
                        block.insert(block.index(statement) + 1, at(statement, ExpressionStmt(call)))
    return found


def change_owners(checker: TypeChecker, place: Expression, part: Instance) -> None:
    """What was said of `net.encoder` alone is said of that part of `net`."""
    types = Types(checker.modules)
    while isinstance(place, MemberExpr):
        name, place = place.name, place.expr
        owner = get_proper_type(checker.lookup_type_or_none(place))
        if owner is None or not is_a(owner, names.MODULE) or is_self(place):
            return
        is_users = names.is_users(owner.type.module_name) and len(owner.args) > 2
        part = with_parts(types, owner, {name: part}) if is_users else unsettled(owner)
        retype(checker, place, part)


def _is_module(type_: Type) -> bool:
    proper = get_proper_type(type_)
    return is_a(proper, names.MODULE) and not any(isinstance(get_proper_type(one), AnyType) for one in proper.args[-1:])


@once_per_tree
def _put(body: list[Statement]) -> dict[Key | None, dict[str, MemberExpr]]:
    """What the body puts into the attributes of each variable, or attribute, that is not its own object."""
    found: dict[Key | None, dict[str, MemberExpr]] = {}
    for target in (target for statement in statements(body) for target, _ in targets(statement)):
        if isinstance(target, MemberExpr) and not _is_own(target):
            found.setdefault(literal_hash(target.expr), {})[target.name] = target
    return found


def _is_own(target: MemberExpr) -> bool:
    return isinstance(target.expr, NameExpr) and target.expr.name == owners.OWN


def _is_kept(checker: TypeChecker, module: Instance, place: NameExpr | MemberExpr, name: str) -> bool:
    """Whether nobody else puts something into the attribute, or changes what is in it under another name."""
    body, root = current_body(checker), owners.root(place)
    others = functions_in(body) if _is_local(place) else functions(checker.tree)
    if times_given(module.type, name) > 1 or any((name, root) in _pairs(one.body.body) for one in others):
        return False
    same = {word for word in group(body, frozenset({root})) if not word.endswith("()")}
    if not same.isdisjoint(_others_with(body, place, name)):
        return False
    if _times_put(body, name, root) > 1 and (same != {root} or root in mentioned_inside(body)):
        return False  # what was in it when it got another name is in the type that it has under that name
    calls = [part for one in statements(body) for part in expressions(one) if isinstance(part, CallExpr)]
    return not any(_may_put(call, name, root) or _may_change(body, call, {root, f".{name}"}) for call in calls)


def _others_with(body: list[Statement], place: NameExpr | MemberExpr, name: str) -> set[str]:
    """The other variables of the body to whose objects it gives something under the name; not those of new objects."""
    given = (one for given in _put(body).values() for attribute, one in given.items() if attribute == name)
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
