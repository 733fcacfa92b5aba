"""Lists of a function that mypy is at work on: to mypy they are of like items, and a copy of the body knows each.

The copy is one with what can be foreseen written out (`unrolled.py`), checked with the arguments that are declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mypy.checker import TypeChecker
from mypy.nodes import (
    GDEF,
    LDEF,
    CallExpr,
    Expression,
    FuncDef,
    IndexExpr,
    NameExpr,
    RevealExpr,
    Statement,
)
from mypy.plugin import MethodContext
from mypy.typeops import make_simplified_union
from mypy.types import AnyType, Instance, TupleType, Type, UnpackType, flatten_nested_unions, get_proper_type

from dtensortypes.mypy_plugin.changes.lists_in_dicts import list_at, list_name, own_dicts
from dtensortypes.mypy_plugin.changes.reshaped import touches
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.text.definitions import type_of
from dtensortypes.mypy_plugin.text.expressions import Spot, expressions, gathered, integer
from dtensortypes.mypy_plugin.text.open_lists import begun_empty
from dtensortypes.mypy_plugin.text.own_lists import own_lists
from dtensortypes.mypy_plugin.text.scope import current_body, statements, targets
from dtensortypes.mypy_plugin.text.top_level import function_here
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.retype import change_around, narrowed, put_in_branch


def held_in(copied: FuncDef, lists: frozenset[str], types: Mapping[Expression, Type]) -> dict[Spot, Type | None]:
    """What each of the lists holds where the body reads it; None where that differs from round to round."""
    found: dict[Spot, Type | None] = {}
    every = statements(copied.body.body) if lists else []
    for part in (part for statement in every for part in _all(gathered(statement))):  # as they are now
        if isinstance(part, NameExpr) and part.name in lists and part in types:
            place = part.line, part.column
            found[place] = types[part] if found.get(place, types[part]) == types[part] else None
    return found


def put_in(body: list[Statement], copied: FuncDef, types: Mapping[Expression, Type]) -> dict[str, Type]:
    """What is in the lists that the body declares and begins empty, and in those of its dicts, where it reads them."""
    dicts = own_dicts(body)
    lists = {place.name for place in begun_empty(body)} | {
        list_name(name, key) for name in dicts for key in dicts[name]
    }
    spots = {name: {(one.line, one.column) for one in read} for name, read in _reads(body, lists, dicts).items()}
    found: dict[str, Type] = {}
    for name, read in _reads(copied.body.body, lists, {}).items() if lists else ():
        reached = [one for one in read if one in types]
        items = [_item(types[one]) for one in reached]
        is_whole = spots.get(name, set()) <= {(one.line, one.column) for one in reached}
        if is_whole and None not in items:
            found[name] = make_simplified_union([one for one in items if one is not None])
    return found


def _reads(body: list[Statement], lists: set[str], dicts: Mapping[str, tuple[str, ...]]) -> dict[str, list[Expression]]:
    """Where the body reads each of the lists."""
    found: dict[str, list[Expression]] = {}
    for statement in statements(body) if lists else ():
        given = [target for target, _ in targets(statement)]
        for one in _all(gathered(statement)):  # as it is now: in a copy lists have been put there
            name = one.name if isinstance(one, NameExpr) else list_at(one, dicts)
            if name in lists and name is not None and one not in given:
                found.setdefault(name, []).append(one)
    return found


def _item(type_: Type | None) -> Type | None:
    """What is in a list of this type; None where that is not known."""
    members = [] if type_ is None else [get_proper_type(one) for one in flatten_nested_unions([type_])]
    held: list[Type] = []
    for one in members:
        if isinstance(one, TupleType):
            held += one.items
        elif isinstance(one, Instance) and one.type.fullname == names.LIST:
            held += one.args
        else:
            return None
    return make_simplified_union(held)


def _all(parts: list[Expression]) -> Iterator[Expression]:
    """The expressions of a statement, and those that mypy looks at in their place in a `reveal_type(…)`."""
    for part in parts:
        yield part
        if isinstance(part, CallExpr) and isinstance(part.analyzed, RevealExpr) and part.analyzed.expr is not None:
            yield from expressions(part.analyzed.expr)


def tell_contents(checker: object, place: Expression | None) -> None:
    """Tell mypy what a list holds that the body declares to be of tensors, when it first comes to fill it.

    It is all that the body ever puts into it: so it is that in the branches around, too.
    """
    if not isinstance(checker, TypeChecker) or not isinstance(place, NameExpr) or not is_begun_open(checker, place):
        return
    known = get_proper_type(checker.lookup_type_or_none(place))
    if isinstance(known, Instance) and not says_something(known) and (item := _put_into(checker, place, place.name)):
        whole = known.copy_modified(args=[item])
        change_around(checker, place, lambda _: whole)
        put_in_branch(checker, 0, place, whole)


def as_told(checker: TypeChecker, place: Expression | None) -> Type | None:
    """The type of such a list, of which mypy may have been told more since it has read it."""
    return narrowed(checker, place) if isinstance(place, NameExpr) and is_begun_open(checker, place) else None


def list_in_dict(checker: TypeChecker, ctx: MethodContext) -> Type | None:
    """The type of a list in one of the body's own dicts, `found["a"]`, with what the body puts into it."""
    known, read = get_proper_type(ctx.default_return_type), ctx.context
    name = list_at(read, own_dicts(current_body(checker))) if isinstance(read, IndexExpr) else None
    if name is None or not isinstance(read, IndexExpr) or not isinstance(read.base, NameExpr) or says_something(known):
        return None
    item = _put_into(checker, read.base, name) if isinstance(known, Instance | AnyType) else None
    return None if item is None else checker.named_generic_type(names.LIST, [item])


