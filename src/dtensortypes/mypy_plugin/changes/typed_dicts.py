"""Typed dicts whose entries a file gives other values: `batch["image"] = batch["image"].cuda()`.

Mypy asks nobody when an entry is stored to: it holds the new value to what is known of the old one, and goes on with
that. So where a file stores under one of its keys nothing is known of a typed dict but what its class declares; what
mypy sees of a store it knows by itself, then.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    Statement,
    StrExpr,
)
from mypy.types import (
    CallableType,
    Instance,
    Overloaded,
    TupleType,
    Type,
    TypeAliasType,
    TypedDictType,
    UnionType,
    get_proper_type,
)

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import bodies, single_names, statements, targets
from dtensortypes.mypy_plugin.types.rewriting import Rewriting, unknown

_ANY: Final = None
"""What stands for a key that is not written out."""
_TAKING: Final = frozenset({dict.pop.__name__, dict.setdefault.__name__})
_NUMBERING: Final = frozenset({range.__name__, enumerate.__name__})
Kept = TypeVar("Kept", bound=Type)


def kept(tree: MypyFile, type_: Kept) -> Kept:
    """The type, of whose typed dicts that is known which stays so in the file."""
    stored = _stored(tree)
    if not stored or not _holds_one(type_):
        return type_  # as of nearly all types
    return type_.accept(_Declared(stored))  # type: ignore[return-value]


def _holds_one(type_: Type) -> bool:
    if isinstance(type_, TypeAliasType) and type_.is_recursive:
        return False
    match get_proper_type(type_):
        case TypedDictType():
            return True
        case Instance(args=inner) if inner:
            pass
        case UnionType(items=inner) | TupleType(items=inner):
            pass
        case CallableType(arg_types=taken, ret_type=result):
            inner = (*taken, result)
        case Overloaded(items=inner):
            pass
        case _:
            return False
    return any(map(_holds_one, inner))


class _Declared(Rewriting):
    def __init__(self, stored: frozenset[str | None]) -> None:
        super().__init__()
        self.stored = stored

    def visit_typeddict_type(self, t: TypedDictType, /) -> Type:
        if _ANY not in self.stored and self.stored.isdisjoint(t.items):
            return super().visit_typeddict_type(t)
        declared = t.fallback.type.typeddict_type
        is_same = declared is not None and declared.items.keys() == t.items.keys()
        return declared if declared is not None and is_same else t.accept(unknown())


@once_per_tree
def _stored(tree: MypyFile) -> frozenset[str | None]:
    """The keys under which the file stores, or of which it takes the entries."""
    return frozenset(key for body in bodies(tree.defs) for key in _stored_in(statements(body)))


def _stored_in(body: list[Statement]) -> Iterator[str | None]:
    loops = [one for one in body if isinstance(one, ForStmt) and not _counts(one.expr)]
    keys = {name for loop in loops for name in single_names(loop.index)}
    plain = _plain_dicts(body)
    for statement in body:
        for place, _ in targets(statement):
            match place:
                case IndexExpr(base=NameExpr(name=own)) if own in plain:
                    pass
                case IndexExpr(index=StrExpr(value=key)):
                    yield key
                case IndexExpr(index=NameExpr(name=name)) if name in keys:
                    yield _ANY
        if isinstance(statement, OperatorAssignmentStmt) and statement.op == "|":
            yield from _written(statement.rvalue)
        for part in expressions(statement):
            if isinstance(part, CallExpr) and isinstance(part.callee, MemberExpr):
                yield from _by_method(part, part.callee.name)


def _plain_dicts(body: list[Statement]) -> set[str]:
    """The variables to which the body gives dicts that it writes out, and declares nothing of them."""
    dicts, others = set[str](), set[str]()
    for statement in body:
        for target, value in targets(statement):
            if isinstance(target, NameExpr):
                is_open = isinstance(statement, AssignmentStmt) and statement.unanalyzed_type is None
                is_dict = is_open and isinstance(value, DictExpr | DictionaryComprehension)
                (dicts if is_dict else others).add(target.name)
    return dicts - others


def _counts(whole: Expression) -> bool:
    return isinstance(whole, CallExpr) and isinstance(whole.callee, NameExpr) and whole.callee.name in _NUMBERING


def _by_method(call: CallExpr, method: str) -> Iterator[str | None]:
    first = call.args[0] if call.args else None
    if method in _TAKING and isinstance(first, StrExpr):
        yield first.value
    if method == dict.update.__name__:
        yield from (name for name in call.arg_names if name is not None)
        yield from _written(first) if isinstance(first, DictExpr) else [_ANY] if isinstance(first, NameExpr) else []


def _written(whole: Expression) -> Iterator[str | None]:
    for key, _ in whole.items if isinstance(whole, DictExpr) else []:
        yield key.value if isinstance(key, StrExpr) else _ANY
