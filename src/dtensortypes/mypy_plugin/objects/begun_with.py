"""What the constructor of a class gives its objects' attributes, before other methods give them more."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef, TypeInfo, Var
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.mypy_plugin.changes.fixed import given_by
from dtensortypes.mypy_plugin.changes.given_back import is_filled_as_given
from dtensortypes.mypy_plugin.changes.noted import is_given_outside
from dtensortypes.mypy_plugin.changes.stores import is_empty, reached_outside
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import births, empty_fields, lists_inside, none_at_first, rows, stored
from dtensortypes.mypy_plugin.objects.given_later import given_later
from dtensortypes.mypy_plugin.objects.stored import Held, Known
from dtensortypes.mypy_plugin.text.by_name import is_set_by_name
from dtensortypes.mypy_plugin.text.definitions import is_made_up
from dtensortypes.mypy_plugin.text.expressions import is_none
from dtensortypes.mypy_plugin.text.registering import registered_names
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import anything


class ToCome(Exception):  # noqa: N818 - it is no error
    """Mypy comes to the constructor later."""


def begun(checker: TypeChecker, owner: Instance, methods: list[FuncDef]) -> Known:
    """The tensors that the constructor gives to attributes, each with one statement; None where a list has none yet.

    Raises ToCome.
    """
    found: Known = {}
    cls = owner.type
    by_inits = given_by(one for one in methods if one.name == "__init__" and one.info in cls.mro)
    in_class = empty_fields.begun(checker, cls)
    variables = (stored.variable(cls, name) for name in (*by_inits, *in_class))
    if any(variable is not None and variable.type is None for variable in variables):
        raise ToCome
    made = births.begun(checker, owner)
    for given_here in (by_inits, in_class):
        for name, values in given_here.items():
            variable = stored.variable(cls, name)
            given = variable.type if variable is not None else None
            whole = get_proper_type(none_at_first.opened(checker, variable, given) if given is not None else None)
            if variable is None or len(values) != 1 or _is_given_by_others(checker, cls, name):
                continue
            if whole and is_none(values[0]) and stored.is_perhaps_none(whole) and not says_something(whole):
                found[name] = None
            if not isinstance(whole, Instance):
                continue
            found |= lists_inside.begun(checker, variable, whole, values[0], methods)
            if stored.is_container(whole):
                held = None if is_empty(values[0]) else stored.item(made.get(name, whole))
                is_open = (held or is_empty(values[0])) and (variable.is_inferred or not says_something(whole))
                found |= {name: held} if is_open and not is_filled_as_given(trees(checker), methods, name) else {}
            elif fact := _first(checker, variable, made.get(name), values[0]):
                found[name] = fact
    later = (name for name in given_later(checker.tree, cls) if not _is_given_by_others(checker, cls, name))
    found |= dict.fromkeys(later)
    return {name: fact for name, fact in found.items() if fact not in (TensorFact(), ArrayFact())}


def _is_given_by_others(checker: TypeChecker, cls: TypeInfo, name: str) -> bool:
    """Whether the attribute may get values that no method of the class gives it."""
    is_given = is_given_outside(trees(checker), cls, name) or name in reached_outside(checker.tree)
    return is_given or is_set_by_name(checker.tree, cls, name)


def _first(checker: TypeChecker, variable: Var, made: Type | None, value: Expression | None) -> Held:
    """What the constructor gives; where any tensor is declared, what mypy has found of the value."""
    whole = get_proper_type(variable.type)
    if is_made_up(variable):
        return rows.fact_of(made or whole or anything())
    if whole is None or value is None or not is_a(whole, names.TENSOR) or says_something(whole):
        return None
    made = made or checker.lookup_type_or_none(value)
    if made is None:
        raise ToCome
    is_plain = stored.stays(made) and variable.name not in registered_names(variable.info.defn)
    return rows.fact_of(made) if is_plain else None
