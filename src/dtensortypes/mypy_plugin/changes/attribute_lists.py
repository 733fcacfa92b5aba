"""Lists of layers that a constructor keeps in an attribute while it fills them: `self.model += [nn.ReLU()]`.

In a copy of the constructor such a list is a variable of its own, up to where the attribute is given something else.
Where it is given nothing else it is a list with the same items at the end.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    ARG_STAR,
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    ListExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    RefExpr,
    StarExpr,
    Statement,
    TypeInfo,
    Var,
)

from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.noted import is_filled, times_given
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import gathered, is_self
from dtensortypes.mypy_plugin.text.rewritten import at, inside, named, replace_in
from dtensortypes.mypy_plugin.text.scope import targets

_OF_LAYERS = frozenset({names.SEQUENTIAL, names.MODULE_LIST})


@once_per_tree
def kept_lists(body: list[Statement]) -> frozenset[str]:
    """The attributes that are such lists: begun in the body, filled in it, and handed on to a container of modules.

    Or those that stay, of which nobody else in the body gets hold, nor of what is put in.
    """
    begun = {name for statement in body for name in _begun(statement)}
    if not begun:
        return frozenset()
    every = list(inside(body))
    filled = {
        place.name for one in every for place in filled_by(one) if _is_own(place) and isinstance(place, MemberExpr)
    }
    handed_on = {name for one in every for name in _handed_on(one)}
    return frozenset(begun & filled & (handed_on | _staying(body)))


def _staying(body: list[Statement]) -> set[str]:
    """The attributes that are lists of new modules alone, which are in no other place."""
    every = list(inside(body))
    begun = {name for statement in body for name in _begun(statement)}
    return begun - {place.name for one in every for place in _read(one)}


def as_variables(function: FuncDef) -> None:
    """Have variables in the places of such lists."""
    for name in kept_lists(function.body.body) if function.info and function.name == "__init__" else ():
        own = sum(1 for one in inside(function.body.body) for target, _ in targets(one) if _is(target, name))
        if not is_filled(function.info, name) and times_given(function.info, name) == own:
            _put_variable(function.body.body, name)


def _put_variable(body: list[Statement], name: str) -> None:
    staying = _staying(body)
    attribute = next(place for one in body for place, _ in targets(one) if name in _begun(one))
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
    if name in staying:
        items: list[Expression] = [at(body[-1], StarExpr(named(variable, body[-1])))]
        body.append(at(body[-1], AssignmentStmt([attribute], at(body[-1], ListExpr(items)))))


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


def _read(statement: Statement) -> Iterator[MemberExpr]:
    """The own attributes with which the statement does more than to begin a list, or to put new objects in."""
    every = [part for part in gathered(statement) if isinstance(part, MemberExpr) and is_self(part.expr)]
    match statement:
        case ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=place, name="append"), args=[value])) if _is_new(
            value
        ):
            every = [part for part in every if part is not place]
        case OperatorAssignmentStmt(lvalue=place, rvalue=ListExpr(items=items)) if all(map(_is_new, items)):
            every = [part for part in every if part is not place]
        case AssignmentStmt(lvalues=[place], rvalue=ListExpr(items=items)) if all(map(_is_new, items)):
            every = [part for part in every if part is not place]
    yield from every


def _is_new(value: Expression) -> bool:
    """Whether it is an object that a class makes at the place, or a variable of the body."""
    callee = value.callee if isinstance(value, CallExpr) else None
    is_made = isinstance(callee, RefExpr) and isinstance(callee.node, TypeInfo)
    return is_made or isinstance(value, NameExpr)


def _is(place: Expression, name: str) -> bool:
    return isinstance(place, MemberExpr) and place.name == name and is_self(place.expr)


def _is_own(place: Expression) -> bool:
    return isinstance(place, MemberExpr) and is_self(place.expr)
