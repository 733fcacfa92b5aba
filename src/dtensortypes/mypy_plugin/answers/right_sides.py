"""Operators whose right side is a union: mypy asks the right side first then, and of a union it asks no plugin.

It looks the reflected operator up in each member, though, and of that it asks (`reflected.py`).
"""

from __future__ import annotations

from functools import partial

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS, OpExpr
from mypy.plugin import AttributeContext
from mypy.types import CallableType, Type, UnionType, flatten_nested_unions, get_proper_type

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.answers.operations import Call, as_written
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.asking import of_method, of_reflected
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.reflected import OPERATORS


def read(ctx: AttributeContext, name: str) -> Type:
    """The reflected operator of one member of the union on the right, with what it gives for the left side."""
    native, checker, operation = get_proper_type(ctx.default_attr_type), ctx.api, ctx.context
    is_operator = isinstance(native, CallableType) and isinstance(operation, OpExpr)
    if not is_operator or not isinstance(checker, TypeChecker):
        return ctx.default_attr_type
    assert isinstance(native, CallableType)
    assert isinstance(operation, OpExpr)
    given, whole = map(checker.lookup_type_or_none, (operation.left, operation.right))
    owners, _, reflected = name.rpartition(".")
    said = as_written(checker, operation, f"{owners}.{OPERATORS[reflected]}")
    if given is None or not _is_union_of_tensors(whole) or said not in ops.names():
        return ctx.default_attr_type
    call = Call(checker, operation, native.ret_type, operation.right)
    is_number = not is_a(get_proper_type(given), names.TENSOR) and not _is_union_of_tensors(given)
    rule = partial(of_method, name) if is_number else partial(of_reflected, said)
    found = call.answered(rule, [(operation.left, given, ARG_POS, None)], ctx.type)
    return native.copy_modified(ret_type=found)


def _is_union_of_tensors(type_: Type | None) -> bool:
    members = flatten_nested_unions([type_]) if isinstance(get_proper_type(type_), UnionType) and type_ else []
    return bool(members) and all(is_a(get_proper_type(member), names.TENSOR) for member in members)
