"""Attributes after a call that may have given them other values: what they were given before it is known no longer.

Mypy believes that an attribute is what the body has given it until it is given something else. Told by names: a
function that is mentioned in the call may run, as may one that it mentions, and every one that the file hands around.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.literals import literal_hash
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Context,
    Expression,
    ForStmt,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    Statement,
    TupleExpr,
    WhileStmt,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.changes.aliases import group, words
from dtensortypes.mypy_plugin.changes.closures import forget_filled
from dtensortypes.mypy_plugin.changes.noted import times_given
from dtensortypes.mypy_plugin.changes.other_modules import of_any_value
from dtensortypes.mypy_plugin.changes.owners import root
from dtensortypes.mypy_plugin.changes.parts import forget_part
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, lines
from dtensortypes.mypy_plugin.text.scope import bodies, current_body, functions, statements, targets
from dtensortypes.mypy_plugin.types.retype import change_type, narrowed, retype_parts

_OTHERS: Final = ("torch.", "builtins.")
"""Whose functions give no attributes of the program's objects other values."""


def answered(checker: TypeChecker, ctx: FunctionContext | MethodContext) -> Type | None:
    """What has been told of the call, where mypy looks at what an assignment gives once more: it is still one call.

    Another overload of the function is another question, which mypy's own answer tells.
    """
    if checker.expr_checker.type_context[-1] is None:
        return None
    passed, native, known = _told(checker.tree).get(ctx.context, (-1, None, None))
    return known if passed == checker.pass_num and native == ctx.default_return_type else None


def remember(checker: TypeChecker, ctx: FunctionContext | MethodContext, told: Type) -> None:
    """Keep what has been told of a call at which mypy looks twice: what it has changed it has changed once."""
    call = ctx.context
    if isinstance(call, CallExpr) and call in _looked_at_twice(current_body(checker)) and not _is_of_others(ctx, call):
        _told(checker.tree)[call] = checker.pass_num, ctx.default_return_type, told


@once_per_tree
def _told(_tree: MypyFile) -> dict[Context, tuple[int, Type, Type]]:
    """Of calls at which mypy looks twice: in which pass it asked last, its own answer, and what was told."""
    return {}


def forget(checker: TypeChecker, ctx: FunctionContext | MethodContext) -> None:
    """After a call: nothing is known of the attributes to which the body gives values, and the call perhaps others."""
    call, places = ctx.context, _given_here(current_body(checker))
    if not isinstance(call, CallExpr) or _is_of_others(ctx, call):
        return
    if _may_call_back(ctx, call):
        forget_filled(checker)
    if not places:
        return
    own = _calls(checker.tree)
    given, handed = own.given_by(_mentioned([call])), _handed_out(call, own)
    receiving = _receiving(current_body(checker)).get(call, ())
    for name, several in places.items():
        is_given = name in given or _is_given_elsewhere(checker, ctx, call, name)
        for place in (one for one in several if _path(one) not in receiving):
            if is_given or root(place) in handed:
                _forget(checker, place)


@once_per_tree
def _receiving(body: list[Statement]) -> dict[Expression, set[tuple[str, str]]]:
    """The attributes of variables that get the value of an expression.

    Mypy comes to it again, when it knows what they hold by now.
    """
    found: dict[Expression, set[tuple[str, str]]] = {}
    for target, value in (given for statement in statements(body) for given in targets(statement)):
        if value is not None and (path := _path(target)) is not None:
            found.setdefault(value, set()).add(path)
    return found


def _path(target: Expression) -> tuple[str, str] | None:
    """The object and its attribute, as in `self.x` and `net.body.x`."""
    match target:
        case MemberExpr(expr=NameExpr(name=variable), name=name):
            return variable, name
        case MemberExpr(expr=MemberExpr() as inner, name=name):
            owner = _path(inner)
            return (".".join(owner), name) if owner is not None else None
    return None


@once_per_tree
def _looked_at_twice(body: list[Statement]) -> frozenset[Expression]:
    """The calls that are the values of an `a, b = …`, or of a `self.a = …` that is run once, and in no loop."""
    every = [*statements(body)]
    loops = [one for one in every if isinstance(one, ForStmt | WhileStmt)]
    given = [(one, one.lvalues[-1]) for one in every if isinstance(one, AssignmentStmt)]
    once = (one.rvalue for one, to in given if isinstance(to, MemberExpr) and not any(map(partial(_is_in, one), loops)))
    return frozenset([*(one.rvalue for one, to in given if isinstance(to, TupleExpr | ListExpr)), *once])


def _is_in(statement: Statement, loop: Statement) -> bool:
    return statement.line in lines(loop)


def forget_others(checker: TypeChecker, target: Context) -> None:
    """Where an attribute is given a value: nothing is known of it under another name of its object."""
    if not isinstance(target, MemberExpr):
        return
    body = current_body(checker)
    same = group(body, words(target.expr))
    for place in _all_given(body).get(target.name, ()) if same else ():
        is_named_otherwise = literal_hash(place.expr) != literal_hash(target.expr)
        if is_named_otherwise and not same.isdisjoint(words(place.expr)) and _may_be_one(checker, place, target):
            _forget(checker, place)


def _may_be_one(checker: TypeChecker, one: MemberExpr, other: MemberExpr) -> bool:
    """Whether the owners may be one object, by their classes."""
    first, second = (get_proper_type(checker.lookup_type_or_none(place.expr)) for place in (one, other))
    if not isinstance(first, Instance) or not isinstance(second, Instance):
        return True
    return first.type in second.type.mro or second.type in first.type.mro


