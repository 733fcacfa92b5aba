"""Calls of the program's own modules: what their `forward` declares, and what its body tells beyond that."""

from __future__ import annotations

from dataclasses import replace

from mypy.checker import TypeChecker
from mypy.literals import literal_hash
from mypy.nodes import CallExpr, Decorator, FuncDef
from mypy.typeops import bind_self
from mypy.types import CallableType, Instance, Type, flatten_nested_unions, get_proper_type

from dtensortypes.mypy_plugin.answers.functions import checked_call, loosen
from dtensortypes.mypy_plugin.bodies.bodies import Told, is_refused
from dtensortypes.mypy_plugin.bodies.completed import completed, leaves_dtype
from dtensortypes.mypy_plugin.bodies.given import is_known, signature_for, with_arguments
from dtensortypes.mypy_plugin.bodies.helpers import of_call, report_broken, report_dropped
from dtensortypes.mypy_plugin.bodies.regions import state_at
from dtensortypes.mypy_plugin.bodies.remembered import remembered
from dtensortypes.mypy_plugin.changes.other_modules import is_another
from dtensortypes.mypy_plugin.changes.redefined import is_overridden
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages import at_fault
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.objects.first_call import KINDS, as_at_first
from dtensortypes.mypy_plugin.text.decorators import is_transparent
from dtensortypes.mypy_plugin.text.definitions import forward_of, type_of
from dtensortypes.mypy_plugin.text.expressions import calls
from dtensortypes.mypy_plugin.text.scope import current_body, statements
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.veiled import unveiled


def forwarded(checker: TypeChecker, call: CallExpr, module: Instance, default: Type) -> Type:
    """The type of `module(x)`, a call of the module's own `forward`; what does not fit is reported."""
    forward = None if is_another(module) else forward_of(module)
    declared = None if forward is None else _declared(forward)
    if declared is not None and any(map(says_something, [*declared.arg_types, declared.ret_type])):
        bound = bind_self(declared, module)
        default, _ = checker.expr_checker.check_call(loosen(bound), call.args, call.arg_kinds, call, call.arg_names)
        default = checked_call(checker, call, bound, default, "forward")
    if forward is None:
        return default
    heard = _heard(checker, call, module, forward)
    method = forward.func if isinstance(forward, Decorator) else forward
    found = _of_this_call(checker, method, heard)
    report_dropped(checker, call, method, heard, module)
    first = _first_call(checker, call, module, method) if not heard.problems else Told()
    if not (heard.problems or first.problems):
        at_fault.suits(checker, call, method, module)
    elif first.problems and not is_refused(checker, call) and _is_first(checker, call):
        at_fault.say(checker, call, method, module, first.problems[0])
    elif found.problems and not is_refused(checker, call) and _is_proved(checker, call, module):
        for problem in found.problems:
            at_fault.say(checker, call, method, module, problem)
    is_declared = declared is not None and says_something(declared.ret_type)
    if is_declared:
        report_broken(checker, call, method, default, found)
    result = found.whole if is_trial(checker) else found.result  # of a trial mypy's own messages are not heard
    if is_declared and result is not None and leaves_dtype(default):
        return completed(result, default)
    return default if is_declared or result is None else result


def _first_call(checker: TypeChecker, call: CallExpr, module: Instance, method: FuncDef) -> Told:
    """What is wrong with the first call of the module, whose attributes are as its constructor has made them."""
    first = as_at_first(checker, module, method)
    heard = _heard(checker, call, first, method) if first is not None else Told()
    return replace(heard, problems=tuple(one for one in of_call(checker, method, heard) if one.kind in KINDS))


def _is_first(checker: TypeChecker, call: CallExpr) -> bool:
    """Whether the body calls one module alone, and has not called it before."""
    whole, key = checker.lookup_type_or_none(call.callee), literal_hash(call.callee)
    if whole is not None and len(flatten_nested_unions([whole])) > 1:
        return False
    before = (one for statement in statements(current_body(checker)) for one in calls(statement))
    return key is None or not any(one.line < call.line and literal_hash(one.callee) == key for one in before)


def _is_proved(checker: TypeChecker, call: CallExpr, module: Instance) -> bool:
    """Whether what is wrong with one module is wrong with all that the variable may be: a hook sees one alone."""
    whole = checker.lookup_type_or_none(call.callee)
    for other in map(get_proper_type, flatten_nested_unions([whole]) if whole is not None else []):
        if isinstance(other, Instance) and is_a(other, names.MODULE) and other != module:
            forward = forward_of(unveiled(other))
            if forward is None or not _told(checker, call, unveiled(other), forward).problems:
                return False
    return True


def given_to(checker: TypeChecker, call: CallExpr, module: Instance, passed: Type) -> Told:
    """What the module's `forward` makes of one value, in the state of this call, where it declares nothing of it."""
    method = forward_of(module)
    signature = type_of(checker, method) if isinstance(method, FuncDef) else None
    if not isinstance(method, FuncDef) or signature is None or len(signature.arg_types) != 2:
        return Told()
    if any(map(says_something, [*signature.arg_types, signature.ret_type])) or not says_something(passed):
        return Told()
    signature = with_arguments(checker, signature, [module, passed])
    found = remembered(checker, method, signature, state_at(checker, call))
    return _of_this_call(checker, method, found)


def _of_this_call(checker: TypeChecker, forward: FuncDef, found: Told) -> Told:
    return replace(found, problems=tuple(of_call(checker, forward, found))) if found.problems else found


def _declared(method: FuncDef | Decorator) -> CallableType | None:
    declared = get_proper_type(method.var.type if isinstance(method, Decorator) else method.type)
    return declared if isinstance(declared, CallableType) else None


def _told(checker: TypeChecker, call: CallExpr, module: Instance, method: FuncDef | Decorator) -> Told:
    """What the body says of this call, and mypy not of the body itself."""
    function = method.func if isinstance(method, Decorator) else method
    return _of_this_call(checker, function, _heard(checker, call, module, method))


def _heard(checker: TypeChecker, call: CallExpr, module: Instance, method: FuncDef | Decorator) -> Told:
    """What the body says of this call."""
    if isinstance(method, Decorator) and not all(map(is_transparent, method.decorators)):
        return Told()
    function = method.func if isinstance(method, Decorator) else method
    if not is_known(module) and is_overridden(checker.tree, module.type, function):
        return Told()  # a module whose state is known is one that was made as what it is
    signature = signature_for(checker, call, function, module)
    state = state_at(checker, call)
    return Told() if signature is None else remembered(checker, function, signature, state)
