"""What a `with` may enter that is not written out there: `with ctx:`, `with self.amp():`, `with fabric.autocast():`."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    Block,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    Statement,
    StrExpr,
    TryStmt,
    TypeInfo,
    WithStmt,
)
from mypy.types import AnyType, Instance, Type, UnionType, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.paths import is_installed, path_of
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.definitions import is_made_otherwise
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.progress import is_bar
from dtensortypes.mypy_plugin.text.reach import callee, is_autocast, makes_autocast
from dtensortypes.mypy_plugin.text.scope import bodies, statements
from dtensortypes.mypy_plugin.text.texts import enters

_OF_ANY_KIND: Final = frozenset({"contextlib.AbstractContextManager", "typing.ContextManager", "builtins.object"})
_OF_SEVERAL: Final = frozenset({"contextlib.ExitStack", names.MANAGER})

_BY_HAND: Final = frozenset({"enter_context", "__enter__"}) | names.AUTOCAST_SETTERS
"""What enters a region which no `with` shows."""


@once_per_tree
def mentioned(tree: MypyFile) -> frozenset[str]:
    """The full names that the file mentions, the names of attributes, and the words that it may look one up by."""
    found: set[str] = set()
    for part in (one for body in bodies(tree.defs) for statement in statements(body) for one in expressions(statement)):
        match part:
            case MemberExpr(fullname=fullname, name=name):
                found |= {fullname, name}
            case RefExpr(fullname=name) | StrExpr(value=name):
                found.add(name)
    return frozenset(found)


def enters_by_hand(tree: MypyFile) -> bool:
    """Whether the file enters regions that last until somebody leaves them: `stack.enter_context(device)`."""
    return not _BY_HAND.isdisjoint(mentioned(tree))


@once_per_tree
def _enters_devices(tree: MypyFile) -> bool:
    """Whether a `with` of the file enters a device, or what may be one: a variable, or something's attribute."""
    regions = (one for body in bodies(tree.defs) for one in statements(body) if isinstance(one, WithStmt))
    every = (region for one in regions for region in one.expr)
    return any(isinstance(region, NameExpr | MemberExpr) or callee(region) == names.DEVICE for region in every)


def enters_nothing(tree: MypyFile, region: Expression) -> bool:
    """Whether it makes an object of a class that enters no region: of the file, or of a library that is known."""
    info = region.callee.node if isinstance(region, CallExpr) and isinstance(region.callee, RefExpr) else None
    if not isinstance(info, TypeInfo) or is_made_otherwise(info):
        return False
    if names.is_users(info.fullname):
        is_told = all(base.module_name == tree.fullname for base in info.mro[:-1])
        return is_told and not enters_by_hand(tree)
    every = {base.fullname for base in info.mro[:-1]}
    return info.fullname not in _OF_ANY_KIND and every.isdisjoint(names.AUTOCASTS | _OF_SEVERAL | {names.DEVICE})


def may_be_open(checker: TypeChecker, region: Expression) -> bool:
    """Whether the type of the expression leaves it open what it is, or enters: an autocast region, or a device."""
    return _may_be(checker, region, checker.lookup_type_or_none(region))


def _may_be(checker: TypeChecker, region: Expression, type_: Type | None) -> bool:
    match get_proper_type(type_) if type_ is not None else None:
        case UnionType(items=items):
            return any(_may_be(checker, region, item) for item in items)
        case Instance(type=info):
            if info.fullname in _OF_ANY_KIND or not names.AUTOCASTS.isdisjoint(base.fullname for base in info.mro):
                return True
            if info.fullname in _OF_SEVERAL:
                return _enters(checker.tree) or not _is_told(checker, region)
            return names.is_users(info.fullname) and (_enters(checker.tree) or _enters_there(checker, info))
        case AnyType() | None:
            return not is_autocast(region) and not is_bar(region, checker.tree)
    return False


def _enters(tree: MypyFile) -> bool:
    return makes_autocast(tree) or _enters_devices(tree)


def _enters_there(checker: TypeChecker, info: TypeInfo) -> bool:
    """Whether the class is one of another file, which may enter a region for it."""
    other = checker.modules.get(info.module_name)
    if other is None or other is checker.tree or is_installed(path_of(other)):
        return False
    return enters(path_of(other))


def _is_told(checker: TypeChecker, region: Expression) -> bool:
    """Whether it comes of a function of this file, or of a library's that everyone knows."""
    function = region.callee if isinstance(region, CallExpr) else region
    if not isinstance(function, RefExpr):
        return False
    is_own = isinstance(function.node, FuncDef | Decorator) and function.fullname.startswith(
        f"{checker.tree.fullname}."
    )
    return is_own or not names.is_users(function.fullname)


def around(body: list[Statement], wanted: Expression) -> list[Expression] | None:
    """What is entered around the place where the part stands; None where a branch or a loop decides on it."""
    for one in body:
        inner: Block | None = one.body if isinstance(one, WithStmt | TryStmt) else None
        if inner is None and any(part is wanted for part in expressions(one)):
            return []
        found = None if inner is None else around(inner.body, wanted)
        if found is not None:
            return [*one.expr, *found] if isinstance(one, WithStmt) else found
        if any(part is wanted for within in statements([one]) for part in expressions(within)):
            return None
    return None
