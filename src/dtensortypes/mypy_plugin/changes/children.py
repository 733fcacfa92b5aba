"""`module.children()`: the modules that a constructor registers, in their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_STAR,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Expression,
    ExpressionStmt,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    Statement,
    StrExpr,
    SuperExpr,
    SymbolTableNode,
    TypeInfo,
    Var,
)
from mypy.types import AnyType, Instance, get_proper_type

from dtensortypes.mypy_plugin.changes.noted import times_given
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.computed import Modules, Unknown
from dtensortypes.mypy_plugin.text.definitions import constructors
from dtensortypes.mypy_plugin.text.expressions import gathered, is_self
from dtensortypes.mypy_plugin.text.rewritten import at, duplicate, written
from dtensortypes.mypy_plugin.text.scope import statements
from dtensortypes.mypy_plugin.types.compare import has_module
from dtensortypes.mypy_plugin.types.facts_of import is_a

NAMED: Final = "named_children"
METHODS: Final = frozenset({"children", NAMED})


def is_call(expression: Expression) -> bool:
    """Whether it asks a module for its children."""
    match expression:
        case CallExpr(callee=MemberExpr(name=name), args=[]):
            return name in METHODS
    return False


def items(tree: MypyFile, call: CallExpr, held: Any) -> tuple[Any, ...]:
    """The children of what is a sequence of modules, or of the object itself; raises Unknown."""
    callee = call.callee
    assert isinstance(callee, MemberExpr)
    if isinstance(held, Modules):
        found: list[tuple[str, Any]] = [(str(place), one) for place, one in enumerate(held)]
    elif is_self(callee.expr):
        own = callee.expr.node if isinstance(callee.expr, NameExpr) else None
        owner = get_proper_type(own.type) if isinstance(own, Var) else None
        if not isinstance(owner, Instance):
            raise Unknown
        if any(owner.type in heir.mro for heir in _with_constructors(tree) if heir is not owner.type):
            raise Unknown  # it may be one of these that the object is of
        found = [(name, _attribute(callee.expr, name)) for name in registered(owner.type)]
    else:
        raise Unknown
    return tuple(found) if callee.name == NAMED else tuple(one for _, one in found)


def one_by_one(checker: TypeChecker, call: CallExpr, maybe: Callable[[Expression], Any]) -> list[Expression]:
    """The arguments of the call, with what `*several` gives one by one, where it is made of children."""
    found = list(call.args)
    for place, (one, kind) in enumerate(zip(call.args, call.arg_kinds, strict=True)):
        value = maybe(one) if kind is ARG_STAR and any(map(is_call, gathered(one))) else None
        found[place] = (written(checker, value, one) if type(value) is tuple else None) or one
    return found


@once_per_tree
def _with_constructors(tree: MypyFile) -> list[TypeInfo]:
    """The classes of the file that have an `__init__` of their own."""
    classes = [one.info for one in statements(tree.defs) if isinstance(one, ClassDef)]
    return [info for info in classes if info and "__init__" in info.names]


def _attribute(owner: Expression, name: str) -> Expression:
    return at(owner, MemberExpr(duplicate(owner), name))


def registered(cls: TypeInfo) -> list[str]:
    """The attributes that the one constructor gives modules, in their order; raises Unknown."""
    bases = [base for base in cls.mro if names.is_users(base.fullname)]
    inits = constructors(bases)
    init = inits[0] if len(inits) == 1 else None
    if not isinstance(init, FuncDef) or not init.body.body:
        raise Unknown
    found: list[str] = []
    for statement in init.body.body:
        found += _given(cls, statement)
    is_once = len(set(found)) == len(found) and all(times_given(cls, name) == 1 for name in found)
    if not is_once or any(_may_be_module(base.names[name]) for base in bases for name in {*base.names} - {*found}):
        raise Unknown
    return found


def _may_be_module(symbol: SymbolTableNode) -> bool:
    """Whether it is an attribute that another method may give a module."""
    variable = symbol.node if isinstance(symbol.node, Var) and symbol.node.is_inferred else None
    return variable is not None and (variable.type is None or has_module(variable.type))


def _given(cls: TypeInfo, statement: Statement) -> list[str]:
    match statement:
        case ExpressionStmt(expr=CallExpr(callee=SuperExpr())) | ExpressionStmt(expr=StrExpr()):
            return []
        case AssignmentStmt(lvalues=[MemberExpr(expr=owner, name=name)], rvalue=value) if is_self(owner):
            symbol = cls.get(name)
            known = get_proper_type(symbol.type) if symbol is not None else None
            if known is None or isinstance(known, AnyType) or (has_module(known) and not is_a(known, names.MODULE)):
                raise Unknown
            if not is_a(known, names.MODULE):
                return []
            if not isinstance(value, CallExpr) or not isinstance(getattr(value.callee, "node", None), TypeInfo):
                raise Unknown  # one that is there under two names is one child
            return [name]
        case AssignmentStmt(lvalues=[NameExpr()]):
            return []
    raise Unknown
