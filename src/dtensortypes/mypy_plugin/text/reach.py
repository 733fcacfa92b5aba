"""Which functions of a file may run inside of its regions of autocast, or of a device: told by names.

A function that is mentioned in a region may run there, and so may one that is mentioned in such a function. What a
region calls that is no function of the file (a module, a trainer) may call back: every `forward`, every method with a
name of Python's, and every function that is handed around as a value. A region in another file is not seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    StarExpr,
    Statement,
    TypeInfo,
    WithStmt,
)

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.classes import classes
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import Spot, decorators, functions, given_attributes, spot, statements


def callee(expression: Expression) -> str:
    """The full name of what the expression calls; empty where it is no call of a name."""
    if isinstance(expression, CallExpr) and isinstance(expression.callee, RefExpr):
        return expression.callee.fullname
    return ""


@once_per_tree
def reached(tree: MypyFile) -> frozenset[Spot]:
    """The functions that may run inside of an autocast region of the file."""
    return _reached(tree, list(_inside(tree)))


@once_per_tree
def reached_on_devices(tree: MypyFile) -> frozenset[Spot]:
    """The functions that may run where the file gives torch another default device: `with torch.device("cuda"):`."""
    return _reached(tree, [inner for region in on_devices(tree) for inner in statements(region.body.body)])


@once_per_tree
def on_devices(tree: MypyFile) -> list[WithStmt]:
    """The regions of the file in which torch has another default device."""
    return [one for one in _all(tree) if isinstance(one, WithStmt) and any(map(_may_be_device, one.expr))]


def _may_be_device(region: Expression) -> bool:
    """Whether a `with` of this expression is one of a device, as it says or by its name."""
    is_named = isinstance(region, NameExpr | MemberExpr) and "dev" in region.name.lower()
    return is_named or callee(region) == names.DEVICE


def _reached(tree: MypyFile, inside: list[Statement]) -> frozenset[Spot]:
    if not inside:
        return frozenset()
    known, mentioned = functions(tree), _mentioned(inside)
    layers = _layers(tree)
    if any(_calls_out(statement, layers) for statement in inside):
        mentioned |= {"forward"} | _escaping(tree)
        mentioned |= {function.name for function in known if function.name.startswith("__")}
    found: dict[int, FuncDef] = {}
    waiting = [function for function in known if function.name in mentioned]
    while waiting:
        function = waiting.pop()
        if id(function) not in found:
            found[id(function)] = function
            further = _mentioned(statements(function.body.body))
            waiting += [other for other in known if other.name in further]
    return frozenset(map(spot, found.values()))


def is_autocast(expression: Expression) -> bool:
    """Whether the expression makes an autocast region."""
    return callee(expression) in names.AUTOCASTS


@once_per_tree
def makes_autocast(tree: MypyFile) -> bool:
    """Whether the file makes an autocast region anywhere, to enter it here or there."""
    return any(is_autocast(expression) for statement in _all(tree) for expression in expressions(statement))


def _inside(tree: MypyFile) -> Iterator[Statement]:
    """The statements that stand in a region, or in a function that is one."""
    for statement in _all(tree):
        if isinstance(statement, WithStmt) and any(_enters(tree, expression) for expression in statement.expr):
            yield from statements(statement.body.body)
    for function in functions(tree):
        around = decorators(tree).get(spot(function), ())
        if any(_enters(tree, one) for one in around if not isinstance(getattr(one, "node", None), FuncDef)):
            yield from statements(function.body.body)


def _enters(tree: MypyFile, region: Expression) -> bool:
    """Whether a `with` of this expression enters a region, or may: one that the file has made elsewhere."""
    if is_autocast(region):
        return True
    made = region.callee if isinstance(region, CallExpr) else region
    if not isinstance(made, NameExpr | MemberExpr) or (made.fullname and not names.is_users(made.fullname)):
        return False
    return made.name in _REGIONS or makes_autocast(tree)


_REGIONS: Final = frozenset(name.rpartition(".")[2] for name in names.AUTOCASTS)


def _all(tree: MypyFile) -> Iterator[Statement]:
    yield from statements(tree.defs)
    for function in functions(tree):
        yield from statements(function.body.body)


def _mentioned(body: Iterable[Statement]) -> set[str]:
    """The names and attributes that the statements mention; those of functions that are defined there as well."""
    return {
        expression.name
        for statement in body
        for expression in expressions(statement)
        if isinstance(expression, NameExpr | MemberExpr)
    }


def _escaping(tree: MypyFile) -> set[str]:
    """The names that the file uses other than to call them, and those of its decorated functions."""
    every = [expression for statement in _all(tree) for expression in expressions(statement)]
    to_call = {id(expression.callee) for expression in every if isinstance(expression, CallExpr)}
    values = {e.name for e in every if isinstance(e, NameExpr | MemberExpr) and id(e) not in to_call}
    return values | {function.name for function in functions(tree) if spot(function) in decorators(tree)}


def _calls_out(statement: Statement, layers: frozenset[str]) -> bool:
    """Whether the statement calls something else than torch's functions and layers, and the file's functions."""
    calls = [expression for expression in expressions(statement) if isinstance(expression, CallExpr)]
    return any(not _is_known(call.callee, layers) for call in calls)


def _is_known(function: Expression, layers: frozenset[str]) -> bool:
    if isinstance(function, MemberExpr) and is_self(function.expr) and function.name in layers:
        return True
    if not isinstance(function, RefExpr):
        return False
    return isinstance(function.node, FuncDef | Decorator) or function.fullname.startswith(("torch.", "builtins."))


def _layers(tree: MypyFile) -> frozenset[str]:
    """The attributes that are nothing but layers of torch's in the whole file: they call nothing of the program's."""
    given: dict[str, list[Expression | None]] = {}
    for cls in classes(tree):
        for name, values in given_attributes(cls.defs.body).items():
            given.setdefault(name, []).extend(values)
    return frozenset(name for name, values in given.items() if all(map(_is_layer, values)))


def _is_layer(value: Expression | None) -> bool:
    """Whether it makes a layer of torch's, of other layers at most, and casts or moves it at most."""
    match value:
        case CallExpr(callee=RefExpr(fullname=name), args=args) if names.is_layer(name):
            takes_modules = name.startswith(_OF_MODULES)
            return not any(_may_be_called(one, takes_modules=takes_modules) for one in args)
        case CallExpr(callee=MemberExpr(expr=inner, name=method)):
            return names.MODULE_METHODS + method in ops.names() and _is_layer(inner)
    return False


_OF_MODULES: Final = tuple(f"{names.LAYERS}{package}." for package in ("container", "transformer"))


def _may_be_called(argument: Expression, *, takes_modules: bool) -> bool:
    """Whether a layer that is made with this argument may call something of the program's."""
    if isinstance(argument, NameExpr | StarExpr) and takes_modules:
        return True
    every = expressions(argument)
    functions_of = (part for part in every if isinstance(part, RefExpr))
    return any(isinstance(part, CallExpr) and not _is_layer(part) for part in every) or any(
        isinstance(part.node, FuncDef | Decorator | TypeInfo) and names.is_users(part.fullname) for part in functions_of
    )
