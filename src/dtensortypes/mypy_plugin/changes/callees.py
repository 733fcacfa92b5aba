"""Who is called with what a variable holds, by the text alone: one of torch's operations, or a function that counts."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, MemberExpr, NameExpr, Node, RefExpr, TypeInfo, Var
from mypy.types import Instance, get_proper_type

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.ground import names

_COUNTING: Final = frozenset(f"builtins.{one.__name__}" for one in (len, isinstance, callable, bool, int, float, str))


def is_operation(callee: Expression) -> bool:
    """Whether it is one of torch's operations, which keep no list."""
    return isinstance(callee, RefExpr) and names.public(callee.fullname) in ops.names()


def function_called(callee: Expression, within: FuncDef | None) -> FuncDef | None:
    """The program's function that is run where a function, a method, a module or a callable object is called.

    `within` is the function whose body the call stands in. None where the text, and what mypy has inferred of
    variables and attributes, do not tell.
    """
    node: Node | None = callee.node if isinstance(callee, NameExpr) else None
    match callee:
        case CallExpr(callee=RefExpr(node=TypeInfo() as info)):
            return _run_by(info)
        case MemberExpr(expr=NameExpr(node=Var(is_self=True)), name=name) if within is not None and within.info:
            symbol = within.info.get(name)
            node = symbol.node if symbol else None
        case MemberExpr(expr=CallExpr(callee=RefExpr(node=TypeInfo() as info)), name=name):
            node = _method(info, name)
        case MemberExpr(expr=RefExpr(node=TypeInfo() as info), name=name):
            method = _method(info, name)  # another one is given its object with the rest
            node = method if method is not None and (method.is_static or method.is_class) else None
    if isinstance(node, Var) and node.is_inferred:
        type_ = get_proper_type(node.type)
        return _run_by(type_.type) if isinstance(type_, Instance) else None
    return node if isinstance(node, FuncDef) and names.is_users(node.fullname) else None


def _run_by(info: TypeInfo) -> FuncDef | None:
    """What is run where an object of the class is called."""
    method = info.get_method("forward" if info.has_base(names.MODULE) else "__call__")
    return method if isinstance(method, FuncDef) and names.is_users(method.info.fullname) else None


def _method(info: TypeInfo, name: str) -> FuncDef | None:
    """The method of this name, if nothing but `@staticmethod` or `@classmethod` stands above it."""
    symbol = info.get(name)
    node = symbol.node if symbol is not None else None
    node = node.func if isinstance(node, Decorator) and not node.decorators else node
    return node if isinstance(node, FuncDef) and not node.is_property else None


def gives_number(callee: Expression) -> bool:
    """Whether it is one of Python's functions that count or measure: what they give holds nothing of what they get."""
    return isinstance(callee, RefExpr) and callee.fullname in _COUNTING


def is_torchs(callee: Expression) -> bool:
    """Whether it is a function of a package, by its full name."""
    return isinstance(callee, RefExpr) and bool(callee.fullname) and not names.is_users(callee.fullname)


def owner_of(place: Expression) -> Expression:
    """What a shape is one of: `x` of `x.shape`; the place itself where it is none."""
    return place.expr if isinstance(place, MemberExpr) and place.name == "shape" else place
