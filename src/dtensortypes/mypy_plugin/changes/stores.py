"""What a method gives to the attributes of its object: as they are, and into the lists and dicts that they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    RefExpr,
    SliceExpr,
    Statement,
    StrExpr,
)
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.changes.cast_after import asked
from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.handed import places_handed_on
from dtensortypes.mypy_plugin.changes.since_begun import is_filled_later
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import as_display, expressions, is_self, lines
from dtensortypes.mypy_plugin.text.scope import bodies, functions_in, statements, targets
from dtensortypes.mypy_plugin.text.things import JOINING, LOOKING_UP, PUTTING, SETTING, UPDATING
from dtensortypes.mypy_plugin.types.compare import has_module


class Kind(Enum):
    """What the attribute gets: another value, an item, the items of something, or whatever others put into it."""

    VALUE = auto()
    ITEM = auto()
    ITEMS = auto()
    ANYTHING = auto()


class Store(NamedTuple):
    """One store: the attribute, what is given, None where that is not known, and as what."""

    name: str
    given: Type | None
    kind: Kind
    lines: range = range(0)
    """The lines of the statement."""


_COUNTED: Final = frozenset({"builtins.int", "builtins.bool"})
_ITEM: Final = frozenset({*PUTTING, SETTING})
_DISPLAYS: Final = (ListExpr, DictExpr)
_ITEMS: Final = JOINING | {UPDATING}


def stores(function: FuncDef, types: Mapping[Expression, Type]) -> list[Store]:
    """What the method gives in the statements that are run; `types` are those of the expressions in them."""
    body, last = function.body.body, asked(function)
    each = [(one, statement) for statement in statements(body) for one in _of(statement, types, last)]
    each += [(one, statement) for statement in statements(body) for one in _inside(statement, types)]
    found = [one._replace(lines=lines(statement)) for one, statement in each]
    found += [Store(name, None, Kind.VALUE) for name in _given_inside(body)]
    return [*found, *(Store(name, None, Kind.ANYTHING) for name in own_handed_on(body))]


def is_counted(type_: Type | None) -> bool:
    """Whether it is an integer, or a truth value: of numpy's numbers mypy says that they are floats."""
    proper = get_proper_type(type_)
    return isinstance(proper, Instance) and proper.type.fullname in _COUNTED


def _given_inside(body: list[Statement]) -> frozenset[str]:
    """The attributes of `self` that functions inside give values or fill: whenever they are called."""
    every = [one for inner in functions_in(body) for one in statements(inner.body.body)]
    given = [target for one in every for target, _ in targets(one)]
    given += [place for one in every for place in filled_by(one)]
    return frozenset(one.name for one in given if isinstance(one, MemberExpr) and is_self(one.expr))


def attributes_given(method: FuncDef) -> Iterator[str]:
    """The attributes that the method, or a function inside, gives or puts something into; by the text."""
    own, *others = bodies(method.body.body)
    giving = others if method.name == "__init__" else [own, *others]
    for statement in (one for body in giving for one in statements(body)):
        yield from (target.name for target, _ in targets(statement) if isinstance(target, MemberExpr))
    for statement in (one for body in (own, *others) for one in statements(body)):
        yield from (place.name for place in filled_by(statement) if isinstance(place, MemberExpr))
    yield from own_handed_on(own)


@once_per_tree
def own_handed_on(body: list[Statement]) -> frozenset[str]:
    """The attributes of `self` of which others get hold in the body, or that it fills by the name of a variable."""
    places: list[Expression] = [*places_handed_on(body)]
    for one in statements(body):
        if isinstance(one, AssignmentStmt) and len(one.lvalues) > 1 and isinstance(as_display(one.rvalue), _DISPLAYS):
            places += one.lvalues  # `self.d = d = {}`
        places += (
            target for target, value in targets(one) if isinstance(value, NameExpr) and is_filled_later(body, value)
        )
    return frozenset(one.name for one in places if isinstance(one, MemberExpr) and is_self(one.expr))


@once_per_tree
def reached_outside(tree: MypyFile) -> frozenset[str]:
    """The attributes of other objects than `self` into which the file puts something, or which it hands on."""
    filled = (place for body in bodies(tree.defs) for statement in statements(body) for place in filled_by(statement))
    places = (place for some in (filled, *map(places_handed_on, bodies(tree.defs))) for place in some)
    return frozenset(place.name for place in places if isinstance(place, MemberExpr) and not is_self(place.expr))


