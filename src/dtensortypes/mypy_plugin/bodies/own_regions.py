"""What a `with` enters that the program makes itself: `with mixed_precision():`, `with self.amp():`, `with self.ctx:`.

A function, method or property that but returns a region, a generator under `@contextmanager` that yields in regions,
and an attribute with one value stand for what is written in them. Who may take another branch is not followed.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    GDEF,
    CallExpr,
    Decorator,
    Expression,
    FloatExpr,
    FuncDef,
    IntExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    ReturnStmt,
    StrExpr,
    Var,
    YieldExpr,
    YieldFromExpr,
)
from mypy.types import Instance, get_proper_type

from dtensortypes.mypy_plugin.changes.fixed import only_value
from dtensortypes.mypy_plugin.changes.redefined import is_function_redefined, is_method_redefined, is_overridden
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.text.decorators import entered_by
from dtensortypes.mypy_plugin.text.definitions import is_bound
from dtensortypes.mypy_plugin.text.entered import around, enters_nothing, may_be_open
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self, without_docstring
from dtensortypes.mypy_plugin.text.reach import is_autocast
from dtensortypes.mypy_plugin.text.rewritten import at
from dtensortypes.mypy_plugin.text.scope import assigned, constant_value, statements

_DEEPEST: Final = 4


class Region(NamedTuple):
    """A region as it is written where it is made, which may be another function than the one that enters it.

    There its parameters stand for what `given` says, and `self` for `owner`.
    """

    made: Expression
    is_here: bool = True
    given: Mapping[str, Expression] = MappingProxyType({})
    owner: Expression | None = None

    def argument(self, checker: TypeChecker, written: Expression) -> Expression | None:
        """What an argument is where the region is entered; None where that is not known."""
        match written:
            case _ if self.is_here:
                return written
            case IntExpr() | FloatExpr() | StrExpr():
                return written
            case MemberExpr(expr=place, name=name) if is_self(place):
                member = at(self.owner, MemberExpr(self.owner, name)) if self.owner is not None else None
                return member if member is not None and only_value(checker, member) is not None else None
            case NameExpr(kind=kind, name=name) if kind != GDEF:
                return self.given.get(name)
            case NameExpr(node=Var() as variable) if variable.fullname.startswith(f"{checker.tree.fullname}."):
                return written if constant_value(checker, written) is not None else None
            case RefExpr(kind=kind, fullname=fullname) if kind == GDEF and not names.is_users(fullname):
                return written
        return None


def looked_at(checker: TypeChecker, part: Expression) -> Expression:
    """The expression with its type: mypy may not have come to it, as to a decorator before 2.4."""
    if checker.lookup_type_or_none(part) is None:
        with checker.msg.filter_errors():
            checker.expr_checker.accept(part)
    return part


def entered(checker: TypeChecker, region: Expression) -> list[Region] | None:
    """The regions that a `with` of the expression enters, from the outermost; None where it may be any."""
    return _entered(checker, Region(region), 0)


def entered_around(checker: TypeChecker, decorator: Expression) -> list[Region]:
    """The regions that a decorator of the program's own enters around the function, from the outermost."""
    written, given = entered_by(decorator), dict[str, Expression]()
    match decorator:
        case CallExpr(callee=RefExpr(node=FuncDef() as maker)) if written:
            given = _given(checker, Region(decorator), decorator, maker) or {}
    every = [_entered(checker, Region(one, is_here=False, given=given), 1) for one in written]
    return [inner for one in every for inner in one or ()]


def _entered(checker: TypeChecker, region: Region, depth: int) -> list[Region] | None:
    made = region.made
    if is_autocast(made):
        return [region]
    if depth < _DEEPEST and (found := _stands_for(checker, region)) is not None:
        every = [_entered(checker, one, depth + 1) for one in found]
        return None if None in every else [inner for one in every for inner in one or ()]
    if enters_nothing(checker.tree, made):
        return []
    return [region] if region.is_here and not may_be_open(checker, made) else None


