"""Properties of the program's own classes, read: what their bodies tell of the object at hand."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Context, Decorator, Expression, FuncDef, MemberExpr, TypeInfo
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.bodies import elsewhere
from dtensortypes.mypy_plugin.bodies.completed import completed, is_open
from dtensortypes.mypy_plugin.bodies.given import is_known, with_arguments
from dtensortypes.mypy_plugin.bodies.helpers import is_overridden_there, report_told
from dtensortypes.mypy_plugin.bodies.regions import state_at
from dtensortypes.mypy_plugin.bodies.remembered import remembered
from dtensortypes.mypy_plugin.changes.redefined import is_method_redefined, is_overridden
from dtensortypes.mypy_plugin.changes.settled import unsettled
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import is_trial, trees
from dtensortypes.mypy_plugin.objects import come_from
from dtensortypes.mypy_plugin.text.decorators import is_transparent
from dtensortypes.mypy_plugin.text.definitions import type_of
from dtensortypes.mypy_plugin.text.expressions import is_self
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.retype import retype


def read(checker: TypeChecker, owner: Instance, name: str, declared: Type, place: Context) -> Type | None:
    """The type of `owner.name`, a property of the program; None where its body says no more than is declared."""
    getter = certain_getter(checker, owner, name) if is_open(declared) else None
    if getter is None or not isinstance(place, MemberExpr):
        return None
    signature = type_of(checker, getter)
    if signature is None or len(signature.arg_types) != 1:
        return None
    filled = with_arguments(checker, signature, [come_from.believed(checker, place.expr, owner)])
    found = remembered(checker, getter, filled, state_at(checker, place))
    report_told(checker, place, getter, found)
    told = found.whole if is_trial(checker) else found.result
    return None if told is None else completed(told, declared)


def certain_getter(checker: TypeChecker, owner: Instance, name: str) -> FuncDef | None:
    """The function of the property, where no class that derives from the owner's puts another one in its place."""
    getter = _getter(checker, owner.type, name)
    if getter is None or (not is_known(owner) and is_overridden(checker.tree, owner.type, getter)):
        return None
    return None if is_overridden_there(checker, getter, owner) else getter


def _getter(checker: TypeChecker, owner: TypeInfo, name: str) -> FuncDef | None:
    """The function of the property, if it stands in a file of the program and is no more than that."""
    symbol = owner.get(name)
    node = symbol.node if symbol is not None else None
    if not isinstance(node, Decorator) or not node.func.is_property or not names.is_users(node.func.info.module_name):
        return None
    if is_method_redefined(trees(checker), owner, name):
        return None  # a cached one is an attribute, and takes any value; of another one the class may take it
    is_read = elsewhere.is_open(checker, node.func)  # asked first: it brings the decorators of another file
    return node.func if is_read and all(map(is_transparent, node.decorators)) else None


def is_cast(checker: TypeChecker, place: Expression | None) -> bool:
    """Whether a property gives the module that is cast: it may make another one each time.

    What it gives may be a part of its object, of whose state nothing is known any more.
    """
    owner = get_proper_type(checker.lookup_type_or_none(place.expr)) if isinstance(place, MemberExpr) else None
    if not isinstance(place, MemberExpr) or not isinstance(owner, Instance):
        return False
    symbol = owner.type.get(place.name)
    if symbol is None or not isinstance(symbol.node, Decorator):
        return False
    if is_a(owner, names.MODULE) and not is_self(place.expr):
        retype(checker, place.expr, unsettled(owner))
    return True