def _handed_out(call: CallExpr, own: _Calls) -> set[str]:
    """The variables whose objects are handed to a function of another file, of which only this is known."""
    is_here = isinstance(call.callee, NameExpr | MemberExpr) and call.callee.name in own.given
    return set() if is_here else {argument.name for argument in call.args if isinstance(argument, NameExpr)}


def _forget(checker: TypeChecker, place: MemberExpr) -> None:
    known = narrowed(checker, place)
    other = of_any_value(checker, known) if known is not None else None
    if known is not None and other is not None and other != known:
        change_type(checker, place, lambda _: other)  # mypy's own narrowing stays: what was not None here is not
        retype_parts(checker, place, lambda type_: of_any_value(checker, type_))
    forget_part(checker, place)


def _is_of_others(ctx: FunctionContext | MethodContext, call: CallExpr) -> bool:
    """Whether it is a function of torch's or Python's that is called, or a method of their objects."""
    if isinstance(ctx, MethodContext):
        owner = ctx.type
        return isinstance(owner, Instance) and not owner.type.has_base(names.MODULE) and _is_others(owner.type.fullname)
    return isinstance(call.callee, RefExpr) and _is_others(call.callee.fullname)


def _may_call_back(ctx: FunctionContext | MethodContext, call: CallExpr) -> bool:
    """Whether it is a function of the program's that is called, or a module, which may have hooks."""
    if isinstance(call.callee, MemberExpr) and call.callee.name == names.QUESTION:
        return False
    owner = ctx.type if isinstance(ctx, MethodContext) else None
    if isinstance(owner, Instance):
        return owner.type.has_base(names.MODULE) or names.is_users(owner.type.fullname)
    return True


def _is_others(fullname: str) -> bool:
    return fullname.startswith(_OTHERS)


def _is_given_elsewhere(checker: TypeChecker, ctx: FunctionContext | MethodContext, call: CallExpr, name: str) -> bool:
    """Whether a method of a class of another file is called on an object that gets the attribute from that class."""
    owner = ctx.type if isinstance(ctx, MethodContext) else None
    method = call.callee.name if isinstance(call.callee, MemberExpr) else ""
    symbol = owner.type.get(method) if isinstance(owner, Instance) else None
    info = getattr(symbol.node, "info", None) if symbol is not None else None
    is_there = bool(info) and info is not None and info.module_name != checker.tree.fullname
    return is_there and info is not None and names.is_users(info.fullname) and times_given(info, name) > 0


@once_per_tree
def _all_given(body: list[Statement]) -> dict[str, list[MemberExpr]]:
    """The attributes to which the body gives values, by their names, one place for each object's name."""
    found: dict[str, dict[object, MemberExpr]] = {}
    for target in (target for statement in statements(body) for target, _ in targets(statement)):
        if isinstance(target, MemberExpr):
            found.setdefault(target.name, {}).setdefault(literal_hash(target), target)
    return {name: [*places.values()] for name, places in found.items() if len(places) > 1}


@once_per_tree
def _given_here(body: list[Statement]) -> dict[str, list[MemberExpr]]:
    """The attributes of objects that the body gives values, one place for each object."""
    found: dict[tuple[str, str], MemberExpr] = {}
    for target in (target for statement in statements(body) for target, _ in targets(statement)):
        if isinstance(target, MemberExpr) and (path := _path(target)) is not None:
            found.setdefault(path, target)
    by_name: dict[str, list[MemberExpr]] = {}
    for (_, name), place in found.items():
        by_name.setdefault(name, []).append(place)
    return by_name


@dataclass
class _Calls:
    """The functions of a file by their names: the attributes that they give values, and what they mention."""

    given: dict[str, set[str]] = field(default_factory=dict)
    mentioned: dict[str, set[str]] = field(default_factory=dict)
    handed: set[str] = field(default_factory=set)
    """The names that are used otherwise than to call them, or in a lambda."""

    def given_by(self, called: Iterable[str]) -> set[str]:
        """The attributes that get values where these names are called, or any that is handed around."""
        found: set[str] = set()
        waiting = [name for name in {*called, *self.handed} if name in self.given]
        seen = set(waiting)
        while waiting:
            name = waiting.pop()
            found |= self.given[name]
            further = {one for one in self.mentioned[name] if one in self.given} - seen
            seen |= further
            waiting += further
        return found


@once_per_tree
def _calls(tree: MypyFile) -> _Calls:
    found = _Calls()
    for function in functions(tree):
        if function.name == "__init__":
            continue  # it gives a new object its values
        inner = [statement for body in bodies(function.body.body) for statement in statements(body)]
        given = {target.name for one in inner for target, _ in targets(one) if isinstance(target, MemberExpr)}
        found.given.setdefault(function.name, set()).update(given)
        found.mentioned.setdefault(function.name, set()).update(_mentioned(inner))
    every = [part for body in bodies(tree.defs) for one in statements(body) for part in expressions(one)]
    to_call = {id(part.callee) for part in every if isinstance(part, CallExpr)}
    values = {one.name for one in every if isinstance(one, NameExpr | MemberExpr) and id(one) not in to_call}
    lambdas = _mentioned(part for part in every if isinstance(part, LambdaExpr))
    found.handed = {name for name in values | lambdas if name in found.given}
    return found


def _mentioned(parts: Iterable[Statement | Expression]) -> set[str]:
    """The names and attributes that the statements or expressions mention; `torch.load` is no method of an object."""
    every = (one for part in parts for one in expressions(part) if isinstance(one, NameExpr | MemberExpr))
    return {one.name for one in every if not _is_others(one.fullname)}
