"""Lists and dicts of modules that are plain attributes: torch does not see them, so that nothing casts or moves them.

What `self.layers = [nn.Linear(3, 3)]` holds stays in the state that it was made in, as long as the file does nothing
with it but call it; in an `nn.ModuleList` it would change with the module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    GeneratorExpr,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    RefExpr,
    Statement,
    TypeInfo,
)

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.reached_items import reached
from dtensortypes.mypy_plugin.text.scope import bodies, functions, statements, targets

_FILLING: Final = frozenset(method.__name__ for method in (list.append, list.extend))


class Held(NamedTuple):
    """The attributes that hold new modules in a list or dict, which the file only fills in constructors and calls."""

    every: frozenset[str] = frozenset()
    written: frozenset[str] = frozenset()
    """Those that are written out, and never filled: of them it is known by the class what they hold."""


@once_per_tree
def held(tree: MypyFile) -> Held:
    """The attributes of the file's objects that are such lists and dicts, of whose items nobody else gets hold."""
    made: Counter[str] = Counter()
    filled: Counter[str] = Counter()
    for function in functions(tree):
        if function.name == "__init__":
            every = statements(function.body.body)
            made.update(place.name for statement in every for place, _ in made_in(statement))
            filled.update(place.name for place in _filled(function.body.body))
    if not made:
        return Held()
    found = frozenset(name for name in made if f".{name}" not in reached(tree)) - _changed_later(tree, made, filled)
    return Held(found, found - frozenset(filled))


def made_in(statement: Statement) -> Iterator[tuple[MemberExpr, Expression]]:
    """The attribute that the statement makes a list or dict of new modules, or an empty one, and what it gives it."""
    for target, value in targets(statement):
        if isinstance(target, MemberExpr) and is_self(target.expr) and value is not None and _is_of_new(value):
            yield target, value


def keeps_modules(body: list[Statement]) -> bool:
    """Whether the constructor puts new modules into a list or dict that is an attribute, or makes it of them."""
    every = statements(body)
    return any(True for _ in _filled(body)) or any(
        not isinstance(value, ListExpr | DictExpr) or bool(value.items) for one in every for _, value in made_in(one)
    )


def _filled(body: list[Statement]) -> Iterator[MemberExpr]:
    """The attributes of its own into which the constructor puts new modules, at once or by a variable."""
    new = _new_ones(body)
    for place, value, is_one in (put for statement in statements(body) for put in _put_into(statement)):
        is_new = _is_new(value) or (isinstance(value, NameExpr) and value.name in new)
        if is_self(place.expr) and (is_new if is_one else _is_of_new(value)):
            yield place


def _new_ones(body: list[Statement]) -> set[str]:
    """The variables that are given new modules alone, and are put into one list: of others `reached` knows the rest."""
    own, *inner = bodies(body)
    given = [(it.name, value) for one in statements(own) for it, value in targets(one) if isinstance(it, NameExpr)]
    parts = [part for one in statements(own) for part in expressions(one) if isinstance(part, CallExpr)]
    put = [one.name for part in parts if _fills(part) for one in part.args if isinstance(one, NameExpr)]
    read = (part for each in inner for one in statements(each) for part in expressions(one))
    shared = {part.name for part in read if isinstance(part, NameExpr)} | {name for name in put if put.count(name) > 1}
    return {name for name, _ in given} - {name for name, it in given if it is None or not _is_new(it)} - shared


def _fills(call: CallExpr) -> bool:
    return isinstance(call.callee, MemberExpr) and call.callee.name in _FILLING


def _put_into(statement: Statement) -> Iterator[tuple[MemberExpr, Expression, bool]]:
    """The attribute into which the statement puts something, what that is, and whether it is a single item."""
    match statement:
        case ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=MemberExpr() as place, name=method), args=[value])):
            if method in _FILLING:
                yield place, value, method == list.append.__name__
        case OperatorAssignmentStmt(lvalue=MemberExpr() as place, rvalue=value):
            yield place, value, False
        case AssignmentStmt(lvalues=[IndexExpr(base=MemberExpr() as place)], rvalue=value):
            yield place, value, True


def _is_of_new(value: Expression) -> bool:
    """Whether a list or dict is written in place, and all that is in it are modules made there."""
    match value:
        case ListExpr(items=items):
            return all(map(_is_new, items))
        case DictExpr(items=pairs):
            return all(_is_new(item) for _, item in pairs)
        case ListComprehension(generator=GeneratorExpr(left_expr=item)) | DictionaryComprehension(value=item):
            return _is_new(item)
    return False


def _is_new(item: Expression) -> bool:
    """Whether the expression makes a module, and no one else has it."""
    callee = item.callee if isinstance(item, CallExpr) else None
    return isinstance(callee, RefExpr) and isinstance(callee.node, TypeInfo) and callee.node.has_base(names.MODULE)


def _changed_later(tree: MypyFile, made: Counter[str], filled: Counter[str]) -> frozenset[str]:
    """The attributes that the file makes or fills at more places than in constructors."""
    times: Counter[str] = Counter()
    for body in bodies(tree.defs):
        for statement in statements(body):
            places = {place for place, *_ in _put_into(statement)} | {_whole(place) for place, _ in targets(statement)}
            times.update(place.name for place in places if isinstance(place, MemberExpr))
    return frozenset(name for name in made if times[name] > made[name] + filled[name])


def _whole(place: Expression) -> Expression:
    """The list or dict of which the place is an item, else the place itself."""
    return _whole(place.base) if isinstance(place, IndexExpr) else place
