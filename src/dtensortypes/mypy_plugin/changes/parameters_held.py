"""Variables that hold parameters of modules, `w = layer.weight`: they are cast and moved as their module is.

A module keeps its parameters, and puts other data into them; a buffer it makes anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Context,
    DictExpr,
    DictionaryComprehension,
    Expression,
    GeneratorExpr,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    SetExpr,
    StarExpr,
    Statement,
    TupleExpr,
)
from mypy.types import Type, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.scope import current_body, statements, targets
from dtensortypes.mypy_plugin.types.compare import has_tensor
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.retype import forget_all, retype_parts
from dtensortypes.mypy_plugin.types.rewriting import forgotten


def forget_held(checker: TypeChecker, change: Context) -> None:
    """A module is cast or moved: from here on nothing is known of what may be one of its parameters."""
    found: list[NameExpr] = []
    for place, value in _given(current_body(checker)):
        if place.line < change.line and any(_is_parameter(checker, one, found) for one in _held(value)):
            found.append(place)
    forget_all(checker, found)


def forget_parts(checker: TypeChecker, change: Context, place: Expression | None) -> None:
    """The module may be cast or moved: so is what has been put into `net.head`, and what came out of it."""
    forget_held(checker, change)
    if isinstance(place, NameExpr | MemberExpr):
        retype_parts(checker, place, lambda type_: type_.accept(forgotten()))


@once_per_tree
def _given(body: list[Statement]) -> list[tuple[NameExpr, Expression]]:
    """The variables, each with a value in which something may be held as it is."""
    pairs = (pair for statement in statements(body) for pair in targets(statement))
    return [(to, value) for to, value in pairs if isinstance(to, NameExpr) and value and any(_held(value))]


def _held(value: Expression) -> Iterator[MemberExpr | CallExpr | NameExpr]:
    """What a value is, or has in it as it is: an attribute, what a method gives, or a variable."""
    match value:
        case MemberExpr() | NameExpr() | CallExpr(callee=MemberExpr()):
            yield value
        case TupleExpr(items=items) | ListExpr(items=items) | SetExpr(items=items):
            yield from (one for item in items for one in _held(item))
        case DictExpr(items=pairs):
            yield from (one for _, item in pairs for one in _held(item))
        case ConditionalExpr(if_expr=first, else_expr=other):
            yield from (*_held(first), *_held(other))
        case ListComprehension(generator=GeneratorExpr(left_expr=item, sequences=several)):
            yield from (one for part in (item, *several) for one in _held(part))
        case DictionaryComprehension(value=item, sequences=several):
            yield from (one for part in (item, *several) for one in _held(part))
        case CallExpr(callee=RefExpr(fullname=name), args=args) if name.startswith("builtins."):
            yield from (one for item in args for one in _held(item))
        case IndexExpr(base=inner) | StarExpr(expr=inner):
            yield from _held(inner)


def _is_parameter(checker: TypeChecker, one: MemberExpr | CallExpr | NameExpr, found: list[NameExpr]) -> bool:
    match one:
        case NameExpr(node=variable):
            return any(known.node is variable for known in found)
        case CallExpr(callee=MemberExpr(expr=owner, name=name)):
            return name in names.GIVING_PARAMETERS and _is_module(checker.lookup_type_or_none(owner))
        case MemberExpr(expr=owner):
            type_ = checker.lookup_type_or_none(one)
            return type_ is not None and has_tensor(type_) and _is_module(checker.lookup_type_or_none(owner))
    return False


def _is_module(type_: Type | None) -> bool:
    proper = get_proper_type(type_)
    return proper is not None and is_a(proper, names.MODULE)
