"""Dicts in the lists and dicts of objects, `self.state[name]["step"] = 1`: what a file may change in them; by the text.

Who has one of the lists or dicts themselves under another name is asked elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ConditionalExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    GeneratorExpr,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    ReturnStmt,
    StarExpr,
    Statement,
    StrExpr,
    TupleExpr,
    TypeInfo,
    YieldExpr,
)

from dtensortypes.mypy_plugin.changes.alike import plain_name
from dtensortypes.mypy_plugin.changes.callees import is_operation
from dtensortypes.mypy_plugin.changes.casts import is_of_tensors
from dtensortypes.mypy_plugin.changes.filling import filled_by, filled_through_class
from dtensortypes.mypy_plugin.changes.handed import only_reads
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import bodies, functions, singles, statements, targets

_STORING: Final = frozenset({dict.update.__name__, dict.setdefault.__name__, dict.__setitem__.__name__})
_NEW: Final = (ListExpr, DictExpr, ListComprehension, DictionaryComprehension)
Taken = Mapping[str, frozenset[str]]
"""The variables that may stand for something in the list or dict of an attribute, with the names of those."""


@once_per_tree
def keys_stored(tree: MypyFile) -> frozenset[str] | None:
    """The keys under which the file may store something in such a dict; None where it may be any key."""
    every = [statement for body in bodies(tree.defs) for statement in statements(body)]
    giving = [one for one in every if not isinstance(one, OperatorAssignmentStmt)]
    given = [(_word(target), value) for one in giving for target, value in targets(one)]
    own = {word for word, value in given if value is not None and _is_none_of_them(value)}
    own -= {word for word, value in given if value is None or not _is_none_of_them(value)}
    own -= {parameter.variable.name for function in functions(tree) for parameter in function.arguments}
    found = {key for one in every for place, key in _stored(one) if _word(place) not in own}
    return None if None in found else frozenset(key for key in found if key is not None)


def _stored(statement: Statement) -> Iterator[tuple[Expression, str | None]]:
    """The places in whose dicts the statement stores something, with the key where it is written out."""
    for target, _ in targets(statement):
        match target:
            case IndexExpr(index=TupleExpr()):
                pass  # of a tensor
            case IndexExpr(base=base, index=index):
                yield base, index.value if isinstance(index, StrExpr) else None
            case _ if isinstance(statement, OperatorAssignmentStmt) and statement.op == "|":
                yield target, None
    for part in expressions(statement):
        if isinstance(part, MemberExpr) and part.name in _STORING:
            yield part.expr, None
        elif (given := filled_through_class(part)) is not None:
            yield given, None


def _is_none_of_them(value: Expression) -> bool:
    """Whether it is a new list or dict, what an operation gives, or an object of a class."""
    callee = value.callee if isinstance(value, CallExpr) else None
    is_object = isinstance(callee, RefExpr) and isinstance(callee.node, TypeInfo)
    return isinstance(value, _NEW) or is_object or (callee is not None and is_operation(callee))


def _word(place: Expression) -> str:
    """The name of a variable, or that of an attribute behind a dot; empty for other places."""
    return f".{place.name}" if isinstance(place, MemberExpr) else plain_name(place)


@once_per_tree
def handed_from(tree: MypyFile) -> frozenset[str]:
    """The names of the attributes of whose lists or dicts the file gives an item to who may store to it, or keep it."""
    methods = frozenset(function.name for function in functions(tree) if function.info)
    found: frozenset[str] = frozenset()
    for body in bodies(tree.defs):
        taken = _taken(body)
        every = (place for one in statements(body) for place in _handed(one, methods))
        found = found.union(*(_from(place, taken) for place in every))
    return found


@once_per_tree
def filled_from(tree: MypyFile) -> frozenset[str]:
    """The names of the attributes of whose lists or dicts the file fills an item by another name, or gives it back."""
    found: frozenset[str] = frozenset()
    for body in bodies(tree.defs):
        taken = _taken(body)
        for statement in statements(body):
            places = [place for place in filled_by(statement) if isinstance(place, NameExpr)]
            given = [statement.expr] if isinstance(statement, ReturnStmt) and statement.expr is not None else []
            every = [part for one in given for part in _kept(one) if not isinstance(part, MemberExpr)]
            yields = [one.expr for one in expressions(statement) if isinstance(one, YieldExpr) and one.expr is not None]
            found = found.union(*(_from(one, taken) for one in (*places, *every, *yields)))
    return found


def _handed(statement: Statement, methods: frozenset[str]) -> Iterator[Expression]:
    if isinstance(statement, AssignmentStmt) and any(isinstance(t, IndexExpr | MemberExpr) for t in statement.lvalues):
        yield from _kept(statement.rvalue)
    for call in expressions(statement):
        if isinstance(call, CallExpr) and not _is_of_tensor(call.callee, methods):
            given = (one for place, one in enumerate(call.args) if not only_reads(call, place))
            yield from (part for one in given for part in _kept(one))


def _is_of_tensor(callee: Expression, methods: frozenset[str]) -> bool:
    is_named_so = isinstance(callee, MemberExpr) and is_of_tensors(callee.name) and callee.name not in methods
    return is_named_so and isinstance(callee, MemberExpr) and not is_self(callee.expr)


def _kept(value: Expression) -> Iterator[Expression]:
    """What is in the value as it is, whether it is the value itself or in what is written out there."""
    match value:
        case TupleExpr(items=items) | ListExpr(items=items):
            yield from (part for item in items for part in _kept(item))
        case DictExpr(items=pairs):
            yield from (part for _, item in pairs for part in _kept(item))
        case ConditionalExpr(if_expr=one, else_expr=other) | OpExpr(left=one, right=other, op="or" | "and"):
            yield from (*_kept(one), *_kept(other))
        case _:
            yield value


@once_per_tree
def _taken(body: list[Statement]) -> Taken:
    found: dict[str, frozenset[str]] = {}
    for _ in range(2):  # `last = self.outputs[-1]; kept = last`
        for name, source in _giving(body):
            found[name] = found.get(name, frozenset()) | _from(source, found)
    return found


def _giving(body: list[Statement]) -> Iterator[tuple[str, Expression]]:
    """The variables of the body, each with what it is given or goes through."""
    for statement in statements(body):
        loop = statement.expr if isinstance(statement, ForStmt) else None
        for target, value in targets(statement):
            source = loop or value or (statement.rvalue if isinstance(statement, AssignmentStmt) else None)
            yield from ((plain_name(target), part) for part in (_kept(source) if source is not None else ()))
        for part in expressions(statement):
            if isinstance(part, GeneratorExpr | DictionaryComprehension):
                pairs = zip(part.indices, part.sequences, strict=True)
                yield from ((plain_name(one), source) for index, source in pairs for one in singles(index))


def _from(place: Expression, taken: Taken) -> frozenset[str]:
    """The names of the attributes in whose lists or dicts the value may be."""
    match place:
        case IndexExpr(base=NameExpr() | CallExpr() as base, index=index) if not isinstance(index, StrExpr):
            return _from(base, taken)
        case StarExpr(expr=whole):
            return _from(whole, taken)
        case NameExpr(name=name):
            return taken.get(name, frozenset())
        case IndexExpr(base=MemberExpr(name=name)) | MemberExpr(name=name):
            return frozenset({name})
        case CallExpr(callee=callee) if not is_operation(callee):
            return frozenset(part.name for part in expressions(place) if isinstance(part, MemberExpr))
        case ListComprehension(generator=GeneratorExpr(left_expr=value)) | GeneratorExpr(left_expr=value):
            return _from(value, taken)
    return frozenset()
