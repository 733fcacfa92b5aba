"""`nn.ModuleList`s and their kin that a body fills one by one: with each item the container is made anew of a list.

The list is one of the body's own (`own_lists.py`), so that mypy knows what is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.nodes import (
    ARG_POS,
    ARG_STAR,
    LDEF,
    AssignmentStmt,
    CallExpr,
    Context,
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
    Var,
)

from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.expressions import is_self
from dtensortypes.mypy_plugin.rewritten import at, duplicate, inside, named, named_again
from dtensortypes.mypy_plugin.scope import blocks

_FILLING: Final = {list.append.__name__: 1, list.extend.__name__: 1, list.insert.__name__: 2, "add_module": 2}
"""The methods that put items in, with the number of their arguments."""


def as_lists(function: FuncDef, refused: frozenset[object]) -> None:
    """Have each container of the body that is filled in it made of a list that is."""
    made = {word: call for statement in inside(function.body.body) for word, call in _made(statement)}
    filled = {word for statement in inside(function.body.body) for word, *_ in _filled(statement)}
    lists = {word: Var(_name(word)) for word in made if word in filled and _name(word) not in refused}
    if lists:
        for variable in lists.values():
            variable.is_inferred = True
        function.body.body = list(_rewritten(function.body.body, made, lists))


def are_filled(body: list[Statement]) -> bool:
    """Whether the body fills a container that it makes."""
    made = {word for statement in inside(body) for word, _ in _made(statement)}
    return bool(made) and any(word in made for statement in inside(body) for word, *_ in _filled(statement))


def _name(word: str) -> str:
    """What the list is called; no program can have a variable of this name."""
    return f"what is in {word}"


def _rewritten(body: Iterable[Statement], made: dict[str, CallExpr], lists: dict[str, Var]) -> Iterator[Statement]:
    for statement in body:
        for block in blocks(statement):
            block.body = list(_rewritten(block.body, made, lists))
        for word, call in _made(statement):
            if word in lists and isinstance(statement, AssignmentStmt):
                yield at(statement, AssignmentStmt([named(lists[word], statement)], _items(call)))
                statement.rvalue = _again(call, lists[word], statement)
        found = next((one for one in _filled(statement) if one[0] in lists), None)
        if found is None:
            yield statement
            continue
        word, place, method, args = found
        variable = named(lists[word], statement)
        if method == "add_module":
            method, args = list.append.__name__, args[1:]
        callee = at(statement, MemberExpr(variable, method))
        filling = at(statement, CallExpr(callee, args, [ARG_POS] * len(args), [None] * len(args)))
        yield at(statement, ExpressionStmt(filling))
        again = _again(made[word], lists[word], statement)
        yield at(statement, AssignmentStmt([_place_again(place)], again))


def _made(statement: Statement) -> Iterator[tuple[str, CallExpr]]:
    """The place that the statement gives a new container of modules, and the call that makes it."""
    match statement:
        case AssignmentStmt(lvalues=[place], rvalue=CallExpr(callee=RefExpr(fullname=name), arg_kinds=kinds) as call):
            word = _word(place)
            is_list = name == names.MODULE_LIST and kinds in ([], [ARG_POS])
            is_list |= name == names.SEQUENTIAL and all(kind in {ARG_POS, ARG_STAR} for kind in kinds)
            if word and is_list:
                yield word, call


def _filled(statement: Statement) -> Iterator[tuple[str, Expression, str, list[Expression]]]:
    """The place whose container the statement puts something into, by which method, and what."""
    match statement:
        case ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=place, name=method), args=args)):
            if _FILLING.get(method) == len(args) and _word(place):
                yield _word(place), place, method, args
        case OperatorAssignmentStmt(op="+", lvalue=place, rvalue=value) if _word(place):
            yield _word(place), place, list.extend.__name__, [value]


def _word(place: Expression) -> str:
    match place:
        case MemberExpr(expr=owner, name=name) if is_self(owner):
            return f"self.{name}"
        case NameExpr(kind=kind, name=name) if kind == LDEF:
            return name
    return ""


def _items(call: CallExpr) -> Expression:
    """The list of what the container is made of."""
    if _is_sequential(call):
        items = [at(call, StarExpr(a)) if k is ARG_STAR else a for a, k in zip(call.args, call.arg_kinds, strict=True)]
        return at(call, ListExpr(items))
    return at(call, ListExpr([at(call, StarExpr(argument)) for argument in call.args]))


def _is_sequential(call: CallExpr) -> bool:
    return isinstance(call.callee, RefExpr) and call.callee.fullname == names.SEQUENTIAL


def _again(call: CallExpr, variable: Var, place: Context) -> CallExpr:
    """The container made of what is in the list now."""
    kind = ARG_STAR if _is_sequential(call) else ARG_POS
    return at(place, CallExpr(duplicate(call.callee), [named(variable, place)], [kind], [None]))


def _place_again(place: Expression) -> NameExpr | MemberExpr:
    if isinstance(place, NameExpr):
        return named_again(place)
    again = duplicate(place)
    assert isinstance(again, MemberExpr)
    return again
