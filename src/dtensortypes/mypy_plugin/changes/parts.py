"""Parts of a module that are not what its class says: put into it from outside, or cast or moved by themselves.

`model.fc = nn.Linear(512, 10)` after `model.cuda()` is on the CPU. The parts stand in the module's type, beside what it
was made with, so that branches of the program that differ in them give different types.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.literals import Key, literal_hash
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Context,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    Statement,
    Var,
)
from mypy.subtypes import is_same_type
from mypy.types import (
    AnyType,
    Instance,
    LiteralType,
    TupleType,
    Type,
    TypeVarType,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.mypy_plugin.changes import owners
from dtensortypes.mypy_plugin.changes.settled import settled, unsettled
from dtensortypes.mypy_plugin.changes.untouched import is_put_once, is_untouched, put_into
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.asked_after import AskedAfter, place_asked_about, putting_in
from dtensortypes.mypy_plugin.text.expressions import is_self
from dtensortypes.mypy_plugin.text.rewritten import at, named_again
from dtensortypes.mypy_plugin.text.scope import blocks, current_body, statements
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.retype import change_type, known_here, narrowed, retype
from dtensortypes.mypy_plugin.types.types_of import Types, anything

_MARK: Final = "with parts"
"""What the configuration of such a module begins with; then comes what it was made with, names and types of parts."""


class _Putting(NamedTuple):
    """What a statement gives an attribute of an object."""

    target: MemberExpr
    value: Expression


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
    body, key = current_body(checker), literal_hash(place)
    given, inner = put_into(body).get(key, {}), _put_inside(body).get(key, {})
    if not (given or inner) or not names.is_users(module.type.module_name):
        return module
    found = {name: _held_here(checker, module, place, target) for name, target in given.items()}
    kept = {name: type_ for name, type_ in found.items() if type_ is not None}
    for name, part in parts_of(module).items():
        held = get_proper_type(part)
        if name in given and (narrowed(checker, given[name]) is not None or is_another_layer(module, name, part)):
            kept.setdefault(name, anything())
        elif name in inner and isinstance(held, Instance):
            kept[name] = with_put(checker, held, inner[name])
    return with_parts(Types(checker.modules), module, kept) if kept else module


def _held_here(checker: TypeChecker, module: Instance, place: NameExpr | MemberExpr, target: MemberExpr) -> Type | None:
    """The part that the body has put into the attribute; None where others may have put another one there."""
    if settled(checker, module, place) != module:
        return None
    name, known, before = target.name, known_here(checker, target), parts_of(module).get(target.name)
    if known is None or not _is_module(known):
        # Of several branches the module's own is known, and of what mypy refuses what it has been given.
        members = flatten_nested_unions([known] if known is not None else [])
        is_one = any(is_same_type(one, before) for one in members[1:] and members) if before is not None else False
        is_other = is_another_layer(module, name, before) and is_put_once(checker, place, name)
        known = before if is_one or is_other else None
    return known if known is not None and is_untouched(checker, module, place, name) else None


@once_per_tree
def _put_inside(body: list[Statement]) -> dict[Key | None, dict[str, MemberExpr]]:
    """The parts of each variable, or attribute, into which the body puts something, at whatever depth."""
    found: dict[Key | None, dict[str, MemberExpr]] = {}
    for given in put_into(body).values():
        for target in given.values():
            place = target.expr
            while isinstance(place, MemberExpr):
                found.setdefault(literal_hash(place.expr), {})[place.name] = place
                place = place.expr
    return found


def forget_part(checker: TypeChecker, place: MemberExpr) -> None:
    """What is in the attribute may have become something else: the type of its owner is not to say what it was."""
    owner = get_proper_type(known_here(checker, place.expr)) if isinstance(place.expr, NameExpr | MemberExpr) else None
    if isinstance(owner, Instance) and is_a(owner, names.MODULE) and place.name in parts_of(owner):
        whole = with_parts(Types(checker.modules), owner, {place.name: anything()})
        retype(checker, place.expr, whole)
        change_owners(checker, place.expr, whole)


def is_another_layer(module: Instance, name: str, part: Type | None) -> bool:
    """Whether it is a module of another class than what the attribute is by its own: mypy refuses it."""
    symbol, held = module.type.get(name), get_proper_type(part)
    declared = get_proper_type(symbol.type) if symbol is not None else None
    if not isinstance(held, Instance) or not isinstance(declared, Instance):
        return False
    is_known = names.is_layer(held.type.fullname) or (is_a(held, names.MODULE) and names.is_users(held.type.fullname))
    return is_known and is_a(declared, names.MODULE) and declared.type not in held.type.mro


def follow(checker: TypeChecker, at_work: Context) -> None:
    """Have what the body at hand puts into its modules stand in their types: what is done with them has no hook."""
    _put_in(checker, at_work)


def ask_in(copied: FuncDef) -> None:
    """Put the calls into a body before mypy comes to it."""
    _asked_after(copied.body.body).put_in(copied)


def met(checker: TypeChecker, call: CallExpr) -> None:
    """What a call that was put in does: the variable's module has from here on what was put into it."""
    _, asked = _asked_after(current_body(checker)).about.get(id(call), (None, None))
    place = place_asked_about(call) if asked is not None else None
    module = get_proper_type(known_here(checker, place)) if isinstance(place, NameExpr | MemberExpr) else None
    if asked is None or not isinstance(place, NameExpr | MemberExpr) or not isinstance(module, Instance):
        return
    target, given = asked.target, get_proper_type(checker.lookup_type_or_none(asked.value))
    first = module
    if given is not None and is_a(module, names.MODULE) and is_another_layer(module, target.name, given):
        first = with_parts(Types(checker.modules), module, {target.name: given})
        change_type(checker, target, lambda _: anything())  # mypy goes by what was there before
    whole = with_put(checker, first, place)
    if whole != module:
        retype(checker, place, whole)
        change_owners(checker, place, whole)


