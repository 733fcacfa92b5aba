"""Which arguments of a call a problem in the body that is called comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mypy.argmap import map_actuals_to_formals
from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef

from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.problems import Kind, Problem
from dtensortypes.mypy_plugin.bodies.given import valued
from dtensortypes.mypy_plugin.types.types_of import anything
from dtensortypes.mypy_plugin.types.value_of import of_type


def concerned(checker: TypeChecker, call: Expression, function: FuncDef, problem: Problem) -> list[Expression]:
    """The arguments that the problem began with; where that is not known, those of whose dtype or device it speaks."""
    if not isinstance(call, CallExpr):
        return []
    if problem.origins:
        return list(_given(call, function, {one.parameter for one in problem.origins}))
    said = {
        one: fact.device if problem.kind is Kind.DEVICE else fact.dtype
        for one in call.args
        if isinstance(fact := of_type(valued(checker, one)), TensorFact)
    }
    return [one for one, word in said.items() if re.search(rf"\b{re.escape(str(word))}\b", problem.reason)]


def _given(call: CallExpr, function: FuncDef, parameters: set[str]) -> Iterator[Expression]:
    """What the call gives for these parameters of the function."""
    is_method = bool(function.info) and function.has_self_or_cls_argument
    own = function.arguments[1:] if is_method else function.arguments
    names = [one.variable.name for one in own]
    kinds = [one.kind for one in own]
    formals = map_actuals_to_formals(call.arg_kinds, call.arg_names, kinds, names, lambda _: anything())
    for name, actuals in zip(names, formals, strict=True):
        yield from (call.args[actual] for actual in actuals if name in parameters)
