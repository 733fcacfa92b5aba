"""Lists and dicts that a body is given, and hands on whole once it has changed them: what was in them is not known.

To mypy the type of a parameter is what it is, whatever the body does: that tells what is in it when the body begins.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef, NameExpr, Statement, Var
from mypy.types import Instance, TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin.bodies.displays import holds_tensors, is_display
from dtensortypes.mypy_plugin.changes.changing import changed_besides, changed_in, stored_in
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.expressions import lines
from dtensortypes.mypy_plugin.text.scope import assigned, blocks, current_body, current_function, functions_in
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.rewriting import unknown
from dtensortypes.mypy_plugin.types.types_of import anything


def as_it_is(checker: TypeChecker, place: Expression, type_: Type) -> Type:
    """The type of what is at the place; of a list or dict that the body was given, as far as it is so by then."""
    function = current_function(checker)
    if not isinstance(place, NameExpr) or function is None or not _is_given(function, place):
        return type_
    whole, body = get_proper_type(type_), current_body(checker)
    if isinstance(whole, TupleType):
        return anything() if _is_given_anew(body, place, whole) else type_
    if not isinstance(whole, Instance) or not is_display(whole):
        return type_
    is_other = _is_given_anew(body, place, whole) or _is_changed(body, place, whole)
    return objects.stripped(whole).accept(unknown()) if is_other else type_


def _is_given(function: FuncDef, place: NameExpr) -> bool:
    return any(one.variable is place.node for one in function.arguments)


def _is_given_anew(body: list[Statement], place: NameExpr, known: Type) -> bool:
    """Whether the body gives the parameter another value of which mypy says no more than of the first one.

    What a loop gives it mypy looks at round by round.
    """
    variable = place.node
    is_first = isinstance(variable, Var) and known == get_proper_type(variable.type)
    before = [one for one in body[: _run_by(body, place.line)] if place.line not in lines(one)] if is_first else []
    return any(one.line in lines(statement) for statement in before for one, _ in assigned(body, variable))


def _is_changed(body: list[Statement], place: NameExpr, whole: Instance) -> bool:
    """Whether the body may have put something else there; nothing is put into a tensor by another name of its list."""
    known, key = _changed(body), (place.name, _run_by(body, place.line), of_tensors := _holds_tensors(whole))
    if key not in known:
        before = body[: key[1]]
        every = [before, *(one.body.body for one in functions_in(before))]
        plain = frozenset({place.name}) if of_tensors else frozenset[str]()
        found = (changed_besides(one, plain) if plain else changed_in(one) for one in every)
        known[key] = any(place.name in several for several in (*found, *map(stored_in, every)))
    return known[key]


def _holds_tensors(whole: Instance) -> bool:
    """Whether there are but tensors in it, and tuples of them."""
    item = get_proper_type(whole.args[-1])
    items = map(get_proper_type, item.items) if isinstance(item, TupleType) else [item]
    return holds_tensors(whole) or all(is_a(one, names.TENSOR) for one in items)


def _run_by(body: list[Statement], line: int) -> int:
    """How many statements of the body may have been run by the line; one with a block, that has it, is among them."""
    count = sum(one.line <= line for one in body)
    is_simple = count > 0 and line in lines(body[count - 1]) and not blocks(body[count - 1])
    return count - is_simple


@once_per_tree
def _changed(_body: list[Statement]) -> dict[tuple[str, int, bool], bool]:
    """Whether a name is, when so many of the statements have been run."""
    return {}
