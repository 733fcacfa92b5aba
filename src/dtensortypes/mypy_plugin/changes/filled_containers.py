"""`nn.ModuleList`s and their kin that a body fills one by one: with each item the container is made anew of a list.

The list is one of the body's own (`own_lists.py`), so that mypy knows what is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.nodes import (
    ARG_POS,
    ARG_STAR,
    AssignmentStmt,
    CallExpr,
    Context,
    DelStmt,
    DictExpr,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    RefExpr,
    StarExpr,
    Statement,
    TupleExpr,
    Var,
    WhileStmt,
)

from dtensortypes.mypy_plugin.changes.filled_by_key import are_keyed
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import gathered, is_self, lines
from dtensortypes.mypy_plugin.text.rewritten import at, duplicate, inside, named, named_again
from dtensortypes.mypy_plugin.text.scope import blocks

_FILLING: Final = {list.append.__name__: 1, list.extend.__name__: 1, list.insert.__name__: 2, "add_module": 2}
"""The methods that put items in, with the number of their arguments."""


def as_lists(function: FuncDef, refused: frozenset[object]) -> None:
    """Have each container of the body that is filled in it made of a list that is."""
    late = filled_when_shared(function.body.body)
    made = {word: call for statement in inside(function.body.body) for word, call in _made(statement)}
    made = {word: call for word, call in made.items() if id(call) not in late}
    filled = {word for statement in inside(function.body.body) for word, *_ in _filled(statement)}
    lists = {word: Var(_name(word)) for word in made if word in filled and _name(word) not in refused}
    if lists:
        for variable in lists.values():
            variable.is_inferred = True
        function.body.body = list(_rewritten(function.body.body, made, lists))


def are_filled(body: list[Statement]) -> bool:
    """Whether the body fills a container that it makes."""
    made = {word for statement in inside(body) for word, _ in _made(statement)}
    is_filled = bool(made) and any(word in made for statement in inside(body) for word, *_ in _filled(statement))
    return is_filled or are_keyed(body)


@once_per_tree
def filled_when_shared(body: list[Statement]) -> frozenset[int]:
    """The calls that make containers into which the body puts something after they are part of something else."""
    every = list(inside(body))
    made = [(word, call) for statement in every for word, call in _made(statement, names.MODULE_CONTAINERS)]
    if not made:
        return frozenset()
    fills = [(word, statement.line) for statement in every for word, *_ in _filled(statement)]
    fills += [(word, statement.line) for statement in every for word in _put(statement)]
    if not {word for word, _ in made} & {word for word, _ in fills}:
        return frozenset()
    shared = [(word, statement.line) for statement in every for word in _shared(statement)]
    loops = [lines(one) for one in every if isinstance(one, ForStmt | WhileStmt)]

    def is_late(call: CallExpr, held: int, filled: int) -> bool:
        is_again = any(held in loop and filled in loop and call.line not in loop for loop in loops)
        return held < filled or is_again

    pairs = [(word, held, filled) for word, held in shared for other, filled in fills if other == word]
    return frozenset(
        id(call) for word, call in made for name, held, filled in pairs if name == word and is_late(call, held, filled)
    )


def _put(statement: Statement) -> Iterator[str]:
    """The places in whose container the statement replaces an item, or from which it deletes one: `net[1] = layer`."""
    changed = [*statement.lvalues] if isinstance(statement, AssignmentStmt) else []
    changed += [statement.expr] if isinstance(statement, DelStmt) else []
    return (word for one in changed if isinstance(one, IndexExpr) and (word := _word(one.base)))


def _shared(statement: Statement) -> Iterator[str]:
    """The places whose container the statement puts into something else, or gives another name."""
    values = [statement.rvalue] if isinstance(statement, AssignmentStmt) else []
    for part in gathered(statement):
        match part:
            case CallExpr(args=items, arg_kinds=kinds):  # `*layers` gives what is in it alone
                values += [item for item, kind in zip(items, kinds, strict=True) if not kind.is_star()]
            case ListExpr(items=items) | TupleExpr(items=items):
                values += items
            case DictExpr(items=pairs):
                values += [value for _, value in pairs]
    return (word for word in map(_word, values) if word)


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


def _made(statement: Statement, others: frozenset[str] = frozenset()) -> Iterator[tuple[str, CallExpr]]:
    """The place that the statement gives a new container of modules, or one of the others, and the call."""
    match statement:
        case AssignmentStmt(lvalues=[place], rvalue=CallExpr(callee=RefExpr(fullname=name), arg_kinds=kinds) as call):
            word = _word(place)
            is_list = name == names.MODULE_LIST and kinds in ([], [ARG_POS])
            is_list |= name == names.SEQUENTIAL and all(kind in {ARG_POS, ARG_STAR} for kind in kinds)
            if word and (is_list or name in others):
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
        case NameExpr(name=name):
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
