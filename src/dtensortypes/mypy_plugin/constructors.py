"""Constructors that work on tensors: what torch refuses in their bodies is wrong with the call of the class."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, FuncDef, RefExpr, TypeInfo
from mypy.types import CallableType

from dtensortypes.core import ops
from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.bodies import is_refused
from dtensortypes.mypy_plugin.expressions import expressions
from dtensortypes.mypy_plugin.helpers import remembered, report_told
from dtensortypes.mypy_plugin.per_tree import once_per_tree
from dtensortypes.mypy_plugin.scope import statements


def report_refused(checker: TypeChecker, call: CallExpr, init: FuncDef, signature: CallableType) -> None:
    """Report what torch refuses in the constructor when it is given this."""
    if _computes(init) and not is_refused(checker, call):
        report_told(checker, call, init, remembered(checker, init, signature))


@once_per_tree
def _computes(init: FuncDef) -> bool:
    """Whether the constructor does more with tensors than to make layers and to register what it is given."""
    called = (e.callee for one in statements(init.body.body) for e in expressions(one) if isinstance(e, CallExpr))
    return any(
        isinstance(callee, RefExpr)
        and not isinstance(callee.node, TypeInfo)
        and names.public(callee.fullname) in ops.names()
        for callee in called
    )