def _stands_for(checker: TypeChecker, region: Region) -> list[Region] | None:
    """The regions that are written where a variable, attribute or function of the file is made; None of another one."""
    match region.made:
        case NameExpr() as place if region.is_here:
            value = constant_value(checker, place)
            return [Region(value)] if isinstance(value, CallExpr) else None
        case MemberExpr(expr=place) as member:
            owner = region.argument(checker, place) if not is_self(place) or region.is_here else region.owner
            if owner is None:
                return None
            method = _method(checker, owner, member.name, is_property=True)
            if method is not None:
                return _written(method, {}, owner)
            value = only_value(checker, member) if region.is_here else None
            return [Region(value, is_here=False, owner=owner)] if isinstance(value, CallExpr) else None
        case CallExpr(callee=MemberExpr(expr=place, name=name)) as call if not _is_of_module(call.callee):
            owner = region.argument(checker, place) if not is_self(place) or region.is_here else region.owner
            method = None if owner is None else _method(checker, owner, name)
            given = None if method is None else _given(checker, region, call, method)
            return None if method is None or given is None else _written(method, given, owner)
        case CallExpr(callee=NameExpr(node=FuncDef() | Decorator() as node)) as call:
            function = _own(checker, node)
            given = None if function is None else _given(checker, region, call, function)
            return None if function is None or given is None else _written(function, given, None)
    return None


def _is_of_module(callee: Expression) -> bool:
    return isinstance(callee, RefExpr) and callee.kind == GDEF


def _method(checker: TypeChecker, owner: Expression, name: str, *, is_property: bool = False) -> FuncDef | None:
    """The method of a class of this file that is certainly asked."""
    type_ = get_proper_type(checker.lookup_type_or_none(looked_at(checker, owner)))
    info = type_.type if isinstance(type_, Instance) else None
    symbol = info.get(name) if info is not None and info.module_name == checker.tree.fullname else None
    node = symbol.node if symbol is not None else None
    function = _plain(node) if isinstance(node, FuncDef | Decorator) else None
    if info is None or function is None or function.is_property != is_property or function.is_class:
        return None
    is_certain = function.info.module_name == info.module_name and not is_overridden(checker.tree, info, function)
    return function if is_certain and not is_method_redefined(trees(checker), info, name) else None


def _own(checker: TypeChecker, node: FuncDef | Decorator) -> FuncDef | None:
    function, file = _plain(node), checker.tree
    is_here = function is not None and function.fullname == f"{file.fullname}.{function.name}"
    return function if function is not None and is_here and not is_function_redefined(file.defs, function) else None


def _plain(node: FuncDef | Decorator) -> FuncDef | None:
    """The function, where it does what its body says: under no decorator but Python's that manages a generator."""
    function = node.func if isinstance(node, Decorator) else node
    decorators = node.decorators if isinstance(node, Decorator) else []
    is_managed = any(isinstance(one, RefExpr) and one.fullname == names.MANAGING for one in decorators)
    itself = function.arguments[:1] if is_bound(function) else []  # one from the cache has none
    is_given = any(assigned(function.body.body, one.variable) for one in itself)
    if function.is_conditional or function.is_overload or function.is_coroutine or is_given:
        return None
    return function if len(decorators) == is_managed and is_managed == function.is_generator else None


def _given(checker: TypeChecker, region: Region, call: CallExpr, function: FuncDef) -> dict[str, Expression] | None:
    """What the call gives each parameter, as far as that is known; None where it is not plain which has what."""
    parameters = function.arguments[is_bound(function) :]
    if any(one.kind.is_star() for one in parameters) or not {*call.arg_kinds} <= {ARG_POS, ARG_NAMED}:
        return None
    if len(call.args) > len(parameters):
        return None
    defaults = {one.variable.name: one.initializer for one in parameters if one.initializer is not None}
    as_there = {name: Region(one, is_here=False).argument(checker, one) for name, one in defaults.items()}
    found = {name: one for name, one in as_there.items() if one is not None}
    for place, (argument, name) in enumerate(zip(call.args, call.arg_names, strict=True)):
        word, known = name or parameters[place].variable.name, region.argument(checker, argument)
        found.pop(word, None)
        if known is not None:
            found[word] = known
    changed = {one.variable.name for one in parameters if assigned(function.body.body, one.variable)}
    return {name: value for name, value in found.items() if name not in changed}


def _written(function: FuncDef, given: Mapping[str, Expression], owner: Expression | None) -> list[Region] | None:
    """What the body of a function that makes regions, or enters them around its `yield`, says of them."""
    body = without_docstring(function.body.body)
    if not function.is_generator:
        match body:
            case [ReturnStmt(expr=Expression() as made)]:
                return [Region(made, is_here=False, given=given, owner=owner)]
        return None
    every = [part for one in statements(function.body.body) for part in expressions(one)]
    yields = [part for part in every if isinstance(part, YieldExpr | YieldFromExpr)]
    entered_there = around(body, yields[0]) if len(yields) == 1 else None
    if entered_there is None:
        return None
    return [Region(one, is_here=False, given=given, owner=owner) for one in entered_there]
