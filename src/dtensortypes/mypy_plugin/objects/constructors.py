"""Constructors that work on tensors: what torch refuses in their bodies for what the call of the class gives them."""

from __future__ import annotations

from collections.abc import Mapping

from mypy.checker import TypeChecker
from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, FuncDef, RefExpr, TypeInfo
from mypy.types import CallableType, Type

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.bodies.bodies import is_refused
from dtensortypes.mypy_plugin.bodies.given import of_default, valued
from dtensortypes.mypy_plugin.bodies.helpers import remembered, report_told
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages import at_fault
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import statements
from dtensortypes.mypy_plugin.types.types_of import anything


def report_refused(checker: TypeChecker, call: CallExpr, init: FuncDef, signature: CallableType) -> None:
    """Report what torch refuses in the constructor when it is given this."""
    if not _computes(init) or is_refused(checker, call):
        return
    found = remembered(checker, init, signature)
    if not found.problems:
        at_fault.suits(checker, call, init, None)
    report_told(checker, call, init, found)


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


def given_to_fields(checker: TypeChecker, call: CallExpr, info: TypeInfo, filled: Mapping[str, bool]) -> list[Type]:
    """The types of a dataclass's fields in the object that the call makes."""
    if any(kind not in {ARG_POS, ARG_NAMED} for kind in call.arg_kinds):
        return []
    in_order = (name for name, is_by_name in filled.items() if not is_by_name)
    given = {word or next(in_order): value for word, value in zip(call.arg_names, call.args, strict=True)}
    return [
        valued(checker, given[name])
        if name in given
        else of_default(checker, objects.default_of(info, name)) or anything()
        for name in filled
    ]
