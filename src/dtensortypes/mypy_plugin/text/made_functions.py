"""Functions that functions return: a call of `loss = make_loss(0.5)` is one of a function that makes and calls it.

Only where that comes to the same: what was made keeps nothing from one call to the next, and what makes it depends on
its arguments alone. By the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    ARG_NAMED,
    Argument,
    CallExpr,
    Decorator,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    FloatExpr,
    FuncDef,
    GeneratorExpr,
    IntExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    ReturnStmt,
    SetComprehension,
    SetExpr,
    Statement,
    StrExpr,
    TypeInfo,
    Var,
)
from mypy.types import CallableType

from dtensortypes.core import ops
from dtensortypes.core.rules.repeated import once_per_object
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.copies import copy_of
from dtensortypes.mypy_plugin.text.decorators import changed_in
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.rewritten import at, named
from dtensortypes.mypy_plugin.text.scope import assigned, statements, targets
from dtensortypes.mypy_plugin.types.types_of import anything

_KEEPING: Final = (
    *(ListExpr, DictExpr, SetExpr),
    *(ListComprehension, DictionaryComprehension, SetComprehension, GeneratorExpr),
)
_PLAIN: Final = (IntExpr, FloatExpr, StrExpr)


@once_per_object
def made_by(maker: FuncDef) -> FuncDef | None:
    """The function that a call of the maker gives, whenever it is called; None where it may be another one, or keep."""
    inner = _given_back(maker)
    if inner is None or maker.info or maker.is_generator or maker.is_coroutine or maker.is_decorated:
        return None
    starred = any(one.kind.is_star() or one.pos_only for one in (*maker.arguments, *inner.arguments))
    if starred or inner.is_generator or inner.is_coroutine or isinstance(inner.type, CallableType):
        return None
    own = list(_own(maker))
    depends = any(_is_of_program(part) for one in own for part in expressions(one))
    return None if depends or _keeps(maker, inner) else inner


def is_mentioned(maker: FuncDef, parameter: str) -> bool:
    """Whether the maker itself speaks of what it is given, and not the function that it makes alone."""
    parts = (part for one in _own(maker) for part in expressions(one))
    return any(isinstance(part, NameExpr) and part.name == parameter for part in parts)


def at_once(maker: FuncDef, words: Sequence[str]) -> FuncDef:
    """A function that makes the other one and calls it; `words` are the parameters of that one that are given."""
    copied = copy_of(maker, None)
    last = copied.body.body[-1]
    assert isinstance(last, ReturnStmt)
    assert last.expr is not None
    added = [Argument(at(maker, Var(taken_as(word))), None, None, ARG_NAMED) for word in words]
    for one in added:
        one.variable.is_argument = True
    given = [named(one.variable, last) for one in added]
    last.expr = at(last, CallExpr(last.expr, list(given), [ARG_NAMED] * len(words), list(words)))
    arguments, declared = [*copied.arguments, *added], None
    if isinstance(maker.type, CallableType):
        declared = maker.type.copy_modified(
            arg_types=[*maker.type.arg_types, *(anything() for _ in added)],
            arg_kinds=[one.kind for one in arguments],
            arg_names=[one.variable.name for one in arguments],
            ret_type=anything(),
        )
    inner = _given_back(maker)
    whole = at(maker, FuncDef(inner.name if inner else maker.name, arguments, copied.body, declared))
    whole._fullname = maker.fullname
    return whole


def taken_as(word: str) -> str:
    """The name under which such a function takes what is for a parameter of the inner one: no program has it."""
    return f"{word} of the call"


def _given_back(maker: FuncDef) -> FuncDef | None:
    body = maker.body.body
    given = [one for one in statements(body) if isinstance(one, ReturnStmt)]
    match given, body[-1:]:
        case [ReturnStmt(expr=NameExpr(node=FuncDef() as inner)) as only], [last] if only is last:
            defined = [one for one in statements(body) if isinstance(one, FuncDef | Decorator)]
            is_one = [one for one in defined if one.name == inner.name] == [inner] and inner in body
            every = (to for one in statements(body) for to, _ in targets(one))
            is_given = any(isinstance(to, NameExpr) and to.name == inner.name for to in every)
            return inner if is_one and not is_given else None
    return None


def _own(maker: FuncDef) -> Iterator[Statement]:
    """The maker's statements, without those of functions in it."""
    yield from (one for one in statements(maker.body.body) if not isinstance(one, FuncDef | Decorator))


def _is_of_program(part: Expression) -> bool:
    """Whether it is a variable, function or class of the program's, which may tell something else by the next call."""
    if not isinstance(part, RefExpr) or not names.is_users(part.fullname) or "." not in part.fullname:
        return False
    return not isinstance(part.node, Var) or not part.node.final_value


def _keeps(maker: FuncDef, inner: FuncDef) -> bool:
    """Whether something of the maker's may be another one after a call of the inner function."""
    body = maker.body.body
    every = [target for one in statements(body) for target, _ in targets(one)]
    held = {one.variable.name for one in maker.arguments} | {one.name for one in every if isinstance(one, NameExpr)}
    read = [part for one in statements(inner.body.body) for part in expressions(one)]
    used = {part.name for part in read if isinstance(part, NameExpr)} & held
    values = [
        value
        for one in every
        if isinstance(one, NameExpr) and one.name in used
        for _, value in assigned(body, one.node)
    ]
    if any(value is None or _is_kept_in(value) for value in values):
        return True
    if used & changed_in(inner.body.body) or any(_is_cast(one, used) for one in statements(inner.body.body)):
        return True
    return any(isinstance(one, FuncDef | Decorator) for one in statements(inner.body.body))


def _is_kept_in(value: Expression) -> bool:
    """Whether calls may leave something in what the expression gives: a list, an iterator, an object."""
    made = value.callee if isinstance(value, CallExpr) else None
    is_object = isinstance(made, RefExpr) and isinstance(made.node, TypeInfo) and not made.node.has_base(names.MODULE)
    is_pythons = isinstance(made, RefExpr) and names.is_pythons(made.fullname)
    return isinstance(value, _KEEPING) or is_object or is_pythons


def _is_cast(statement: Statement, used: set[str]) -> bool:
    """Whether it casts or moves a module: `net.half()`, `net.to(x.device)(x)`."""
    alone = [statement.expr] if isinstance(statement, ExpressionStmt) else []
    calls = [part.callee for part in expressions(statement) if isinstance(part, CallExpr)]
    for part in (*alone, *calls):
        match part:
            case CallExpr(callee=MemberExpr(expr=NameExpr(name=name), name=method)) if name in used:
                if names.MODULE_METHODS + method in ops.names():
                    return True
    return False
