"""Whose fault it is what a call finds wrong in a body: the caller's, or the class's, which declares all that it takes.

A method that declares what it takes and gives is wrong by itself where its object is as the constructor has made it, or
is cast and moved to where its arguments are declared to be. Such a problem is said at its line of the body.
"""

from __future__ import annotations

import re
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, Expression, FuncDef, MemberExpr, NameExpr, RefExpr, TempNode, TypeInfo
from mypy.types import CallableType, Instance, NoneType, Type, get_proper_type

from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.problems import Kind, Problem, returned
from dtensortypes.mypy_plugin.bodies.completed import is_open
from dtensortypes.mypy_plugin.changes.states import state_of
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.codes import CODES
from dtensortypes.mypy_plugin.messages.report import report
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.text.expressions import lines
from dtensortypes.mypy_plugin.text.scope import constant_value, function_at, statements
from dtensortypes.mypy_plugin.types.compare import has_value
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import anything
from dtensortypes.mypy_plugin.types.value_of import of_type
from dtensortypes.mypy_plugin.types.veiled import unveiled

_PLACE: Final = re.compile(r' \(line (\d+) of "([\w.]+)"\)$')


def say(checker: TypeChecker, call: Expression, function: FuncDef, receiver: Type | None, problem: Problem) -> None:
    """Report what the call finds wrong in the body, there or here."""
    place = _place(checker, call, function, receiver, problem) if isinstance(call, CallExpr) else None
    if place is None:
        report(checker, problem, call)
    elif not _is_said(checker, place, problem):
        reason = _PLACE.sub(f', as line {call.line} calls "{function.name}"', problem.reason)
        report(checker, problem._replace(reason=reason), place)


def _is_said(checker: TypeChecker, place: Context, problem: Problem) -> bool:
    """Whether the like has been said of the line, for another call, or by mypy when it has checked the body."""
    said = checker.errors.error_info_map.get(checker.errors.file, [])
    errors = (info for info in said if info.severity == "error")
    return any(info.line == place.line and info.code is CODES[problem.kind] for info in errors)


def _place(
    checker: TypeChecker, call: CallExpr, function: FuncDef, receiver: Type | None, problem: Problem
) -> Context | None:
    """The place in the body, if what stands there is at fault."""
    found = _PLACE.search(problem.reason)
    if found is None or is_trial(checker):
        return None
    line, name = int(found[1]), found[2]
    if problem.reason.startswith(f"{returned(name.rpartition('.')[2])} "):
        return _at(function_at(checker.tree, line), line)  # it does not give what it declares
    is_here = function.fullname.startswith(f"{checker.tree.fullname}.")
    is_own = is_here and bool(function.info) and name == f"{function.info.name}.{function.name}"
    return _at(function, line) if is_own and _is_at_fault(checker, call, function, receiver, problem.kind) else None


def _at(function: FuncDef | None, line: int) -> Context | None:
    """The line in the function, as a place."""
    body = statements(function.body.body) if function is not None else []
    statement = next((s for s in reversed(body) if line in lines(s)), None)
    if statement is None:
        return None
    place = TempNode(anything())
    place.set_line(line, statement.column if statement.line == line else 0)
    return place


def _is_at_fault(checker: TypeChecker, call: CallExpr, function: FuncDef, receiver: Type | None, kind: Kind) -> bool:
    """Whether the method declares all that it takes, and its object is such as it is made for."""
    owner, declared = get_proper_type(receiver), function.type
    if not isinstance(owner, Instance) or not isinstance(declared, CallableType):
        return False
    if any(map(_says_too_little, [*declared.arg_types[1:], declared.ret_type])):
        return False
    return _is_as_declared(owner, declared, kind) or _is_as_made(checker, call, owner, kind)


def _says_too_little(type_: Type) -> bool:
    return not isinstance(get_proper_type(type_), NoneType) and is_open(type_)


def _is_as_declared(owner: Instance, declared: CallableType, kind: Kind) -> bool:
    """Whether the module as a whole has the dtype, or is on the device, that is declared of all arguments."""
    if not is_a(owner, names.MODULE) or kind is Kind.SHAPE:
        return False
    facts = [fact for fact in map(of_type, declared.arg_types[1:]) if isinstance(fact, TensorFact)]
    state = state_of(owner)
    if kind is Kind.DEVICE:
        return isinstance(state.device, Device) and bool(facts) and {f.device for f in facts} == {state.device}
    floats = {fact.dtype for fact in facts if not isinstance(fact.dtype, DType) or fact.dtype.is_float}
    return isinstance(state.dtype, DType) and floats == {state.dtype}


def _is_as_made(checker: TypeChecker, call: CallExpr, owner: Instance, kind: Kind) -> bool:
    """Whether the object is as its constructor leaves it, which has been told no dtype, no device and no size."""
    place: Expression = call.callee
    if isinstance(place, MemberExpr) and isinstance(place.expr, CallExpr | NameExpr):
        place = place.expr
    made = constant_value(checker, place) if isinstance(place, NameExpr) else place
    if not isinstance(made, CallExpr) or not _is_class(made.callee):
        return False
    given = [checker.lookup_type_or_none(argument) for argument in made.args]
    if any(type_ is not None and has_value(type_) for type_ in given) or (given and kind is Kind.SHAPE):
        return False
    if made is place:
        return True
    then = get_proper_type(checker.lookup_type_or_none(made) or anything())
    return isinstance(then, Instance) and unveiled(owner).args == unveiled(then).args


def _is_class(callee: Expression) -> bool:
    return isinstance(callee, RefExpr) and isinstance(callee.node, TypeInfo)
