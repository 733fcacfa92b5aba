"""Dicts of lists that a body makes and fills under words, and that nobody else gets hold of: `found["a"].append(x)`.

In a copy of the body each of the lists is a variable: what is known of a body's own lists is known of these, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import (
    LDEF,
    AssertTypeExpr,
    AssignmentStmt,
    BreakStmt,
    CallExpr,
    CastExpr,
    ContinueStmt,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    RevealExpr,
    Statement,
    StrExpr,
    Var,
    WithStmt,
)
from mypy.types import Instance, ProperType, get_proper_type

from dtensortypes.mypy_plugin.changes.filling import FILLING
from dtensortypes.mypy_plugin.changes.shallow_copies import filled_in_copies
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.rewritten import assignment, at, inside, named, replace_in, replaced
from dtensortypes.mypy_plugin.text.scope import blocks, functions_in, targets
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a

_DEFAULT: Final = "collections.defaultdict"
_LEAVING: Final = (BreakStmt, ContinueStmt, RaiseStmt, ReturnStmt)
_LOOKED_INTO: Final = (AssertTypeExpr, CastExpr, RevealExpr)
_WHOLE: Final = frozenset({dict.items.__name__, dict.values.__name__, dict.keys.__name__})


@once_per_tree
def own_dicts(body: list[Statement]) -> Mapping[str, tuple[str, ...]]:
    """The names of the variables that hold such dicts, each with the words that the body writes out."""
    begun = [(name, keys) for statement in inside(body) for name, _, keys in _begun(statement)]
    found = {name: dict.fromkeys(keys) for name, keys in begun if [one for one, _ in begun].count(name) == 1}
    allowed: set[int] = set()
    for statement in inside(body) if found else ():
        parts = gathered(statement)
        allowed.update(map(id, _looked_at(statement, parts)))
        for part in parts:
            for place, key in _items(part):
                found.get(place.name, {})[key] = None
                allowed.add(id(place))
    others = {name for name in found for statement in inside(body) if _is_used_otherwise(statement, name, allowed)}
    inner = [part for one in functions_in(body) if found for each in inside(one.body.body) for part in gathered(each)]
    others |= {part.name for part in inner if isinstance(part, NameExpr)}
    others |= filled_in_copies(body) if found else frozenset()
    written = {name for name, keys in begun if keys}
    sure = _filled_for_certain(body) if found else frozenset()
    others |= {name for name in found.keys() - written if _is_read_whole(body, name) and not found[name].keys() <= sure}
    return {name: tuple(keys) for name, keys in found.items() if name not in others}


def _filled_for_certain(block: list[Statement]) -> frozenset[str]:
    """The words of lists that the statements fill whatever happens: of others none may be there, not an empty one."""
    found: set[str] = set()
    for statement in block:
        if isinstance(statement, ForStmt | WithStmt):
            found |= _filled_for_certain(statement.body.body)
        elif isinstance(statement, ExpressionStmt):
            found |= {key for part in gathered(statement) for _, key in _items(part)}
        if any(isinstance(one, _LEAVING) for one in inside([statement])):
            break
    return frozenset(found)


def _is_read_whole(body: list[Statement], name: str) -> bool:
    """Whether the body asks for more of the dict than for what is under words."""
    parts = [part for statement in inside(body) for part in gathered(statement)]
    by_word = {id(place) for part in parts for place, _ in _items(part)}
    given = {id(target) for statement in inside(body) for target, _ in targets(statement)}
    return any(_is(part, name) and id(part) not in by_word | given for part in parts)


def list_name(name: str, key: str) -> str:
    """What the list under the word is called; no program can have a variable of this name."""
    return f"the list {key!r} of {name}"


def list_at(part: Expression, dicts: Mapping[str, tuple[str, ...]]) -> str | None:
    """What the list is called that the expression takes out of one of the dicts."""
    return next((list_name(place.name, key) for place, key in _items(part) if place.name in dicts), None)


def apart(function: FuncDef, dicts: Mapping[str, tuple[str, ...]]) -> None:
    """Have variables in the places of such lists, in a copy of a body that has these dicts."""
    lists = {(name, key): Var(list_name(name, key)) for name, keys in dicts.items() for key in keys}
    for variable in lists.values():
        variable.is_inferred = True

    def change(part: Expression) -> Expression | None:
        for place, key in _items(part):
            if place.name in dicts:
                return named(lists[place.name, key], part)
        if isinstance(part, NameExpr) and part.name in dicts and part.kind == LDEF:
            pairs = [(at(part, StrExpr(key)), named(lists[part.name, key], part)) for key in dicts[part.name]]
            return at(part, DictExpr([*pairs]))
        if isinstance(part, CallExpr) and isinstance(part.analyzed, _LOOKED_INTO):  # mypy looks at this in its place
            part.analyzed.expr = part.analyzed.expr and replaced(part.analyzed.expr, change)
        return None

    def written(statements: list[Statement]) -> Iterator[Statement]:
        for statement in statements:
            for block in blocks(statement):
                block.body = list(written(block.body))
            begun = next((one for one in _begun(statement) if one[0] in dicts), None)
            if begun is None:
                replace_in(statement, change)
                yield statement
                continue
            name, held, _ = begun
            for key in dicts[name]:
                value = held.get(key) or at(statement, ListExpr([]))
                yield assignment(named(lists[name, key], statement), value, statement)

    if dicts:
        function.body.body = list(written(function.body.body))


def _begun(statement: Statement) -> Iterator[tuple[str, dict[str, Expression], tuple[str, ...]]]:
    """The variable that the statement gives a dict of lists, and these, with their words."""
    declared = get_proper_type(statement.type) if isinstance(statement, AssignmentStmt) else None
    if declared is not None and not _is_of_tensors(declared):
        return
    match statement:
        case AssignmentStmt(lvalues=[NameExpr(name=name, kind=kind)], rvalue=DictExpr(items=pairs)) if kind == LDEF:
            held: dict[str, Expression] = {
                key.value: one for key, one in pairs if isinstance(key, StrExpr) and isinstance(one, ListExpr)
            }
            if len(held) == len(pairs):
                yield name, held, tuple(held)
        case AssignmentStmt(lvalues=[NameExpr(name=name, kind=kind)], rvalue=CallExpr() as call) if kind == LDEF:
            match call:
                case CallExpr(callee=RefExpr(fullname=made), args=[RefExpr(fullname="builtins.list")]):
                    if made == _DEFAULT:
                        yield name, {}, ()
                case CallExpr(callee=RefExpr(fullname="builtins.dict"), args=[]):
                    yield name, {}, ()


def _is_of_tensors(declared: ProperType) -> bool:
    """Whether it is a dict of lists of plain tensors."""
    item = get_proper_type(declared.args[-1]) if isinstance(declared, Instance) and declared.args else None
    is_list = isinstance(item, Instance) and item.type.fullname == names.LIST
    held = get_proper_type(item.args[0]) if is_list and isinstance(item, Instance) else None
    return held is not None and is_a(held, names.TENSOR) and not says_something(held)


def _items(part: Expression) -> Iterator[tuple[NameExpr, str]]:
    """The variable and the word of `found["a"]`, and of `found.setdefault("a", [])`."""
    match part:
        case IndexExpr(base=NameExpr(kind=kind) as place, index=StrExpr(value=key)) if kind == LDEF:
            yield place, key
        case CallExpr(
            callee=MemberExpr(expr=NameExpr(kind=kind) as place, name=dict.setdefault.__name__),
            args=[StrExpr(value=key), ListExpr(items=[])],
        ) if kind == LDEF:
            yield place, key


def _looked_at(statement: Statement, parts: list[Expression]) -> Iterator[Expression]:
    """The variables of which the statement makes, or asks, something without giving the dict or its lists on."""
    yield from (target for target, _ in targets(statement) if any(True for _ in _begun(statement)))
    if isinstance(statement, ReturnStmt) and statement.expr is not None:
        yield statement.expr
    for part in parts:
        match part:
            case GeneratorExpr(sequences=several) | DictionaryComprehension(sequences=several):
                if not any(isinstance(one, MemberExpr) and one.name in FILLING for one in gathered(part)):
                    yield from (place for one in several for place in _whole(one))


def _whole(part: Expression) -> Iterator[NameExpr]:
    match part:
        case NameExpr() as place:
            yield place
        case CallExpr(callee=MemberExpr(expr=NameExpr() as place, name=name), args=[]) if name in _WHOLE:
            yield place


def _is_used_otherwise(statement: Statement, name: str, allowed: set[int]) -> bool:
    """Whether the statement does something else with the dict of this name: stores to it, or hands it on."""
    if any(isinstance(target, IndexExpr) and _is(target.base, name) for target, _ in targets(statement)):
        return True
    parts = gathered(statement)
    later = [part for one in parts if isinstance(one, LambdaExpr) for part in gathered(one)]
    return any(_is(one, name) for one in later) or any(_is(one, name) and id(one) not in allowed for one in parts)


def _is(part: Expression, name: str) -> bool:
    return isinstance(part, NameExpr) and part.name == name