def _put_into(checker: TypeChecker, place: NameExpr, name: str) -> Type | None:
    """What the body at hand puts into the list of this name, of which, or of whose dict, the place is the variable."""
    function = None if is_trial(checker) else function_here(checker)
    signature = None if function is None else type_of(checker, function)
    if function is None or signature is None or touches(checker, place):
        return None
    from dtensortypes.mypy_plugin.bodies.remembered import remembered  # reads bodies, and asks here

    item = remembered(checker, function, signature).contents.get(name)
    members = [] if item is None else [get_proper_type(one) for one in flatten_nested_unions([item])]
    return item if any(map(says_something, members)) and all(is_a(one, names.TENSOR) for one in members) else None


def is_begun_open(checker: object, place: Expression | None) -> bool:
    """Whether it is such a list, or a dict of such lists, of which we tell mypy more than the program declares."""
    if not isinstance(checker, TypeChecker) or not isinstance(place, NameExpr):
        return False
    body = current_body(checker)
    return place.name in own_dicts(body) or any(one.node is place.node for one in begun_empty(body))


def item_here(checker: TypeChecker, read: IndexExpr) -> Type | None:
    """The tensor that `xs[1]` is, where it is known item by item what is in the list."""
    key = integer(read.index)
    held = list_here(checker, read.base) if key is not None else None
    wholes = [] if held is None else [get_proper_type(one) for one in flatten_nested_unions([held])]
    items: list[Type] = []
    for one in wholes:
        if not isinstance(one, TupleType) or any(isinstance(item, UnpackType) for item in one.items):
            return None
        items += one.items[key:][:1]
    is_told = len(items) == len(wholes) > 0 and all(is_a(get_proper_type(one), names.TENSOR) for one in items)
    return make_simplified_union(items) if is_told and any(map(says_something, items)) else None


def list_here(checker: TypeChecker, expression: Expression) -> Type | None:
    """What is in the list, item by item, or what may be; None where that is not known."""
    if not isinstance(expression, NameExpr) or expression.kind not in {LDEF, GDEF} or is_trial(checker):
        return None
    if expression.name not in own_lists(current_body(checker)) or touches(checker, expression):
        return None
    function = function_here(checker)
    from dtensortypes.mypy_plugin.bodies.remembered import (  # which read bodies, and ask here what is in them
        foreseen,
        remembered,
    )

    signature = None if function is None else type_of(checker, function)
    if function is None or signature is None or expression.name not in foreseen(checker, function, signature).lists:
        return None
    held = remembered(checker, function, signature).lists.get((expression.line, expression.column))
    members = [] if held is None else flatten_nested_unions([held])
    return held if members and all(isinstance(get_proper_type(one), TupleType) for one in members) else None
