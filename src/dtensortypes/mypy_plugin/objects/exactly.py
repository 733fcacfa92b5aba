"""Constants of classes that others below give other values: `width = 8`, read of an object of one of them.

Of an object that is being made, and of one of which it is known how it was made, the class is known. Of one of several
plain objects mypy keeps what the first was made of: it is to be known which one it is.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, Expression, MemberExpr, RefExpr, TypeInfo
from mypy.types import Instance, ProperType, Type, get_proper_type

from dtensortypes.mypy_plugin.changes.noted import is_given_below, is_given_outside, is_of_all, times_given
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import is_trial, trees
from dtensortypes.mypy_plugin.objects import come_from, made_of, objects
from dtensortypes.mypy_plugin.text.by_name import is_set_by_name
from dtensortypes.mypy_plugin.text.class_fields import default_of
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.rewritten import duplicate
from dtensortypes.mypy_plugin.text.scope import current_function
from dtensortypes.mypy_plugin.types.facts_of import is_a


def type_of_constant(checker: TypeChecker, place: Context, owner: ProperType, name: str) -> Type | None:
    """The type of what the object's class gives its objects under the name, and nobody else gives this one."""
    value = _constant(checker, place, owner, name) if isinstance(owner, Instance) else None
    return None if value is None else checker.expr_checker.accept(duplicate(value))


def is_in_doubt(checker: TypeChecker, place: Expression, owner: Instance) -> bool:
    """Whether it is such a constant of an object that may be of a class below: `self.encoder_cls`."""
    is_own = isinstance(place, MemberExpr) and _is_overridden(owner.type, place.name)
    return is_own and not _is_exact(checker, place, owner)


def is_class(checker: TypeChecker, callee: Expression) -> bool:
    """Whether it names the class that is called, also as such a constant."""
    if objects.is_class(checker, callee):
        return True
    owner = get_proper_type(checker.lookup_type_or_none(callee.expr)) if isinstance(callee, MemberExpr) else None
    if not isinstance(callee, MemberExpr) or not isinstance(owner, Instance) or is_in_doubt(checker, callee, owner):
        return False
    value = _given_by_class(checker, owner.type, callee.name)
    return isinstance(value, RefExpr) and isinstance(value.node, TypeInfo)


def _constant(checker: TypeChecker, place: Context, owner: Instance, name: str) -> Expression | None:
    if not _is_overridden(owner.type, name) or not _is_exact(checker, place, owner):
        return None
    value = _given_by_class(checker, owner.type, name)
    return None if value is None or any(isinstance(one, CallExpr) for one in expressions(value)) else value


def _given_by_class(checker: TypeChecker, info: TypeInfo, name: str) -> Expression | None:
    """What a class of this file gives its objects under the name, if nobody else gives them anything."""
    if not is_of_all(info, name) or times_given(info, name) > 0:
        return None
    is_here = all(base.module_name == checker.tree.fullname for base in info.mro if names.is_users(base.module_name))
    is_given = is_given_outside(trees(checker), info, name) or is_set_by_name(checker.tree, info, name)
    return None if is_given or not is_here else default_of(info, name)


def _is_overridden(info: TypeInfo, name: str) -> bool:
    return is_of_all(info, name) and any(is_given_below(base, name) for base in info.mro)


def _is_exact(checker: TypeChecker, place: Context, owner: Instance) -> bool:
    function = current_function(checker) if is_trial(checker) else None
    is_own = isinstance(place, MemberExpr) and is_self(place.expr)
    if is_own and function is not None and function.name == "__init__":
        return True
    if isinstance(place, MemberExpr) and not is_a(owner, names.MODULE):
        owner = come_from.owner(checker, place.expr, owner)
    return made_of.is_known(owner)
