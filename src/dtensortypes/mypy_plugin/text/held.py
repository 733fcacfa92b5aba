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
    ForStmt,
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
    TupleExpr,
    TypeInfo,
)

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import bodies, functions, statements, targets

_PAIRING: Final = (enumerate.__name__, dict.items.__name__)
"""What gives pairs of which the second is the item."""
_GIVING: Final = ("", reversed.__name__, dict.values.__name__)
"""What gives the items themselves; a list does without a call."""


class Held(NamedTuple):
    """The attributes that hold new modules in a list or dict, which the file only fills in constructors and calls."""

    every: frozenset[str] = frozenset()
    written: frozenset[str] = frozenset()
    """Those that are written out, and never filled: of them it is known by the class what they hold."""


@once_per_tree
def held(tree: MypyFile) -> Held:
    """The attributes of the file's objects that are such lists and dicts."""
    made: Counter[str] = Counter()
    filled: Counter[str] = Counter()
    fillings: set[int] = set()
    for function in functions(tree):
        if function.name != "__init__":
            continue
        every = statements(function.body.body)
        made.update({place.name for statement in every for place, _ in made_in(statement)})
        for statement in every:
            for place in _filled(statement):
                filled[place.name] += isinstance(statement, OperatorAssignmentStmt)
                fillings.add(id(place))
    if not made:
        return Held()
    found = frozenset(made) - _used_otherwise(tree, made, filled, fillings)
    return Held(found, found - frozenset(filled))


def made_in(statement: Statement) -> Iterator[tuple[MemberExpr, Expression]]:
    """The attribute that the statement makes a list or dict of new modules, or an empty one, and what it gives it."""
    for target, value in targets(statement):
        if isinstance(target, MemberExpr) and is_self(target.expr) and value is not None and _is_of_new(value):
            yield target, value


def keeps_modules(body: list[Statement]) -> bool:
    """Whether the constructor puts new modules into a list or dict that is an attribute, or makes it of them."""
    every = statements(body)
    return any(True for one in every for _ in _filled(one)) or any(
        not isinstance(value, ListExpr | DictExpr) or bool(value.items) for one in every for _, value in made_in(one)
    )


def _filled(statement: Statement) -> Iterator[MemberExpr]:
    """The attribute into which the statement puts new modules."""
    match statement:
        case ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=MemberExpr() as place, name=method), args=[value])):
            is_one, are_several = method == list.append.__name__, method == list.extend.__name__
        case OperatorAssignmentStmt(op="+", lvalue=MemberExpr() as place, rvalue=value):
            is_one, are_several = False, True
        case AssignmentStmt(lvalues=[IndexExpr(base=MemberExpr() as place)], rvalue=value):
            is_one, are_several = True, False
        case _:
            return
    if is_self(place.expr) and ((is_one and _is_new(value)) or (are_several and _is_of_new(value))):
        yield place


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


def _used_otherwise(tree: MypyFile, made: Counter[str], filled: Counter[str], fillings: set[int]) -> frozenset[str]:
    """The attributes with which the file does something else than fill them and call what is in them."""
    found: set[str] = set()
    for body in bodies(tree.defs):
        every = [e for statement in statements(body) for e in expressions(statement)]
        places = [e for e in every if isinstance(e, MemberExpr) and e.name in made]
        if places:
            called = _called(body, every) | fillings
            found.update(place.name for place in places if id(place) not in called)
    given = [target for body in bodies(tree.defs) for statement in statements(body) for target, _ in targets(statement)]
    times = Counter(target.name for target in given if isinstance(target, MemberExpr))
    return frozenset(found | {name for name, count in made.items() if times[name] - filled[name] > count})


def _called(body: list[Statement], every: list[Expression]) -> set[int]:
    """The identities of the places in the body of which the items are called, counted or made, and nothing else."""
    found = {id(target) for statement in statements(body) for target, value in targets(statement) if value is not None}
    loops: list[tuple[Expression, Expression]] = []
    loops += [(loop.index, loop.expr) for loop in statements(body) if isinstance(loop, ForStmt)]
    for expression in every:
        match expression:
            case CallExpr(callee=IndexExpr(base=MemberExpr() as place)):
                found.add(id(place))
            case CallExpr(callee=NameExpr(name="len"), args=[MemberExpr() as place]):
                found.add(id(place))
            case GeneratorExpr(indices=indices, sequences=sequences):
                loops += zip(indices, sequences, strict=True)
    callees: set[int] = {id(e.callee) for e in every if isinstance(e, CallExpr)}
    items = [_item(index, sequence) for index, sequence in loops]
    callees |= {id(item) for item, _ in items}
    for item, held_in in items:
        uses = [e for e in every if isinstance(e, NameExpr) and item is not None and e.name == item.name]
        if held_in is not None and all(id(use) in callees for use in uses):
            found.add(id(held_in))
    return found


def _item(index: Expression, sequence: Expression) -> tuple[NameExpr | None, MemberExpr | None]:
    """The variable of a loop that stands for an item, and the attribute that the items are in."""
    match sequence:
        case MemberExpr() as place:
            word = ""
        case CallExpr(callee=NameExpr(name=word), args=[MemberExpr() as place]):
            pass
        case CallExpr(callee=MemberExpr(expr=MemberExpr() as place, name=word), args=[]):
            pass
        case _:
            return None, None
    match index:
        case TupleExpr(items=[_, NameExpr() as item]) if word in _PAIRING:
            return item, place
        case NameExpr() as item if word in _GIVING:
            return item, place
    return None, None
