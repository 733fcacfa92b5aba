"""Lists that a body makes, fills and reads, and that nobody else gets hold of: each filling gives another value.

In a copy of the body such a list is a tuple, of which mypy itself knows item by item what is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    ARG_STAR,
    AssignmentStmt,
    Block,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    ExpressionStmt,
    FloatExpr,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IfStmt,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    ReturnStmt,
    SliceExpr,
    StarExpr,
    Statement,
    TupleExpr,
    UnaryExpr,
)

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.free_names import free
from dtensortypes.mypy_plugin.text.lists_in_lists import filled_inside
from dtensortypes.mypy_plugin.text.rewritten import (
    assignment,
    at,
    duplicate,
    inside,
    item,
    named_again,
    number,
    replace_in,
    sliced,
    starred,
)
from dtensortypes.mypy_plugin.text.scope import blocks, targets
from dtensortypes.mypy_plugin.text.stored_items import is_put_in_between, stored, with_store

_FILLING: Final = frozenset({list.append.__name__, list.extend.__name__, list.insert.__name__, list.reverse.__name__})
_POP: Final = list.pop.__name__


@once_per_tree
def own_lists(body: list[Statement]) -> frozenset[str]:
    """The names of the variables that are such lists."""
    if not any(_is_list(v) for one in inside(body) if _is_alone(one) for _, v in targets(one) if v is not None):
        return frozenset()  # as of most bodies
    every: dict[str, set[int]] = {}
    allowed: set[int] = set()
    made: set[str] = set()
    shared: set[str] = set()
    for statement in inside(body):
        parts = gathered(statement)
        for one in parts:
            if isinstance(one, NameExpr):
                every.setdefault(one.name, set()).add(id(one))
        for target, value in targets(statement):
            if isinstance(target, IndexExpr) and isinstance(target.base, NameExpr) and stored(statement) is None:
                shared.add(target.base.name)  # `xs[0], y = x`
            if value is not None and isinstance(target, NameExpr) and _is_list(value) and _is_alone(statement):
                made.add(target.name)
                allowed.add(id(target))
        allowed.update(map(id, _looked_at(statement, parts)))
        if isinstance(statement, FuncDef):
            shared.update(free(statement))
    found = frozenset(name for name in made - shared if every[name] <= allowed)
    return found - filled_inside(body) if found else found


def begin_apart(block: Block) -> None:
    """Write `xs, ys = [], []`, in a copy of a body, as one assignment for each."""
    for statement in block.body:
        for inner in blocks(statement):
            begin_apart(inner)
    if any(isinstance(one, AssignmentStmt) and isinstance(one.rvalue, TupleExpr) for one in block.body):
        block.body = [new for one in block.body for new in _each_alone(one)]


def _each_alone(statement: Statement) -> list[Statement]:
    match statement:
        case AssignmentStmt(lvalues=[TupleExpr(items=places)], rvalue=TupleExpr(items=values)):
            is_plain = len(places) == len(values) and all(isinstance(place, NameExpr) for place in places)
            if is_plain and all(map(_is_begun, values)) and any(isinstance(value, ListExpr) for value in values):
                return [at(statement, AssignmentStmt([p], v)) for p, v in zip(places, values, strict=True)]
    return [statement]


def _is_begun(value: Expression) -> bool:
    """Whether it is an empty list, or a number."""
    return isinstance(value, IntExpr | FloatExpr) or (isinstance(value, ListExpr) and not value.items)


@once_per_tree
def taken_from(body: list[Statement]) -> frozenset[str]:
    """The variables out of whose lists the body takes items: `skip = skips.pop()`."""
    found = (_pop(part) for statement in inside(body) for part in gathered(statement))
    return frozenset(place.name for place, _ in filter(None, found))


def filled(statement: Statement) -> frozenset[str]:
    """The variables that the statement alone, without those in it, gives a value, or another content."""
    found = {one.name for target, _ in targets(statement) for one in [target] if isinstance(one, NameExpr)}
    for expression in gathered(statement):
        match expression:
            case CallExpr(callee=MemberExpr(expr=NameExpr(name=name), name=method)) if method in {*_FILLING, _POP}:
                found.add(name)
    return frozenset(found) | {one.base.name for one in [stored(statement)] if one is not None}


def as_assignments(statement: Statement, lists: frozenset[str]) -> list[Statement]:
    """The statement, where it fills one of the lists, as assignments of tuples."""
    if (new := with_store(statement, lists)) is not None:
        return [new]
    match statement:
        case ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=NameExpr() as place, name=method)) as call):
            if place.name in lists and method in _FILLING:
                after = _popped(statement, lists)  # `xs.append(xs.pop(0))`
                whole = at(statement, TupleExpr(_filled(place, method, call.args, lists)))
                return [assignment(place, whole, statement), *after]
        case OperatorAssignmentStmt(lvalue=NameExpr() as place, rvalue=value) if place.name in lists:
            whole = at(statement, TupleExpr([starred(place), *_items(value, lists)]))
            return [*_popped(statement, lists), assignment(place, whole, statement)]
    after = _popped(statement, lists)
    match statement:
        case AssignmentStmt(lvalues=[NameExpr() as target], rvalue=value) if target.name in lists:
            if not isinstance(value, IndexExpr) or not isinstance(value.base, NameExpr):  # a part of a tuple is one
                statement.rvalue = at(value, TupleExpr(_items(value, lists)))
    return [statement, *after]


def _filled(place: NameExpr, method: str, args: list[Expression], lists: frozenset[str]) -> list[Expression]:
    match method, args:
        case list.append.__name__, [value]:
            return [starred(place), value]
        case list.extend.__name__, [value]:
            return [starred(place), *_items(value, lists)]
        case list.insert.__name__, [index, value]:
            return [starred(sliced(place, None, index)), value, starred(sliced(place, duplicate(index), None))]
    backwards = at(place, SliceExpr(None, None, number(-1, place)))
    return [starred(at(place, IndexExpr(named_again(place), backwards)))]


def _items(value: Expression, lists: frozenset[str]) -> list[Expression]:
    """What is in a list that is written out, as the items of a tuple."""
    match value:
        case ListExpr(items=items) | TupleExpr(items=items):
            several = (_items(one.expr, lists) if isinstance(one, StarExpr) else [one] for one in items)
            return [item for items in several for item in items]
        case OpExpr(op="+", left=left, right=right):
            return [*_items(left, lists), *_items(right, lists)]
        case OpExpr(op="*", left=ListExpr(items=[one]), right=IntExpr(value=count)):
            return [one, *(duplicate(one) for _ in range(count - 1))][:count]
        case CallExpr(callee=RefExpr(fullname=name), args=[inner]) if name == f"builtins.{list.__name__}":
            return _items(inner, lists)
        case IndexExpr(base=CallExpr() as base, index=SliceExpr() as part):
            whole = at(value, TupleExpr(_items(base, lists)))
            return [starred(at(value, IndexExpr(whole, part)))]
    return [starred(value)]


def _popped(statement: Statement, lists: frozenset[str]) -> list[Statement]:
    """Put the item in the place of each `xs.pop()` in the statement; the lists are shorter after it."""
    taken: dict[str, list[int]] = {}
    places: dict[str, NameExpr] = {}

    def last(part: Expression) -> Expression | None:
        found = _pop(part)
        if found is None or found[0].name not in lists:
            return None
        place, key = found
        already = taken.setdefault(place.name, [])
        places[place.name] = place
        already.append(key)
        return item(place, key - (len(already) - 1 if key < 0 else 0), part)

    replace_in(statement, last)
    found: list[Statement] = []
    for name, keys in taken.items():
        first, end = (1, None) if keys[0] == 0 else (None, -len(keys))
        place = places[name]
        bounds = (None if bound is None else number(bound, place) for bound in (first, end))
        found.append(assignment(place, sliced(place, *bounds), statement))
    return found


def _pop(part: Expression) -> tuple[NameExpr, int] | None:
    """The variable of which an item is taken out, and its place: the first or the last."""
    match part:
        case CallExpr(callee=MemberExpr(expr=NameExpr() as place, name=method), args=args) if method == _POP:
            match args:
                case [] | [UnaryExpr(op="-", expr=IntExpr(value=1))]:
                    return place, -1
                case [IntExpr(value=0)]:
                    return place, 0
    return None


def _is_alone(statement: Statement) -> bool:
    """Whether it gives one variable its value, and no other one the same."""
    return isinstance(statement, AssignmentStmt) and len(statement.lvalues) == 1


def _is_list(value: Expression) -> bool:
    """Whether a list, of which nobody else knows, is what the expression gives."""
    match value:
        case ListExpr() | ListComprehension() | IndexExpr(base=NameExpr(), index=SliceExpr()):
            return True
        case IndexExpr(base=CallExpr() as base, index=SliceExpr()):
            return _is_list(base)
        case OpExpr(op="+", left=left, right=right):
            return not _is_tuple(left) and not _is_tuple(right) and (_is_list(left) or _is_list(right))
        case OpExpr(op="*", left=left):
            return _is_list(left)
        case CallExpr(callee=RefExpr(fullname=name), args=[_]):
            return name == f"builtins.{list.__name__}"
    return False


def _is_tuple(value: Expression) -> bool:
    """Whether it is a tuple, to which only tuples can be added: `(x,) + outputs[1:]`."""
    match value:
        case TupleExpr():
            return True
        case OpExpr(op="+", left=left, right=right):
            return _is_tuple(left) or _is_tuple(right)
    return False


def _looked_at(statement: Statement, parts: list[Expression]) -> Iterator[Expression]:
    """The expressions whose value the statement looks at, or changes under its own name."""
    match statement:
        case ReturnStmt(expr=NameExpr() as value):
            yield value
        case ForStmt(expr=whole):
            yield whole
        case IfStmt(expr=conditions):
            yield from conditions
        case OperatorAssignmentStmt(op="+", lvalue=place, rvalue=value):
            yield from (place, value)
        case ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=place, name=method), args=args)):
            is_filling = method in {list.append.__name__, list.extend.__name__} and len(args) == 1
            is_filling |= method == list.insert.__name__ and len(args) == 2
            if is_filling or (method == list.reverse.__name__ and not args):
                yield place
                yield from args if method == list.extend.__name__ else ()
    can_pop = isinstance(statement, AssignmentStmt | ExpressionStmt | ReturnStmt | OperatorAssignmentStmt)
    can_pop = can_pop and not is_put_in_between(statement)
    can_pop = can_pop and not any(isinstance(one, ConditionalExpr | LambdaExpr | GeneratorExpr) for one in parts)
    pops = [found for found in map(_pop, parts) if found is not None]
    if can_pop and all(key < 0 for _, key in pops[1:]) and (len(pops) == 1 or all(key < 0 for _, key in pops)):
        yield from (place for place, _ in pops)
    for part in parts:
        yield from _looked_at_in(part)


def _looked_at_in(part: Expression) -> Iterator[Expression]:
    match part:
        case StarExpr(expr=inner) | IndexExpr(base=inner) | UnaryExpr(expr=inner) | ConditionalExpr(cond=inner):
            yield inner
        case ComparisonExpr(operands=operands):
            yield from operands
        case OpExpr(op="+", left=left, right=right):
            yield from (left, right)
        case GeneratorExpr(sequences=sequences):
            yield from sequences
        case CallExpr(callee=RefExpr(fullname=name), args=args) if names.root(name) in {"torch", "builtins"}:
            yield from args
        case CallExpr(args=args, arg_kinds=kinds):
            yield from (argument for argument, kind in zip(args, kinds, strict=True) if kind is ARG_STAR)
