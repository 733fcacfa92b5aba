"""What `nn.ModuleList` and its kin are made with: lists, dicts and pairs, one by one where these are written out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    CallExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    GeneratorExpr,
    ListComprehension,
    ListExpr,
    NameExpr,
    RefExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
)
from mypy.types import Instance, TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin.bodies.displays import as_read, listed
from dtensortypes.mypy_plugin.changes.changing import is_changed
from dtensortypes.mypy_plugin.text.expressions import as_display
from dtensortypes.mypy_plugin.types.contents import ANY, Items, is_part
from dtensortypes.mypy_plugin.types.types_of import anything

_PAIR: Final = 2
_OF_PAIRS: Final = frozenset({"collections.OrderedDict", "builtins.dict"})


def written(checker: TypeChecker, expression: Expression, type_: Type) -> Items | None:
    """The items of a list or dict, one by one where it is written in place; None where they are not known."""
    pairs: Iterable[tuple[str, Expression]] | None = None
    match as_display(_in_order(expression)):
        case ListExpr(items=items) if each_pair := _pairs(items):
            pairs = each_pair
        case ListExpr(items=items) | TupleExpr(items=items) if not any(isinstance(item, StarExpr) for item in items):
            pairs = ((str(i), item) for i, item in enumerate(items))
        case DictExpr(items=entries) if all(isinstance(key, StrExpr) for key, _ in entries):
            pairs = ((key.value, value) for key, value in entries if isinstance(key, StrExpr))
        case ListComprehension(generator=GeneratorExpr(left_expr=item)) if isinstance(item, TupleExpr):
            pairs = [(ANY, item.items[1])] if len(item.items) == _PAIR else None
        case ListComprehension(generator=GeneratorExpr(left_expr=item)) | GeneratorExpr(left_expr=item):
            pairs = [(ANY, item)]  # its type as a whole is what the container asks for
        case DictionaryComprehension(value=item):
            pairs = [(ANY, item)]
    if pairs is not None:
        found = {key: checker.lookup_type_or_none(value) or anything() for key, value in pairs}
        return found if all(map(is_part, found.values())) else None
    whole = get_proper_type(type_)
    if isinstance(whole, TupleType):
        of_tuple = {str(i): item for i, item in enumerate(whole.items)}
        return of_tuple if all(map(is_part, of_tuple.values())) else None
    held = listed(as_read(checker, whole)) if isinstance(expression, NameExpr) else None
    if isinstance(expression, NameExpr) and held and all(map(is_part, held)) and not is_changed(checker, expression):
        return {str(i): item for i, item in enumerate(held)}  # more than what is declared of such a list
    if not isinstance(whole, Instance) or not whole.args or not is_part(whole.args[-1]):
        return None
    return {ANY: whole.args[-1]}


def _in_order(expression: Expression) -> Expression:
    """The pairs of `OrderedDict([("a", layer)])`, and what else a container of modules is made of, as it is."""
    match expression:
        case CallExpr(callee=RefExpr(fullname=name), args=[one], arg_kinds=[kind]) if kind is ARG_POS:
            return one if name in _OF_PAIRS else expression
    return expression


def _pairs(items: list[Expression]) -> list[tuple[str, Expression]]:
    """The pairs; none where one of the items is anything else."""
    found = [pair for item in items if (pair := _pair(item)) is not None]
    return found if len(found) == len(items) else []


def _pair(item: Expression) -> tuple[str, Expression] | None:
    """The `("a", layer)`, or `["a", layer]`, of which a dict of modules is made."""
    match item:
        case TupleExpr(items=[StrExpr(value=key), value]) | ListExpr(items=[StrExpr(value=key), value]):
            return key, value
    return None
