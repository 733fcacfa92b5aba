"""Modules that a call is given one by one: those that a comprehension makes, or children of one module.

Which children there are, as in `nn.Sequential(*list(net.children())[:-1])`, the constructor of that module tells, and
what the program has put in their places. They are somebody else's as well, so that nothing is known of their state.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    DelStmt,
    Expression,
    GeneratorExpr,
    IndexExpr,
    IntExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    SliceExpr,
    StarExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
)
from mypy.types import Instance, TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin.bodies.comprehended import comprehended
from dtensortypes.mypy_plugin.changes import children
from dtensortypes.mypy_plugin.changes.changing import is_changed
from dtensortypes.mypy_plugin.changes.disturbed import assigned, assigned_to
from dtensortypes.mypy_plugin.changes.parts import parts_of
from dtensortypes.mypy_plugin.changes.settled import without_state
from dtensortypes.mypy_plugin.changes.tied import registered_from_outside
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.text import surgery
from dtensortypes.mypy_plugin.text.classes import heirs
from dtensortypes.mypy_plugin.text.computed import Unknown
from dtensortypes.mypy_plugin.text.expressions import gathered, is_none
from dtensortypes.mypy_plugin.text.rewritten import at, duplicate
from dtensortypes.mypy_plugin.text.scope import bodies, constant_value, statements
from dtensortypes.mypy_plugin.types.compare import has_module
from dtensortypes.mypy_plugin.types.contents import in_turn
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import Types, anything

_LISTING = frozenset({"builtins.list", names.TUPLE})


def children_given(checker: TypeChecker, several: Expression) -> TupleType | None:
    """The types of the modules that `*several` gives, where it is known which those are; None of anything else."""
    whole = several.base if isinstance(several, IndexExpr) else several
    is_made = isinstance(whole, ListComprehension | GeneratorExpr)
    is_asked = is_made or isinstance(whole, NameExpr) or any(map(children.is_call, gathered(whole)))
    types = _given(checker, several) if is_asked else None
    return None if types is None else TupleType(types, Types(checker.modules).instance(names.TUPLE, anything()))


def _given(checker: TypeChecker, several: Expression) -> list[Type] | None:
    match several:
        case IndexExpr(base=whole, index=SliceExpr(begin_index=first, end_index=last, stride=None)):
            types, bounds = _given(checker, whole), [_number(one) for one in (first, last)]
            is_told = types is not None and None not in [n for n, one in zip(bounds, (first, last), strict=True) if one]
            return types[slice(*bounds)] if types is not None and is_told else None
        case CallExpr(callee=RefExpr(fullname=name), args=[whole]) if name in _LISTING:
            return _given(checker, whole)
        case CallExpr(callee=MemberExpr(expr=place, name=name)) if children.is_call(several):
            return None if name == children.NAMED else _of(checker, place)
        case TupleExpr(items=items) | ListExpr(items=items):
            return _together(checker, items)
        case ListComprehension() | GeneratorExpr():
            types = comprehended(checker, several)
            return types if types and all(map(has_module, types)) else None
        case NameExpr() if (value := constant_value(checker, several)) is not None and _lists(value):
            types = None if is_changed(checker, several) else _given(checker, value)
            return None if types is None else list(map(without_state, types))
    return None


def _lists(value: Expression) -> bool:
    """Whether it makes a list of children, or of new modules, which is gone through more than once."""
    is_of_children = not children.is_call(value) and any(map(children.is_call, gathered(value)))
    return is_of_children or isinstance(value, ListComprehension)


def _together(checker: TypeChecker, items: list[Expression]) -> list[Type] | None:
    """The types of what is put into a list one by one, or several at a time."""
    found: list[Type] = []
    for one in items:
        if isinstance(one, StarExpr):
            types = _given(checker, one.expr)
        else:
            known = checker.lookup_type_or_none(one)
            types = None if known is None else [known]
        if types is None:
            return None
        found += types
    return found


def _number(bound: Expression | None) -> int | None:
    match bound:
        case IntExpr(value=value):
            return value
        case UnaryExpr(op="-", expr=IntExpr(value=value)):
            return -value
    return None


def _of(checker: TypeChecker, place: Expression) -> list[Type] | None:
    """The types of the children of the module in this place, in their order."""
    owner = get_proper_type(checker.lookup_type_or_none(place))
    if not isinstance(owner, Instance) or not is_a(owner, names.MODULE):
        return None
    if owner.type.fullname == names.SEQUENTIAL:
        return list(map(without_state, in_turn(owner))) or None
    try:
        found = children.registered(owner.type)
    except Unknown:
        return None
    put = parts_of(owner)
    if set(put) - set(found) or any(_may_be_others(tree, owner, found) for tree in trees(checker)):
        return None
    types = [put[name] if name in put else _attribute(checker, place, name) for name in found]
    are_modules = found and all(is_a(get_proper_type(one), names.MODULE) for one in types)
    return list(map(without_state, types)) if are_modules else None


def _may_be_others(tree: MypyFile, owner: Instance, found: list[str]) -> bool:
    """Whether the file may put other children into such a module, or take some out, or make it of another class."""
    more = {name for name in assigned(tree) if name not in found and not _is_plain(owner.type, name)}
    is_open = bool(more or registered_from_outside(tree)) or surgery.replaces_parts(tree)
    return is_open or not _removed(tree).isdisjoint(found) or bool(heirs(tree, owner.type))


def _is_plain(cls: TypeInfo, name: str) -> bool:
    """Whether the attribute is there, and never a module."""
    symbol = cls.get(name)
    known = get_proper_type(symbol.type) if symbol is not None else None
    return isinstance(known, Instance) and not has_module(known)


@once_per_tree
def _removed(tree: MypyFile) -> frozenset[str]:
    """The attributes that the file deletes, or gives None."""
    every = (one for body in bodies(tree.defs) for one in statements(body) if isinstance(one, DelStmt))
    emptied = (name for _, _, name, value in assigned_to(tree) if value is None or is_none(value))
    return frozenset(one.expr.name for one in every if isinstance(one.expr, MemberExpr)) | frozenset(emptied)


def _attribute(checker: TypeChecker, owner: Expression, name: str) -> Type:
    with checker.msg.filter_errors():
        return checker.expr_checker.accept(at(owner, MemberExpr(duplicate(owner), name)))
