"""Tensors that a module has registered: buffers and parameters, which are cast and moved with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, StrExpr, TypeInfo
from mypy.types import Instance, Type

from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dtype import DType, DTypeFact
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.value import LayerFact
from dtensortypes.mypy_plugin.expressions import expressions, is_self
from dtensortypes.mypy_plugin.facts_of import tensor_fact
from dtensortypes.mypy_plugin.per_tree import once_per_tree
from dtensortypes.mypy_plugin.scope import statements
from dtensortypes.mypy_plugin.types_of import Types

_REGISTERING: Final = frozenset({"register_buffer", "register_parameter"})


def read(checker: TypeChecker, owner: Instance, name: str, state: LayerFact) -> Type | None:
    """The type of the registered tensor `owner.name` in the module's state; None where there is none, or in doubt."""
    fact = _facts(checker, owner.type).get(name)
    if fact is None:
        return None
    casts = not isinstance(fact.dtype, DType) or fact.dtype.is_float or fact.dtype.is_complex
    return Types(checker.modules).tensor(TensorFact(state.dtype if casts else fact.dtype, state.device, fact.shape))


def states(checker: TypeChecker, info: TypeInfo) -> Iterator[tuple[DTypeFact | None, DeviceFact]]:
    """The dtype, None of one that no cast changes, and the device of each registered tensor."""
    for fact in _facts(checker, info).values():
        fixed = isinstance(fact.dtype, DType) and not (fact.dtype.is_float or fact.dtype.is_complex)
        yield None if fixed else fact.dtype, fact.device


def _facts(checker: TypeChecker, info: TypeInfo) -> dict[str, TensorFact]:
    """What is known of each tensor when it is registered; of one that is registered twice, nothing."""
    found: dict[str, TensorFact] = {}
    for base in info.mro:
        method = base.names.get("__init__")
        if method is None or not isinstance(method.node, FuncDef) or base.module_name != checker.tree.fullname:
            continue
        for name, value in _registered(method.node):
            type_ = checker.lookup_type_or_none(value)
            fact = tensor_fact(type_) if type_ is not None else None
            found[name] = TensorFact() if name in found or fact is None else fact
    return found


@once_per_tree
def _registered(function: FuncDef) -> list[tuple[str, Expression]]:
    """The names under which the function registers tensors, and the tensors."""
    calls = (e for statement in statements(function.body.body) for e in expressions(statement))
    found = []
    for call in calls:
        match call:
            case CallExpr(callee=MemberExpr(expr=owner, name=method), args=[StrExpr(value=name), value, *_]):
                if method in _REGISTERING and is_self(owner):
                    found.append((name, value))
    return found
