"""What a dataclass makes of its fields in `__post_init__`: `self.R = self.R.to(self.device)`."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef, MemberExpr, ReturnStmt
from mypy.types import Instance, Type

from dtensortypes.mypy_plugin.bodies.elsewhere import is_open
from dtensortypes.mypy_plugin.bodies.given import valued, with_arguments
from dtensortypes.mypy_plugin.bodies.remembered import remembered
from dtensortypes.mypy_plugin.changes.fixed import values_given
from dtensortypes.mypy_plugin.changes.noted import is_given_outside, times_given
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import come_from, fields, objects
from dtensortypes.mypy_plugin.text.by_name import is_set_by_name
from dtensortypes.mypy_plugin.text.definitions import type_of
from dtensortypes.mypy_plugin.text.expressions import is_self
from dtensortypes.mypy_plugin.text.scope import current_function, statements, targets


def field(checker: TypeChecker, place: MemberExpr, owner: Instance) -> Type | None:
    """The type of the attribute of a dataclass in an object that is known with what it was made of."""
    found = fields.held(checker, place)
    method = owner.type.get_method(names.POST_INIT) if found is None else None
    owner = come_from.owner(checker, place.expr, owner) if isinstance(method, FuncDef) else owner
    given = objects.arguments(owner)
    if given is None or not isinstance(method, FuncDef):
        return found
    if not _is_given_there(checker, method, owner, place.name):
        return None
    function = current_function(checker)
    if function is not None and function.info is method.info and function.name == method.name:
        return _inside(checker, function, place, fields.held_by_name(owner.type, given).get(place.name))
    signature = type_of(checker, method) if is_open(checker, method) else None
    if signature is None or len(signature.arg_types) != 1:
        return None  # it takes what is no field
    begun = remembered(checker, method, with_arguments(checker, signature, [owner])).begun
    return dict(begun.attributes).get(place.name)


def _is_given_there(checker: TypeChecker, method: FuncDef, owner: Instance, name: str) -> bool:
    """Whether this method alone gives the attribute a value, and always does so once: else a field stays as it is."""
    body, values = method.body.body, values_given(method, name)
    is_always = any(value is one for one in values for statement in body for _, value in targets(statement))
    is_always = is_always and not any(isinstance(one, ReturnStmt) for one in statements(body))
    is_once = is_always and len(values) == times_given(owner.type, name) == 1
    is_others = is_given_outside(trees(checker), owner.type, name) or is_set_by_name(checker.tree, owner.type, name)
    return is_once and not is_others and names.is_users(owner.type.module_name)


def _inside(checker: TypeChecker, function: FuncDef, place: MemberExpr, filled: Type | None) -> Type | None:
    """What the attribute is where the method reads it: what the field is filled with, and then what it is given."""
    body = statements(function.body.body)
    target, value = next((t, v) for one in body for t, v in targets(one) if _is_of_name(t, place.name))
    if target is place or value is None:
        return None  # mypy asks what may be put there
    if place.line <= value.line:
        return filled
    return valued(checker, value) if checker.lookup_type_or_none(value) is not None else None


def _is_of_name(target: Expression, name: str) -> bool:
    return isinstance(target, MemberExpr) and is_self(target.expr) and target.name == name
