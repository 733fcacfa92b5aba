"""Whether mypy refuses something whatever the plugin has told it: with `Any` in the place of what only that knows."""

from __future__ import annotations

import re
from typing import Final

from mypy.argmap import map_actuals_to_formals
from mypy.errorcodes import ARG_TYPE, ASSIGNMENT, CALL_OVERLOAD, RETURN_VALUE
from mypy.errors import ErrorInfo
from mypy.nodes import CallExpr, Expression, IndexExpr, MemberExpr, NameExpr, RefExpr, SliceExpr, TempNode, Var
from mypy.subtypes import is_subtype
from mypy.typeops import get_all_type_vars
from mypy.types import CallableType, Instance, TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.native import Native
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import assigned, statements
from dtensortypes.mypy_plugin.types.facts_of import is_torch_size
from dtensortypes.mypy_plugin.types.rewriting import Rewriting
from dtensortypes.mypy_plugin.types.types_of import anything

_TO_CONTAINER: Final = r'(?:variable|target) has type "(?:builtins\.)?(?:tuple|list|dict|set)\['


def is_wrong_anyway(native: Native, part: Expression, info: ErrorInfo) -> bool:
    """Whether mypy would say it of the part, an argument or what is returned, without what the plugin has told."""
    body = native.body
    calls = [e for s in statements(body) for e in expressions(s) if isinstance(e, CallExpr) and part in e.args]
    if info.code is CALL_OVERLOAD:
        here = [call for call in calls if (call.line, call.column) == (info.line, info.column)]
        return any(_is_wrong_call(native, call) for call in here)
    if info.code is ARG_TYPE and native.holds_any(part):
        return any(_is_wrong_argument(native, call, part) for call in calls)
    if info.code is ASSIGNMENT and isinstance(part, NameExpr | MemberExpr):
        return is_container(native.checker.lookup_type_or_none(part))  # it takes no more than containers
    if info.code is ASSIGNMENT and isinstance(part, CallExpr) and native.holds_any(part):
        return is_container(native.checker.lookup_type_or_none(part)) and not re.search(_TO_CONTAINER, info.message)
    declared = native.function.type if native.function else None
    if info.code is RETURN_VALUE and native.holds_any(part) and isinstance(declared, CallableType):
        return not _suits(native, part, declared.ret_type)
    return False


def is_part_of_size(native: Native, expression: Expression) -> bool:
    """Whether it is a slice of a `torch.Size`, which to mypy is a tuple where the sizes are known one by one."""
    match expression:
        case IndexExpr(base=base, index=SliceExpr()):
            type_ = native.type_of(base)
            return type_ is not None and is_torch_size(type_)
        case NameExpr(node=variable):
            given = [value for _, value in assigned(native.body, variable)]
            return bool(given) and all(value is not None and is_part_of_size(native, value) for value in given)
    return False


def is_container(type_: Type | None) -> bool:
    """Whether it is one of Python's containers, whatever is in it."""
    proper = get_proper_type(type_)
    return isinstance(proper, TupleType) or (
        isinstance(proper, Instance) and proper.type.module_name == "builtins" and bool(proper.args)
    )


def _is_wrong_call(native: Native, call: CallExpr) -> bool:
    checker = native.checker
    node = call.callee.node if isinstance(call.callee, RefExpr) else None
    callee = (node.type if isinstance(node, Var) else None) or checker.lookup_type_or_none(call.callee)
    if callee is None:
        return False
    given = [TempNode(anything()) if native.is_any(argument) else argument for argument in call.args]
    with checker.msg.filter_errors() as errors:
        checker.expr_checker.check_call(callee, given, call.arg_kinds, call, call.arg_names)
    return errors.has_new_errors()


def _is_wrong_argument(native: Native, call: CallExpr, part: Expression) -> bool:
    signature = get_proper_type(native.checker.lookup_type_or_none(call.callee))
    if not isinstance(signature, CallableType):
        return False
    kinds, words = signature.arg_kinds, signature.arg_names
    formals = map_actuals_to_formals(call.arg_kinds, call.arg_names, kinds, words, lambda _: anything())
    place = call.args.index(part)
    wanted = [formal for formal, actuals in zip(signature.arg_types, formals, strict=True) if place in actuals]
    return not all(get_all_type_vars(formal) or _suits(native, part, formal) for formal in wanted)


def _suits(native: Native, part: Expression, wanted: Type) -> bool:
    """Whether a container is what is wanted if `Any` is in it where the plugin knows more."""
    type_ = native.checker.lookup_type_or_none(part)
    return type_ is None or is_subtype(type_.accept(_Untold()), wanted)


class _Untold(Rewriting):
    """Puts `Any` in the place of what only the plugin knows."""

    def visit_instance(self, t: Instance, /) -> Type:
        is_told = any(map(t.type.has_base, (names.TENSOR, names.MODULE, names.SIZE, names.TORCH_SIZE)))
        return anything() if is_told else super().visit_instance(t)
