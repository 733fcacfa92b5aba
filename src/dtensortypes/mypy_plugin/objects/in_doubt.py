"""What an attribute may be besides what it was given first, or besides what the methods of its class give it."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Context, MemberExpr, TypeInfo, Var
from mypy.types import AnyType, Instance, ProperType, Type, UnionType, get_proper_type

from dtensortypes.mypy_plugin.bodies.completed import is_open
from dtensortypes.mypy_plugin.changes import disturbed
from dtensortypes.mypy_plugin.changes.filled_outside import filled_outside
from dtensortypes.mypy_plugin.changes.noted import (
    alters,
    is_changed_below,
    is_filled,
    is_given_outside,
    is_of_all,
    registers,
    times_emptied,
    times_given,
    times_updated,
)
from dtensortypes.mypy_plugin.changes.redefined import is_remade
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.native import Native
from dtensortypes.mypy_plugin.messages.watcher import trees, watch
from dtensortypes.mypy_plugin.objects.filled_at_last import Filling
from dtensortypes.mypy_plugin.text.by_name import is_set_by_name
from dtensortypes.mypy_plugin.text.definitions import is_made_up
from dtensortypes.mypy_plugin.text.places import given_values
from dtensortypes.mypy_plugin.types.compare import has_module
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.nested import holds_container
from dtensortypes.mypy_plugin.types.rewriting import forgotten
from dtensortypes.mypy_plugin.types.types_of import anything

_FILLED: Final = (names.ITERABLE, names.SEQUENTIAL, *names.MODULE_CONTAINERS)


def is_in_doubt(owner: TypeInfo, variable: Var) -> bool:
    """Whether it may be something else than its methods give it: what is registered, too, moves with the module."""
    return alters(owner) or (is_made_up(variable) and registers(owner, variable.name))


def is_untold(owner: TypeInfo, name: str, declared: Type) -> bool:
    """Whether the class does not know what its constructor makes: the sizes of an array, or what is declared openly."""
    proper, symbol = get_proper_type(declared), owner.get(name)
    variable = symbol.node if symbol is not None else None
    is_declared = isinstance(variable, Var) and not is_made_up(variable)
    is_left_open = is_declared and not isinstance(proper, AnyType) and is_open(proper)
    return is_left_open or is_a(proper, names.NDARRAY)


def is_of_any_class(checker: TypeChecker, owner: Instance, name: str) -> bool:
    """Whether it may be something else than a tensor where it is one at first: to mypy by itself it is `Any`."""
    variable = owner.type[name].node if name in owner.type.names else None
    held = get_proper_type(variable.type) if isinstance(variable, Var) else None
    if not isinstance(variable, Var) or held is None or not is_a(held, names.TENSOR):
        return False
    if not _is_any(checker, owner, name):
        return False
    given = [checker.lookup_type_or_none(value) for _, _, value in given_values(checker.tree, variable)]
    return not given or any(type_ is None or not is_a(get_proper_type(type_), names.TENSOR) for type_ in given)


def or_anything(checker: TypeChecker, place: Context, owner: Type, name: str, type_: Type) -> Type:
    """What may be put into an attribute whose type mypy made up: anything, too, where to mypy by itself it is `Any`.

    Mypy would keep to the class of what is there at first, of anything else that is put there later.
    """
    is_first = isinstance(place, MemberExpr) and place.is_inferred_def
    held = get_proper_type(owner)
    if is_first or not isinstance(held, Instance) or not is_a(get_proper_type(type_), names.TENSOR):
        return type_
    return UnionType([type_, anything()]) if _is_any(checker, held, name) else type_


def _is_any(checker: TypeChecker, owner: Instance, name: str) -> bool:
    return Native(checker.tree, checker, None).is_any_attribute(owner, name)


def device(checker: TypeChecker, owner: TypeInfo, variable: Var, type_: Type) -> Type:
    """Which device the attribute is, which the `__get__` of `torch.device` forgets."""
    is_open = variable.is_inferred and may_change(checker, owner, variable)
    return type_.accept(forgotten()) if is_open else (variable.type or type_)


def may_be_filled(held: ProperType) -> bool:
    """Whether something may be put into it: what is of the program's own class has its own `update`, as a meter has."""
    if not isinstance(held, Instance) or is_a(held, names.TENSOR):
        return not isinstance(held, Instance)
    return not names.is_users(held.type.fullname) or any(map(held.type.has_base, _FILLED))


def may_change(checker: TypeChecker, owner: TypeInfo, variable: Var) -> bool:
    """Whether the attribute may hold other tensors than the first ones: assigned again, or a container."""
    if is_given_outside(trees(checker), owner, variable.name) or is_set_by_name(checker.tree, owner, variable.name):
        return True
    if is_remade(trees(checker), owner) or is_changed_below(owner, variable.name):
        return True
    filling = watch(checker.errors, checker.modules).trial
    if isinstance(filling, Filling) and variable in filling.again:
        return True
    type_ = get_proper_type(variable.type)
    is_container = holds_container(type_)
    containers = {names.SEQUENTIAL, *names.MODULE_CONTAINERS}
    is_of_modules = isinstance(type_, Instance) and type_.type.fullname in containers
    is_filled_later = is_filled(owner, variable.name) or variable.name in filled_outside(checker.tree)
    if is_of_modules and is_filled_later:
        return True
    is_refilled = variable.name in disturbed.refilled(checker.tree) or is_filled(owner, variable.name)
    if is_container and (is_refilled or (type_ is not None and has_module(type_))):
        return True
    updates = times_updated(owner, variable.name) if type_ is not None and is_a(type_, names.TENSOR) else 0
    given = times_given(owner, variable.name) + is_of_all(owner, variable.name)
    return given - updates - times_emptied(owner, variable.name) > 1