@once_per_tree
def _asked_after(body: list[Statement]) -> AskedAfter[_Putting]:
    """The calls after each statement that gives an object something new, with what it gives to whom."""
    found: AskedAfter[_Putting] = AskedAfter()
    every = [body, *(block.body for statement in statements(body) for block in blocks(statement))]
    for block in every:
        for statement in block:
            match statement:
                case AssignmentStmt(
                    lvalues=[MemberExpr(expr=owner) as target],
                    rvalue=CallExpr() | NameExpr() | MemberExpr() as value,
                ):
                    place = _again(owner)
                    if place is not None and not (isinstance(place, NameExpr) and place.name == owners.OWN):
                        found.add(block, statement, place, _Putting(target, value))
    return found


_put_in: Final = putting_in(_asked_after)


def _again(place: Expression) -> NameExpr | MemberExpr | None:
    """The variable, or what is in an attribute of its object, in another place."""
    match place:
        case NameExpr(node=Var()):
            return named_again(place)
        case MemberExpr(expr=inner, name=name):
            owner = _again(inner)
            return at(place, MemberExpr(owner, name)) if owner is not None else None
    return None


def change_owners(checker: TypeChecker, place: Expression, part: Instance) -> None:
    """What was said of `net.encoder` alone is said of that part of `net`."""
    types = Types(checker.modules)
    while isinstance(place, MemberExpr):
        name, place = place.name, place.expr
        owner = get_proper_type(checker.lookup_type_or_none(place))
        if owner is None or not is_a(owner, names.MODULE) or is_self(place):
            return
        is_users = names.is_users(owner.type.module_name) and len(owner.args) > 2
        if is_wrapped(owner, name):
            part = owner.copy_modified(args=[part, *part.args[-3:-1], owner.args[-1]])
        else:
            part = with_parts(types, owner, {name: part}) if is_users else unsettled(owner)
        retype(checker, place, part)


def is_wrapped(wrapper: Instance, name: str) -> bool:
    """Whether the attribute is the module inside of a wrapper, which torch has as the parameter of its class."""
    info = wrapper.type
    declared = get_proper_type(symbol.type) if (symbol := info.get(name)) is not None else None
    return info.fullname == names.DATA_PARALLEL and len(wrapper.args) == 4 and isinstance(declared, TypeVarType)


def _is_module(type_: Type) -> bool:
    proper = get_proper_type(type_)
    return is_a(proper, names.MODULE) and not any(isinstance(get_proper_type(one), AnyType) for one in proper.args[-1:])
