"""Copies of parts of a body, and expressions with other ones put into their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from mypy.checker import TypeChecker
from mypy.nodes import (
    GDEF,
    LDEF,
    AssignmentStmt,
    CallExpr,
    ConditionalExpr,
    Context,
    Decorator,
    Expression,
    FloatExpr,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    SliceExpr,
    StarExpr,
    Statement,
    StrExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
)

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.computed import Modules
from dtensortypes.mypy_plugin.text.expressions import PARTS, gathered
from dtensortypes.mypy_plugin.text.references import Function
from dtensortypes.mypy_plugin.text.scope import blocks

Part = TypeVar("Part", bound=Statement | Expression)
New = TypeVar("New", bound=Context)


def inside(body: Iterable[Statement]) -> Iterator[Statement]:
    """Every statement of a body that is still to change."""
    for statement in body:
        yield statement
        for block in blocks(statement):
            yield from inside(block.body)


def duplicate(part: Part, fresh: Iterable[Var] = ()) -> Part:
    """The statement or expression again, about the same variables but for the fresh ones, which are others in it."""
    from mypy.treetransform import TransformVisitor

    transformed = TransformVisitor()
    others = frozenset(fresh)
    every = _parts(part)
    named = [one.node for one in every if isinstance(one, NameExpr | MemberExpr) and isinstance(one.node, Var)]
    transformed.var_map.update((variable, variable) for variable in named if variable not in others)
    copied = transformed.node(part)
    assert isinstance(copied, type(part))
    if any(isinstance(one, StarExpr) for one in every):  # mypy's own visitor leaves these in the old tree
        for star in (one for one in _parts(copied) if isinstance(one, StarExpr)):
            star.expr = transformed.expr(star.expr)
    for old, new in transformed.var_map.items():
        if old is not new:
            new.is_inferred, new.is_argument, new.is_index_var = old.is_inferred, old.is_argument, old.is_index_var
            new.type = None if old.is_inferred else old.type
    for before, after in zip(every, _parts(copied), strict=True):
        if isinstance(before, OpExpr) and isinstance(after, OpExpr):
            after.right_always = is_question(before.left)  # of the calls that narrowing has put before a branch
        if isinstance(before, RefExpr) and isinstance(after, RefExpr) and isinstance(before.node, Decorator):
            after.node = before.node  # mypy's own visitor leaves of a decorated function the variable that holds it
    return copied


def _parts(part: Statement | Expression) -> list[Expression]:
    if isinstance(part, Expression):
        return gathered(part)
    return [expression for statement in inside([part]) for expression in gathered(statement)]


def replaced(expression: Expression, change: Callable[[Expression], Expression | None]) -> Expression:
    """The expression with what is put into the places of its parts, from the whole inwards; a lambda stays as it is."""
    found = change(expression)
    if found is not None:
        return found
    if not isinstance(expression, LambdaExpr):
        replace_in(expression, change)
    return expression


def replace_in(node: Statement | Expression, change: Callable[[Expression], Expression | None]) -> None:
    """Put other expressions into the places of those of the node."""
    match node:
        case ConditionalExpr():
            node.cond, node.if_expr = replaced(node.cond, change), replaced(node.if_expr, change)
            node.else_expr = replaced(node.else_expr, change)
        case SliceExpr(begin_index=first, end_index=last, stride=step):
            node.begin_index, node.end_index = first and replaced(first, change), last and replaced(last, change)
            node.stride = step and replaced(step, change)
    for word in PARTS.get(type(node), ()):
        before = getattr(node, word)
        after = _replaced_part(before, change)
        if after is not before:
            setattr(node, word, after)


def _replaced_part(part: object, change: Callable[[Expression], Expression | None]) -> object:
    if isinstance(part, list):
        part[:] = [_replaced_part(one, change) for one in part]
    elif isinstance(part, tuple):
        return tuple(_replaced_part(one, change) for one in part)
    elif isinstance(part, Expression):
        return replaced(part, change)
    return part


def at(place: Context, new: New) -> New:
    """The new node, on the lines of another one."""
    new.set_line(place)
    return new


def named(variable: Var, place: Context) -> NameExpr:
    """A variable of the body, at the place."""
    name = at(place, NameExpr(variable.name))
    name.kind, name.node, name.fullname = LDEF, variable, variable.name
    return name


def named_again(name: NameExpr) -> NameExpr:
    """The same variable, in another place."""
    again = at(name, NameExpr(name.name))
    again.kind, again.node, again.fullname = name.kind, name.node, name.fullname
    return again


def named_member(owner: Expression, word: object, place: Context) -> MemberExpr | None:
    """`owner.word` for `getattr(owner, "word")`; None where the word is not known, or is none."""
    if not isinstance(word, str) or not word.isidentifier():
        return None
    member = at(place, MemberExpr(owner, word))
    file = owner.node if isinstance(owner, RefExpr) else None
    symbol = file.names.get(word) if isinstance(file, MypyFile) else None
    if symbol is not None:
        member.kind, member.node, member.fullname = symbol.kind, symbol.node, symbol.fullname or ""
    return member


def question(variable: Expression) -> CallExpr:
    """A call that does nothing, and that mypy asks the plugin about: `x.__sizeof__()`."""
    return at(variable, CallExpr(at(variable, MemberExpr(variable, names.QUESTION)), [], [], []))


def is_question(expression: Expression) -> bool:
    """Whether it is such a call."""
    match expression:
        case CallExpr(callee=MemberExpr(name=names.QUESTION)):
            return True
    return False


def assignment(target: NameExpr, value: Expression, place: Context) -> AssignmentStmt:
    """A statement that gives the variable a value."""
    return at(place, AssignmentStmt([named_again(target)], value))


def number(value: float, place: Context) -> Expression:
    """A number as a program writes it out."""
    size = at(place, IntExpr(abs(value)) if isinstance(value, int) else FloatExpr(abs(value)))
    return at(place, UnaryExpr("-", size)) if value < 0 else size


def item(whole: Expression, key: int, place: Context) -> IndexExpr:
    """What is at this place of a list."""
    return at(place, IndexExpr(duplicate(whole), number(key, place)))


def sliced(place: NameExpr, first: Expression | None, end: Expression | None) -> IndexExpr:
    """The part of the list from one place to another."""
    return at(place, IndexExpr(named_again(place), at(place, SliceExpr(first, end, None))))


def starred(value: Expression) -> StarExpr:
    """What is in the list, one by one."""
    return at(value, StarExpr(named_again(value) if isinstance(value, NameExpr) else value))


def written(checker: TypeChecker, value: object, place: Context) -> Expression | None:
    """A value as a program writes it out; None of one that it cannot."""
    match value:
        case bool() | None:
            builtin = NameExpr(str(value))
            symbol = checker.modules["builtins"].names.get(str(value))
            builtin.fullname, builtin.kind = f"builtins.{value}", GDEF
            builtin.node = symbol.node if symbol else None
            return at(place, builtin) if symbol else None
        case int() | float():
            return number(value, place)
        case str():
            return at(place, StrExpr(value))
        case TypeInfo():
            cls = NameExpr(value.name)
            cls.fullname, cls.kind, cls.node = value.fullname, GDEF, value
            return at(place, cls)
        case Expression():
            return duplicate(value)
        case Function(place=name):
            return at(place, duplicate(name))
        case Modules(place=Expression() as whole):
            return duplicate(whole)
        case tuple() | list():
            items = [written(checker, one, place) for one in value]
            return at(place, TupleExpr([one for one in items if one])) if all(items) else None
    return None
