"""Lists and dicts that are handed to a constructor: who has one, or a module in it, may change it later."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import GDEF, CallExpr, Expression, FuncDef, MemberExpr, NameExpr
from mypy.types import Instance, TupleType, Type, get_proper_type

from dtensortypes.core.facts.value import LayerFact
from dtensortypes.mypy_plugin.changes import settled
from dtensortypes.mypy_plugin.changes.changing import is_filled_in
from dtensortypes.mypy_plugin.changes.owners import all_places_in
from dtensortypes.mypy_plugin.changes.settled import is_changed_later
from dtensortypes.mypy_plugin.changes.since_begun import is_filled_later
from dtensortypes.mypy_plugin.changes.states import in_state
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.scope import bodies, current_body
from dtensortypes.mypy_plugin.types.compare import has_module, has_tensor, says_something
from dtensortypes.mypy_plugin.types.rewriting import forgotten
from dtensortypes.mypy_plugin.types.types_of import Types

CONTAINERS: Final = frozenset({"builtins.list", "builtins.dict"})


def as_passed(checker: TypeChecker, call: CallExpr, given: list[Type], init: FuncDef | None = None) -> list[Type]:
    """The types of the arguments; modules that may be changed here later, by names of their own, in no state.

    So is of lists and dicts that may be filled here later nothing known of the tensors in them.
    """
    given = settled.as_passed(checker, call, given, init)
    if any(map(_tells_of_tensors, given)) and any(_is_filled_later(checker, one) for one in call.args):
        given = [objects.stripped(one).accept(forgotten()) if _tells_of_tensors(one) else one for one in given]
    if not any(map(_holds_modules, given)):
        return given
    places = (one for one in all_places_in(call.args) if isinstance(one, NameExpr | MemberExpr))
    if not any(is_changed_later(current_body(checker), place) for place in places):
        return given
    types = Types(checker.modules)
    return [in_no_state(types, one) if _holds_modules(one) else one for one in given]


def _is_filled_later(checker: TypeChecker, place: Expression) -> bool:
    """Whether it is a variable whose list or dict may come to hold something else than it does here."""
    if not isinstance(place, NameExpr):
        return False
    body = current_body(checker)
    others = bodies(checker.tree.defs) if place.kind == GDEF else bodies(body)
    return is_filled_later(body, place) or any(is_filled_in(one, place) for one in others if one is not body)


def holds_others(type_: Type) -> bool:
    """Whether it is a list or dict of something else than modules, which others may put something into."""
    whole = get_proper_type(type_)
    return isinstance(whole, Instance) and whole.type.fullname in CONTAINERS and not has_module(whole)


def _tells_of_tensors(type_: Type) -> bool:
    return holds_others(type_) and has_tensor(type_) and says_something(type_)


def _holds_modules(type_: Type) -> bool:
    whole = get_proper_type(type_)
    is_container = isinstance(whole, Instance) and whole.type.fullname in CONTAINERS
    return (is_container or isinstance(whole, TupleType)) and has_module(whole)


def in_no_state(types: Types, type_: Type) -> Type:
    """The type of a list, dict or tuple with nothing known of the state of the modules in it."""
    whole = get_proper_type(type_)
    if isinstance(whole, TupleType):
        return whole.copy_modified(items=[in_no_state(types, one) for one in whole.items])
    if not isinstance(whole, Instance) or whole.type.fullname not in CONTAINERS:
        return in_state(types, whole, LayerFact(""))
    given, plain = objects.arguments(whole), get_proper_type(objects.stripped(whole))
    assert isinstance(plain, Instance)
    plain = plain.copy_modified(args=[in_no_state(types, one) for one in plain.args])
    return plain if given is None else objects.made(types, plain, [in_no_state(types, one) for one in given])