def _of(
    statement: Statement, types: Mapping[Expression, Type], asked_last: Mapping[MemberExpr, MemberExpr]
) -> Iterator[Store]:
    updated = statement if isinstance(statement, OperatorAssignmentStmt) else None
    for target, value in targets(statement):
        match target:
            case MemberExpr(expr=owner, name=name) if is_self(owner):
                if updated is not None and updated.op != "@":  # a tensor stays what it is, a list gets more items
                    yield Store(name, types.get(updated.rvalue), Kind.ITEMS)
                elif (value is None or value in types) and not is_empty(value) and not is_of_empty(value):
                    given = None if value is None else types.get(value)
                    behind = asked_last.get(target) if given is not None and has_module(given) else None
                    yield Store(name, given if behind is None else types.get(behind), Kind.VALUE)
            case IndexExpr(base=MemberExpr(expr=owner, name=name), index=index) if is_self(owner):
                if updated is not None and is_counted(types.get(target)):
                    yield Store(name, None, Kind.ITEM)  # another number; a tensor stays what it is
                elif (updated is None or updated.op == "@") and (value is None or value in types):
                    is_item = value is not None and not isinstance(index, SliceExpr)
                    yield Store(name, types[value] if value and is_item else None, Kind.ITEM)
    for call in expressions(statement):
        match call:
            case CallExpr(callee=MemberExpr(expr=MemberExpr(expr=owner, name=name), name=method), args=[*_, last]):
                if is_self(owner) and method in _ITEM | _ITEMS and last in types:
                    yield Store(name, types[last], Kind.ITEM if method in _ITEM else Kind.ITEMS)
                elif is_self(owner) and _is_in_place(method) and call in types:
                    yield Store(name, types[call], Kind.VALUE)


def inside(name: str, key: str | None) -> str:
    """What stands for the list under the key in the dict of an attribute; for all of them where it is any key."""
    return f"{name}[{'' if key is None else repr(key)}]"


def outside(name: str) -> str:
    """The attribute in whose list or dict that is; the attribute itself."""
    return name.partition("[")[0]


def _inside(statement: Statement, types: Mapping[Expression, Type]) -> Iterator[Store]:
    """What comes into lists that the lists and dicts of attributes hold: `self.found["a"].append(x)`."""
    updated = statement if isinstance(statement, OperatorAssignmentStmt) else None
    for target, value in targets(statement):
        if isinstance(target, IndexExpr) and (name := list_inside(target.base)) is not None:
            is_item = value is not None and value in types and not isinstance(target.index, SliceExpr)
            yield Store(name, types[value] if value is not None and is_item else None, Kind.ITEM)
        elif (name := list_inside(target)) is not None and not is_empty(value):
            given = updated.rvalue if updated is not None else value
            is_new = updated is not None or isinstance(given, ListExpr | ListComprehension)
            yield Store(name, types.get(given) if given is not None and is_new else None, Kind.ITEMS)
    for call in expressions(statement):
        match call:
            case CallExpr(callee=MemberExpr(expr=place, name=method), args=[*_, last]) if method in _ITEM | _ITEMS:
                if (name := list_inside(place)) is not None and last in types:
                    yield Store(name, types[last], Kind.ITEM if method in _ITEM else Kind.ITEMS)


def list_inside(place: Expression) -> str | None:
    """What stands for what is in the list or dict of an attribute of `self`: `self.found["a"]`."""
    match place:
        case IndexExpr(base=MemberExpr(expr=owner, name=name), index=index) if is_self(owner):
            return inside(name, index.value if isinstance(index, StrExpr) else None)
        case CallExpr(callee=MemberExpr(expr=MemberExpr(expr=owner, name=name), name=method), args=[key, *_]):
            is_found = is_self(owner) and method in {SETTING, LOOKING_UP}
            return inside(name, key.value if isinstance(key, StrExpr) else None) if is_found else None
    return None


def is_of_empty(value: Expression | None) -> bool:
    """Whether it is a list or dict of lists with nothing in them, or is to be filled with such ones."""
    match value:
        case CallExpr(callee=RefExpr(fullname="collections.defaultdict"), args=[RefExpr(fullname="builtins.list")]):
            return True
        case ListExpr(items=items):
            return all(map(is_empty, items))
        case DictExpr(items=pairs):
            return all(key is not None and is_empty(one) for key, one in pairs)
        case ListComprehension(generator=GeneratorExpr(left_expr=one)) | DictionaryComprehension(value=one):
            return is_empty(one)
    return False


def put_in(statement: Statement) -> Iterator[Expression]:
    """What the statement puts into lists or dicts of the object, and only there: `self.xs.append(x)`."""
    is_shared = isinstance(statement, AssignmentStmt) and len(statement.lvalues) > 1  # `self.d[k] = d = {}`
    for target, value in targets(statement) if not is_shared else ():
        match target:
            case IndexExpr(base=MemberExpr(expr=owner)) if is_self(owner) and value is not None:
                yield value
    for call in expressions(statement):
        match call:
            case CallExpr(callee=MemberExpr(expr=MemberExpr(expr=owner), name=method), args=[*_, last]):
                if is_self(owner) and method in _ITEM:
                    yield last


def _is_in_place(method: str) -> bool:
    return method.endswith("_") and not method.endswith("__")


def is_empty(value: Expression | None) -> bool:
    """Whether it is a list, dict or queue with nothing in it."""
    match value:
        case ListExpr(items=[]) | DictExpr(items=[]):
            return True
        case CallExpr(callee=RefExpr(fullname="builtins.list" | "builtins.dict"), args=[]):
            return True
        case CallExpr(callee=RefExpr(fullname="collections.deque"), args=args, arg_names=words):
            return all(word or is_empty(one) for one, word in zip(args, words, strict=True))  # `deque(maxlen=4)`
    return False
