"""Which variables and attributes may be one object: what the text gives the one of the other.

A word stands for each: a variable for its name, an attribute for `.name`, what a function gives for `name()`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    AwaitExpr,
    CallExpr,
    CastExpr,
    ConditionalExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    GeneratorExpr,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MatchStmt,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    RevealExpr,
    SetExpr,
    StarExpr,
    Statement,
    TupleExpr,
    TypeInfo,
    WithStmt,
)

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.changes import owners
from dtensortypes.mypy_plugin.changes.filling import FILLING, filled_by
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.loops import apart
from dtensortypes.mypy_plugin.text.scope import singles, statements, targets

Words = frozenset[str]
_NOTHING: Final[Words] = frozenset()
_CONTAINERS: Final = (list, dict, set, tuple)
_PACKAGES: Final = ("torch.", "torch.nn.functional.")
_TENSOR: Final = "torch.Tensor."


def words(expression: Expression | None) -> Words:
    """What the value of the expression may be, or hold; nothing of one that is new."""
    match expression:
        case NameExpr(name=name):
            return frozenset({name}) if name != owners.OWN else _NOTHING
        case MemberExpr(expr=owner, name=name):
            is_own = isinstance(owner, NameExpr) and owner.name == owners.OWN  # `self.data` is what was put there
            return _NOTHING if gives_new(name) and not is_own else frozenset({f".{name}"})
        case CallExpr():
            return _of_call(expression)
        case IndexExpr(base=inner) | StarExpr(expr=inner) | AwaitExpr(expr=inner) | CastExpr(expr=inner):
            return words(inner)
        case RevealExpr(expr=inner) | ListComprehension(generator=inner):
            return words(inner)
        case OpExpr(left=left, right=right, op="and" | "or" | "+" | "*"):
            return words(left) | words(right)  # `[x] + ys` holds what both hold
        case ConditionalExpr(if_expr=left, else_expr=right) | AssignmentExpr(target=left, value=right):
            return words(left) | words(right)
        case TupleExpr(items=items) | ListExpr(items=items) | SetExpr(items=items):
            return _all(items)
        case DictExpr(items=pairs):
            return _all(value for _, value in pairs)
        case GeneratorExpr(left_expr=inner, sequences=sequences):
            return words(inner) | _all(sequences)
        case DictionaryComprehension(value=inner, sequences=sequences):
            return words(inner) | _all(sequences)
    return _NOTHING


def _all(several: Iterable[Expression | None]) -> Words:
    return frozenset().union(*map(words, several))


def _of_call(call: CallExpr) -> Words:
    callee = call.callee
    if isinstance(callee, RefExpr) and callee.fullname.startswith(names.EINOPS):
        return _all(call.args)  # it keeps nothing from one call to the next, as a function of the program may
    if isinstance(callee, RefExpr) and isinstance(callee.node, TypeInfo) and not _may_give_old(callee.node):
        return _all(call.args)  # a new object for each call
    if not isinstance(callee, MemberExpr):
        return _all(call.args) | (frozenset({f"{callee.name}()"}) if isinstance(callee, NameExpr) else _NOTHING)
    if gives_new(callee.name) or (is_torchs(callee) and not ops.may_be_self(callee.name)):
        return _NOTHING
    owner = _NOTHING if owners.root(callee) in names.PACKAGES else words(callee.expr)
    given = _NOTHING if _is_tensors(callee.name) and not callee.name.endswith("_") else _all(call.args)
    return given | owner | {f"{callee.name}()"}


def _may_give_old(cls: TypeInfo) -> bool:
    """Whether the class decides itself which object a call gives."""
    symbol = cls.get("__new__")
    return cls.metaclass_type is not None or (symbol is not None and names.is_users(symbol.fullname or ""))


def gives_new(method: str) -> bool:
    """Whether it is the name of a tensor's method or attribute, and of no container's, that gives another object."""
    return _is_tensors(method) and not ops.may_be_self(method)


def _is_tensors(method: str) -> bool:
    """Whether it is the name of a tensor's method or attribute, and of no container's: it gives no argument."""
    return f"{_TENSOR}{method}" in ops.names() and not any(hasattr(one, method) for one in _CONTAINERS)


def is_torchs(callee: MemberExpr) -> bool:
    """Whether it is one of the functions of torch that the table knows, as far as the text tells."""
    is_function = any(f"{package}{callee.name}" in ops.names() for package in _PACKAGES)
    return is_function and owners.root(callee) in names.PACKAGES


@once_per_tree
def groups(body: list[Statement]) -> dict[str, Words]:
    """For each word those that may be the same object in the body, itself included; a word alone is left out."""
    found: dict[str, Words] = {}
    for several in (one for statement in statements(body) for one in _together(statement)):
        joined = frozenset().union(several, *(found[word] for word in several if word in found))
        found |= dict.fromkeys(joined, joined)
    return found


def _together(statement: Statement) -> Iterator[Words]:
    """The words that the statement makes one object."""
    sources: list[Expression] = []
    match statement:
        case AssignmentStmt(lvalues=several, rvalue=value):
            sources = [value]
            yield _all(several) if len(several) > 1 else _NOTHING
        case ForStmt(index=index, expr=value):
            yield from _side_by_side(index, value)
            sources = [value] if any(filled_by(statement)) else []
        case MatchStmt(subject=value):
            sources = [value]
        case WithStmt(expr=values):
            sources = list(values)
    for target, given in targets(statement):
        yield words(target) | (words(given) if given is not None else _all(sources))
    for place in filled_by(statement):
        yield words(place) | _all(sources)
    for part in expressions(statement):
        match part:
            case AssignmentExpr(target=target, value=value):
                yield words(target) | words(value)
            case (
                GeneratorExpr(indices=indices, sequences=sequences)
                | DictionaryComprehension(indices=indices, sequences=sequences)
            ):
                for index, sequence in zip(indices, sequences, strict=True):
                    yield from _side_by_side(index, sequence)
            case CallExpr(callee=MemberExpr(expr=place, name=name), args=args) if name in FILLING:
                yield words(place) | _all(args)


def _side_by_side(index: Expression, source: Expression) -> Iterator[Words]:
    """What a loop goes through is in its variables: of `for a, b in zip(xs, ys)` the xs in a alone."""
    calls = [part for part in expressions(source) if isinstance(part, CallExpr)]
    is_apart = not any(kind.is_star() for call in calls for kind in call.arg_kinds)
    for target, whole in apart(index, source) if is_apart else [(index, source)]:
        yield _all(singles(target)) | words(whole)


def group(body: list[Statement], one: Words) -> Words:
    """The words, and all that may be the same objects in the body."""
    known = groups(body)
    return one.union(*(known[word] for word in one if word in known))


@once_per_tree
def places(body: list[Statement]) -> dict[str, list[NameExpr | MemberExpr]]:
    """Where the body speaks of each variable and attribute."""
    found: dict[str, list[NameExpr | MemberExpr]] = {}
    for part in (part for statement in statements(body) for part in expressions(statement)):
        if isinstance(part, NameExpr | MemberExpr):
            found.setdefault(part.name if isinstance(part, NameExpr) else f".{part.name}", []).append(part)
    return found
