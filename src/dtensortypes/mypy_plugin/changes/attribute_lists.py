"""Lists of layers that a constructor keeps in an attribute while it fills them: `self.model += [nn.ReLU()]`.

In a copy of the constructor such a list is a variable of its own, up to where the attribute is given something else.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    ARG_STAR,
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    ListExpr,
    MemberExpr,
    RefExpr,
    Statement,
    Var,
)

from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.noted import is_filled, times_given
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import gathered, is_self
from dtensortypes.mypy_plugin.text.rewritten import inside, named, replace_in
from dtensortypes.mypy_plugin.text.scope import targets

_OF_LAYERS = frozenset({names.SEQUENTIAL, names.MODULE_LIST})


@once_per_tree
def kept_lists(body: list[Statement]) -> frozenset[str]:
    """The attributes that are such lists: begun in the body, filled in it, and handed on to a container of modules."""
    begun = {name for statement in body for name in _begun(statement)}
    if not begun:
        return frozenset()
    every = list(inside(body))
    filled = {
        place.name for one in every for place in filled_by(one) if _is_own(place) and isinstance(place, MemberExpr)
    }
    return frozenset(begun & filled & {name for one in every for name in _handed_on(one)})


def as_variables(function: FuncDef) -> None:
    """Have variables in the places of such lists."""
    for name in kept_lists(function.body.body) if function.info and function.name == "__init__" else ():
        own = sum(1 for one in inside(function.body.body) for target, _ in targets(one) if _is(target, name))
        if not is_filled(function.info, name) and times_given(function.info, name) == own:
            _put_variable(function.body.body, name)


def _put_variable(body: list[Statement], name: str) -> None:
    variable = Var(f"the list self.{name}")
    variable.is_inferred = True

    def change(part: Expression) -> Expression | None:
        return named(variable, part) if _is(part, name) else None

    has_begun = False
    for statement in body:
        has_begun = has_begun or name in _begun(statement)
        if not has_begun:
            continue
        is_other = isinstance(statement, AssignmentStmt) and name not in _begun(statement)
        if is_other and isinstance(statement, AssignmentStmt) and any(_is(one, name) for one in statement.lvalues):
            places, statement.lvalues = statement.lvalues, []
            replace_in(statement, change)
            statement.lvalues = places
            return
        for one in inside([statement]):
            replace_in(one, change)


def _begun(statement: Statement) -> Iterator[str]:
    match statement:
        case AssignmentStmt(lvalues=[MemberExpr(name=name) as place], rvalue=ListExpr()) if _is_own(place):
            yield name


def _handed_on(statement: Statement) -> Iterator[str]:
    """The attributes whose items the statement gives to a container of modules."""
    for part in gathered(statement):
        match part:
            case CallExpr(callee=RefExpr(fullname=fullname), args=[MemberExpr(name=name) as place], arg_kinds=[kind]):
                is_list = kind is ARG_STAR or fullname == names.MODULE_LIST
                if fullname in _OF_LAYERS and is_list and _is_own(place):
                    yield name


def _is(place: Expression, name: str) -> bool:
    return isinstance(place, MemberExpr) and place.name == name and is_self(place.expr)


def _is_own(place: Expression) -> bool:
    return isinstance(place, MemberExpr) and is_self(place.expr)
