"""What a `with` may enter that is not written out there: `with ctx:`, `with self.amp():`, `with fabric.autocast():`."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, NameExpr, RefExpr
from mypy.types import AnyType, Instance, Type, UnionType, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.reach import is_autocast, makes_autocast
from dtensortypes.mypy_plugin.text.scope import constant_value

_OF_ANY_KIND: Final = frozenset({"contextlib.AbstractContextManager", "typing.ContextManager", "builtins.object"})
_OF_SEVERAL: Final = frozenset({"contextlib.ExitStack", "contextlib._GeneratorContextManager"})


def written(checker: TypeChecker, region: Expression) -> Expression:
    """The call that a variable stands for, where it is given once; else the expression itself."""
    value = constant_value(checker, region) if isinstance(region, NameExpr) else None
    return value if isinstance(value, CallExpr) else region


def may_be_autocast(checker: TypeChecker, region: Expression) -> bool:
    """Whether the type of the expression leaves it open that it is, or enters, an autocast region."""
    return _may_be(checker, region, checker.lookup_type_or_none(region))


def _may_be(checker: TypeChecker, region: Expression, type_: Type | None) -> bool:
    match get_proper_type(type_) if type_ is not None else None:
        case UnionType(items=items):
            return any(_may_be(checker, region, item) for item in items)
        case Instance(type=info):
            if info.fullname in _OF_ANY_KIND or not names.AUTOCASTS.isdisjoint(base.fullname for base in info.mro):
                return True
            if info.fullname in _OF_SEVERAL:
                return makes_autocast(checker.tree) or not _is_told(checker, region)
            return names.is_users(info.fullname) and makes_autocast(checker.tree)
        case AnyType() | None:
            return not is_autocast(region)
    return False


def _is_told(checker: TypeChecker, region: Expression) -> bool:
    """Whether it comes of a function of this file, or of a library's that everyone knows."""
    function = region.callee if isinstance(region, CallExpr) else region
    if not isinstance(function, RefExpr):
        return False
    is_own = isinstance(function.node, FuncDef | Decorator) and function.fullname.startswith(
        f"{checker.tree.fullname}."
    )
    return is_own or not names.is_users(function.fullname)
