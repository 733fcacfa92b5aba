"""NamedTuples of the program: a field that is declared as a plain tensor is the one that the object is made of.

They can't be changed, so that what is known of their items stands in their type, through branches and second names.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeGuard

from mypy.checker import TypeChecker
from mypy.nodes import ARG_STAR, CallExpr, Expression, NameExpr, RefExpr, Statement, TypeInfo
from mypy.plugin import MethodContext
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.mypy_plugin.bodies.given import valued
from dtensortypes.mypy_plugin.bodies.spread import one_by_one
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.expressions import expressions, gathered
from dtensortypes.mypy_plugin.text.order import is_later
from dtensortypes.mypy_plugin.text.scope import current_body, statements
from dtensortypes.mypy_plugin.types.compare import has_tensor, says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.rewriting import forgotten
from dtensortypes.mypy_plugin.types.types_of import Types, any_item

REPLACING: Final = "_replace"
"""The method that makes another tuple, in which some fields are others."""
_CONTAINERS: Final = frozenset({"builtins.list", "builtins.dict"})


def is_named(type_: TupleType) -> bool:
    """Whether it is a NamedTuple of the program."""
    return bool(_fields(type_))


def made(checker: TypeChecker, call: CallExpr, type_: TupleType) -> TupleType:
    """The type of the NamedTuple that the call of its class makes."""
    if not isinstance(call.callee, RefExpr) or not isinstance(call.callee.node, TypeInfo):
        return type_
    return _of_columns(checker, call, type_) or _filled(checker, call, type_)


def _of_columns(checker: TypeChecker, call: CallExpr, type_: TupleType) -> TupleType | None:
    """The type of `Step(*zip(*steps))`: each field holds what all rows have there, whatever it declares of one.

    None where the call makes no columns; what else is made of them is not known.
    """
    spread = call.args[0] if call.arg_kinds == [ARG_STAR] else None
    zips = [one for one in gathered(spread) if _is_of_rows(one)] if spread is not None else []
    if not zips:
        return None
    rows, count = get_proper_type(checker.lookup_type_or_none(zips[0].args[0])), len(type_.items)
    row = get_proper_type(rows.args[0]) if isinstance(rows, Instance) and len(rows.args) == 1 else None
    held = row.items if isinstance(row, TupleType) and len(row.items) == count else [any_item()] * count
    types = Types(checker.modules)
    columns: list[Type] = [types.instance(names.TUPLE, item) if spread is zips[0] else any_item() for item in held]
    return type_.copy_modified(items=columns)


def replaced(ctx: MethodContext, otherwise: Callable[[MethodContext], Type]) -> Type:
    """The type of `batch._replace(x=y)`."""
    whole, call, checker = get_proper_type(otherwise(ctx)), ctx.context, ctx.api
    if not isinstance(whole, TupleType) or not isinstance(call, CallExpr) or not isinstance(checker, TypeChecker):
        return whole
    words = [word for word in call.arg_names if word in _fields(whole)]
    if len(words) < len(call.args):
        return whole.accept(forgotten())
    items = [type_.accept(forgotten()) if n in words else type_ for n, type_ in _named(whole)]
    return _filled(checker, call, whole.copy_modified(items=items))


def field(owner: TupleType, name: str, declared: Type) -> Type:
    """The type of the field of this name in the tuple."""
    found = get_proper_type(dict(_named(owner)).get(name))
    if found is None:
        return declared
    is_column = isinstance(found, AnyType) or is_a(found, names.TUPLE)
    return found if is_column or has_tensor(found) else declared


def _filled(checker: TypeChecker, call: CallExpr, type_: TupleType) -> TupleType:
    fields, passed = _fields(type_), one_by_one(call, partial(_given, checker, call))
    if passed is None or len(fields) != len(type_.items) or len(passed.types) > len(fields):
        return type_
    words = enumerate(zip(passed.words, passed.types, strict=True))
    given = {word or fields[place]: value for place, (word, value) in words}
    return type_.copy_modified(items=[_completed(item, given.get(n)) for n, item in _named(type_)])


def _given(checker: TypeChecker, call: CallExpr, expression: Expression) -> Type:
    """The type of what a field is given; nothing is known of what is in a list or dict that has another name here."""
    type_ = valued(checker, expression)
    if not isinstance(expression, NameExpr) or not _is_container(get_proper_type(type_)):
        return type_
    return type_ if _is_last(current_body(checker), call, expression) else type_.accept(forgotten())


def _is_last(body: list[Statement], call: CallExpr, name: NameExpr) -> bool:
    """Whether the body does not come back to the variable after the call."""
    every = (one for statement in statements(body) for one in expressions(statement))
    here = set(map(id, expressions(call)))
    others = [o for o in every if isinstance(o, NameExpr) and o.node is name.node and id(o) not in here]
    return all(is_later(body, call, one) for one in others)


def _is_container(type_: ProperType) -> TypeGuard[Instance]:
    return isinstance(type_, Instance) and type_.type.fullname in _CONTAINERS


def _completed(declared: Type, given: Type | None) -> Type:
    """What is declared of a field, of a tensor of which that says nothing what it is given; it may stay `None`."""
    found, members = get_proper_type(given), flatten_nested_unions([declared])
    if _is_container(whole := get_proper_type(declared)) and found is not None:
        is_open = has_tensor(whole) and not says_something(whole)
        return found if is_open and _is_container(found) and is_subtype(found, whole) else declared
    if found is not None and isinstance(get_proper_type(declared), AnyType):
        return found if is_a(found, names.TENSOR) else declared
    tensors = [member for member in members if is_a(get_proper_type(member), names.TENSOR)]
    if found is None or len(tensors) != 1 or says_something(tensors[0]) or isinstance(found, AnyType | NoneType):
        return declared
    if any(not is_a(get_proper_type(member), names.TENSOR) for member in flatten_nested_unions([found])):
        return declared
    return UnionType.make_union([found, *(member for member in members if member is not tensors[0])])


def _is_of_rows(part: Expression) -> TypeGuard[CallExpr]:
    """Whether it is `zip(*rows)`."""
    match part:
        case CallExpr(callee=RefExpr(fullname="builtins.zip"), arg_kinds=[kind]):
            return kind is ARG_STAR
    return False


def _named(type_: TupleType) -> list[tuple[str, Type]]:
    return list(zip(_fields(type_), type_.items, strict=False))


def _fields(type_: TupleType) -> list[str]:
    """The names of the fields in their order."""
    for base in type_.partial_fallback.type.mro:
        if "namedtuple" in base.metadata:
            return list(base.metadata["namedtuple"]["fields"])
    return []
