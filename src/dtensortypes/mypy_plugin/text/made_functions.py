"""Functions that functions return: a call of `loss = make_loss(0.5)` is one of a function that makes and calls it.

Only where that comes to the same: what was made keeps nothing from one call to the next, and what makes it depends on
its arguments alone. By the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeGuard

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    GDEF,
    LDEF,
    Argument,
    Block,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Decorator,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    FloatExpr,
    FuncDef,
    GeneratorExpr,
    IfStmt,
    IndexExpr,
    IntExpr,
    LambdaExpr,
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
from mypy.types import CallableType, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.rules.repeated import once_per_object
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.copies import copy_of
from dtensortypes.mypy_plugin.text.decorators import changed_in
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.references import is_callable_by_name
from dtensortypes.mypy_plugin.text.rewritten import at, duplicate, named
from dtensortypes.mypy_plugin.text.scope import assigned, blocks, statements, targets
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.types_of import anything

_KEEPING: Final = (
    *(ListExpr, DictExpr, SetExpr),
    *(ListComprehension, DictionaryComprehension, SetComprehension, GeneratorExpr),
)
_PLAIN: Final = (IntExpr, FloatExpr, StrExpr)


@once_per_object
def is_maker(function: FuncDef) -> bool:
    """Whether each call of it gives a function, of which a call comes to the same whenever it is made."""
    given = [one.expr for one in statements(function.body.body) if isinstance(one, ReturnStmt)]
    if not given or function.info or function.is_generator or function.is_coroutine or function.is_decorated:
        return False
    if any(one.kind.is_star() or one.pos_only for one in function.arguments) or _is_declared(function):
        return False
    chosen = [one for value in given for one in _chosen(function, value)]
    if not all(_is_function(function, one) for one in chosen):
        return False
    meant = {id(one) for one in chosen if isinstance(one, RefExpr) and isinstance(one.node, FuncDef)}
    meant |= {id(part) for one in chosen if isinstance(one, LambdaExpr) for part in expressions(one)}
    depends = any(_is_of_program(part) for own in _own(function) for part in expressions(own) if id(part) not in meant)
    inner = [one.node if isinstance(one, NameExpr) else one for one in chosen]
    return not depends and not any(_keeps(function, one) for one in inner if _is_inner(one, function))


def _is_declared(function: FuncDef) -> bool:
    """Whether it says itself which tensors the function takes and gives: its dims are not those of the caller."""
    given = get_proper_type(function.type.ret_type) if isinstance(function.type, CallableType) else None
    return isinstance(given, CallableType) and any(map(says_something, [*given.arg_types, given.ret_type]))


def is_mentioned(maker: FuncDef, parameter: str) -> bool:
    """Whether the maker itself speaks of what it is given, and not the function that it makes alone."""
    parts = (part for one in _own(maker) for part in expressions(one))
    return any(isinstance(part, NameExpr) and part.name == parameter for part in parts)


def at_once(maker: FuncDef, words: Sequence[str | None]) -> FuncDef:
    """A function that makes the other one and calls it; `words` are the names by which that one's arguments are given.

    Of one that is given by its place it is None.
    """
    copied = copy_of(maker, None)
    added = [Argument(at(maker, Var(taken_as(*one))), None, None, ARG_NAMED) for one in enumerate(words)]
    for one in added:
        one.variable.is_argument = True
    variables = [one.variable for one in added]
    every = statements(copied.body.body)
    for statement in every:
        if isinstance(statement, FuncDef):
            statement.is_conditional = False  # its name is no other one's
    for block in [copied.body, *(inner for statement in every for inner in blocks(statement))]:
        block.body = [new for statement in block.body for new in _calling(statement, copied, variables, words)]
    arguments, declared = [*copied.arguments, *added], None
    if isinstance(maker.type, CallableType):
        declared = maker.type.copy_modified(
            arg_types=[*maker.type.arg_types, *(anything() for _ in added)],
            arg_kinds=[one.kind for one in arguments],
            arg_names=[one.variable.name for one in arguments],
            ret_type=anything(),
        )
    inner = {one.name for one in statements(maker.body.body) if isinstance(one, FuncDef)}
    whole = at(maker, FuncDef(inner.pop() if len(inner) == 1 else maker.name, arguments, copied.body, declared))
    whole._fullname = maker.fullname
    return whole


def _calling(
    statement: Statement, maker: FuncDef, variables: Sequence[Var], words: Sequence[str | None]
) -> list[Statement]:
    """The statement, which calls what it would return: of a table's item the one that is asked for."""
    if not isinstance(statement, ReturnStmt) or statement.expr is None:
        return [statement]
    place, kinds = statement, [ARG_POS if word is None else ARG_NAMED for word in words]

    def called(function: Expression) -> list[Statement]:
        defined = _defined(function) if isinstance(function, LambdaExpr) else None
        given = [named(one, place) for one in variables]
        call = CallExpr(function if defined is None else _name_of(defined), list(given), kinds, list(words))
        return [*([] if defined is None else [defined]), at(place, ReturnStmt(at(place, call)))]

    match statement.expr:
        case ConditionalExpr(cond=condition, if_expr=one, else_expr=other):
            return _branches(place, [(condition, called(one))], called(other))
        case IndexExpr(base=base, index=index) if (table := _table(maker, base)) is not None:
            asked = [
                (at(place, ComparisonExpr(["=="], [duplicate(index), duplicate(key)])), called(duplicate(value)))
                for key, value in table.items
                if key is not None
            ]
            return _branches(place, asked[:-1], asked[-1][1])  # else it is in no table
    return called(statement.expr)


