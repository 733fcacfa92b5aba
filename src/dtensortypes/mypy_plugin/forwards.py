"""Calls of the program's own modules: what their `forward` declares, and what its body tells beyond that."""

from __future__ import annotations

from dataclasses import replace

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, FuncDef, Var
from mypy.typeops import bind_self
from mypy.types import CallableType, Instance, Type, get_proper_type

from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.bodies import Told, is_refused
from dtensortypes.mypy_plugin.compare import says_something
from dtensortypes.mypy_plugin.definitions import is_transparent
from dtensortypes.mypy_plugin.functions import checked_call, loosen
from dtensortypes.mypy_plugin.given import is_known, signature_for
from dtensortypes.mypy_plugin.helpers import is_overridden, of_call, remembered
from dtensortypes.mypy_plugin.report import report


def forwarded(checker: TypeChecker, call: CallExpr, module: Instance, default: Type) -> Type:
    """The type of `module(x)`, a call of the module's own `forward`; what does not fit is reported."""
    forward = _forward(module)
    declared = None if forward is None else _declared(forward)
    if declared is not None and any(map(says_something, [*declared.arg_types, declared.ret_type])):
        bound = bind_self(declared, module)
        default, _ = checker.expr_checker.check_call(loosen(bound), call.args, call.arg_kinds, call, call.arg_names)
        default = checked_call(checker, call, bound, default, "forward")
    found = Told() if forward is None else _told(checker, call, module, forward)
    if not is_refused(checker, call):
        for problem in found.problems:
            report(checker, problem, call)
    is_declared = declared is not None and says_something(declared.ret_type)
    return default if is_declared or found.result is None else found.result


def _forward(module: Instance) -> FuncDef | Decorator | None:
    """The module's own `forward`; None where the class has a `__call__` of its own, of which nothing is known."""
    method, call = module.type.get_method("forward"), module.type.get("__call__")
    is_torchs = call is not None and isinstance(call.node, Var) and call.node.info.fullname == names.MODULE
    if not is_torchs or not isinstance(method, FuncDef | Decorator) or method.info.fullname == names.MODULE:
        return None
    return method


def _declared(method: FuncDef | Decorator) -> CallableType | None:
    declared = get_proper_type(method.var.type if isinstance(method, Decorator) else method.type)
    return declared if isinstance(declared, CallableType) else None


def _told(checker: TypeChecker, call: CallExpr, module: Instance, method: FuncDef | Decorator) -> Told:
    """What the body says of this call."""
    if isinstance(method, Decorator) and not all(map(is_transparent, method.decorators)):
        return Told()
    function = method.func if isinstance(method, Decorator) else method
    if not is_known(module) and is_overridden(checker.tree, module.type, function):
        return Told()  # a module whose state is known is one that was made as what it is
    signature = signature_for(checker, call, function, module)
    found = Told() if signature is None else remembered(checker, function, signature)
    return replace(found, problems=tuple(of_call(checker, function, found))) if found.problems else found
