"""Bodies that are wrong by themselves, whoever calls them.

A method that declares what it takes and gives is so where its object is as it was made, or is where its arguments are
declared to be.
"""

from __future__ import annotations

import re

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, NameExpr, TypeInfo
from mypy.types import CallableType, Instance, NoneType, Type, get_proper_type

from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.problems import Kind, Problem, returned
from dtensortypes.mypy_plugin.bodies.completed import is_open
from dtensortypes.mypy_plugin.changes.states import state_of
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.proved import PLACE
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.text.definitions import stands_in
from dtensortypes.mypy_plugin.text.scope import constant_value
from dtensortypes.mypy_plugin.types.compare import has_value
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import anything
from dtensortypes.mypy_plugin.types.value_of import of_type
from dtensortypes.mypy_plugin.types.veiled import unveiled


def is_wrong(
    checker: TypeChecker, call: Expression, function: FuncDef, receiver: Type | None, problem: Problem
) -> bool:
    """Whether what stands in the body is at fault, whoever calls it."""
    found = re.search(PLACE, problem.reason)
    if found is None or found[3] or not isinstance(call, CallExpr):
        return False
    if problem.reason.startswith(f"{returned(found[2].rpartition('.')[2])} "):
        return True  # it does not give what it declares
    if is_trial(checker):
        return False  # what is given need not be what is declared
    is_own = bool(function.info) and found[2] == f"{function.info.name}.{function.name}"
    is_here = is_own and stands_in(checker.tree, function)
    return is_here and _is_at_fault(checker, call, function, receiver, problem.kind)


def _is_at_fault(checker: TypeChecker, call: CallExpr, function: FuncDef, receiver: Type | None, kind: Kind) -> bool:
    """Whether the method declares all that it takes, and its object is such as it is made for."""
    owner, declared = get_proper_type(receiver), function.type
    if not isinstance(owner, Instance) or not isinstance(declared, CallableType):
        return False
    every = [*declared.arg_types[1:], declared.ret_type]
    if any(is_open(one) and not isinstance(get_proper_type(one), NoneType) for one in every):
        return False
    return _is_as_declared(owner, declared, kind) or _is_as_made(checker, call, owner, kind)


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
    if not isinstance(made, CallExpr) or not isinstance(getattr(made.callee, "node", None), TypeInfo):
        return False
    given = [checker.lookup_type_or_none(argument) for argument in made.args]
    if any(type_ is not None and has_value(type_) for type_ in given) or (given and kind is Kind.SHAPE):
        return False
    if made is place:
        return True
    then = get_proper_type(checker.lookup_type_or_none(made) or anything())
    return isinstance(then, Instance) and unveiled(owner).args == unveiled(then).args