def _defined(function: LambdaExpr) -> FuncDef:
    """The lambda as a function inside of the one that makes it, whose body is read where it is called."""
    return at(function, FuncDef("lambda", function.arguments, function.body))


def _name_of(function: FuncDef) -> NameExpr:
    name = at(function, NameExpr(function.name))
    name.kind, name.node, name.fullname = LDEF, function, function.name
    return name


def _branches(
    place: Statement, asked: Sequence[tuple[Expression, list[Statement]]], otherwise: list[Statement]
) -> list[Statement]:
    """The statements some of which are run, by the conditions: those of each in a branch."""
    last = otherwise
    for condition, body in reversed(asked):
        last = [at(place, IfStmt([condition], [at(place, Block(body))], at(place, Block(last))))]
    return last


def taken_as(place: int, word: str | None) -> str:
    """The name under which such a function takes what is for a parameter of the inner one: no program has it."""
    return f"{word or place} of the call"


def _chosen(maker: FuncDef, value: Expression | None) -> Iterator[Expression | None]:
    """What the returned expression may be: one of the branches, an item of a table."""
    match value:
        case ConditionalExpr(if_expr=one, else_expr=other):
            yield from (one, other)
        case IndexExpr(base=base) if (table := _table(maker, base)) is not None:
            yield from (one for _, one in table.items)
        case _:
            yield value


def _table(maker: FuncDef, base: Expression) -> DictExpr | None:
    """The dict that is written out there, or that the variable of the maker always is."""
    table: Expression | None = base
    if isinstance(base, NameExpr) and base.kind == LDEF and _is_only_returned(maker, base.name):
        values = [value for _, value in assigned(maker.body.body, base.node)]
        table = values[0] if len(values) == 1 else None
    is_plain = isinstance(table, DictExpr) and all(isinstance(key, StrExpr | IntExpr) for key, _ in table.items)
    return table if isinstance(table, DictExpr) and is_plain and table.items else None


def _is_only_returned(maker: FuncDef, variable: str) -> bool:
    """Whether the maker speaks of the variable where it is given its value, and where an item of it is returned."""
    every = [(one, part) for one in _own(maker) for part in expressions(one)]
    asked = {id(one.expr.base) for one, _ in every if isinstance(one, ReturnStmt) and isinstance(one.expr, IndexExpr)}
    named_by = [id(part) for _, part in every if isinstance(part, NameExpr) and part.name == variable]
    return sum(one not in asked for one in named_by) <= 1


def _is_function(maker: FuncDef, value: Expression | None) -> bool:
    """Whether the expression is in any case a function: one of the maker's own, of the program's or of torch's."""
    if _is_inner(value.node if isinstance(value, NameExpr) else value, maker):
        return True
    if not isinstance(value, RefExpr) or value.kind != GDEF:
        return False
    return isinstance(value.node, FuncDef) and is_callable_by_name(value.node)


def _is_inner(node: object, maker: FuncDef) -> TypeGuard[FuncDef | LambdaExpr]:
    """Whether it is a function of the maker's own, with a name that nothing else has, or a lambda."""
    if isinstance(node, LambdaExpr):
        return not any(one.kind.is_star() for one in node.arguments)
    if not isinstance(node, FuncDef) or node.is_generator or node.is_coroutine or isinstance(node.type, CallableType):
        return False
    every = statements(maker.body.body)
    called_so = [one for one in every if isinstance(one, FuncDef | Decorator) and one.name == node.name]
    is_given = any(isinstance(to, NameExpr) and to.name == node.name for one in every for to, _ in targets(one))
    is_starred = any(one.kind.is_star() or one.pos_only for one in node.arguments)
    return called_so == [node] and not is_given and not is_starred


def _own(maker: FuncDef) -> Iterator[Statement]:
    """The maker's statements, without those of functions in it."""
    yield from (one for one in statements(maker.body.body) if not isinstance(one, FuncDef | Decorator))


def _is_of_program(part: Expression) -> bool:
    """Whether it is a variable, function or class of the program's, which may tell something else by the next call."""
    if not isinstance(part, RefExpr) or not names.is_users(part.fullname) or "." not in part.fullname:
        return False
    return not isinstance(part.node, Var) or not part.node.final_value


def _keeps(maker: FuncDef, inner: FuncDef | LambdaExpr) -> bool:
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
