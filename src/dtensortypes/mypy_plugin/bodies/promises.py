"""What a signature promises of each dtype, or device, that a type variable of it may stand for.

Where `D` is declared and the body gives float32, one `D` for which it does proves that wrong: the body is read with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.expandtype import expand_type
from mypy.nodes import (
    AssertStmt,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    FuncDef,
    IfStmt,
    MatchStmt,
    NameExpr,
    OpExpr,
    WhileStmt,
)
from mypy.types import CallableType, Type, TypeVarLikeType, flatten_nested_unions

from dtensortypes.core.algebra.lift import DEVICE_DOMAIN, DTYPE_DOMAIN
from dtensortypes.core.facts.choice import Var
from dtensortypes.core.facts.device import CPU, CUDA
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, INT32, INT64
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Problem, wrong_device, wrong_dtype
from dtensortypes.mypy_plugin.bodies.given import with_arguments
from dtensortypes.mypy_plugin.bodies.remembered import remembered
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.text.definitions import stands_in
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import statements
from dtensortypes.mypy_plugin.types.facts_of import tensor_fact
from dtensortypes.mypy_plugin.types.types_of import Types

_DTYPES: Final = (BFLOAT16, FLOAT64, FLOAT32, FLOAT16, INT32, INT64)
_DEVICES: Final = (CUDA, CPU)
"""What is tried: all kernels have one of these dtypes, if not each."""


def broken(checker: TypeChecker, function: FuncDef, found: Type) -> list[Problem]:
    """What is wrong with a tensor that is returned where one of any dtype, or on any device, is promised."""
    signature, fact = function.type, tensor_fact(found)
    is_here = stands_in(checker.tree, function) and not is_trial(checker)
    promised = tensor_fact(signature.ret_type) if isinstance(signature, CallableType) and is_here else None
    if fact is None or promised is None or not isinstance(signature, CallableType):
        return []
    types = Types(checker.modules)
    if isinstance(promised.dtype, Var) and fact.dtype is not UNKNOWN and not isinstance(fact.dtype, Var):
        possible, own = DTYPE_DOMAIN.possible(promised.dtype), DTYPE_DOMAIN.possible(fact.dtype)
        for dtype in (one for one in _DTYPES if one in possible and one not in own):
            given = _with(signature, promised.dtype.name, types.dtype(dtype))
            if any(one.dtype in own for one in _results(checker, function, given)):
                return [wrong_dtype(fact.dtype, promised.dtype)]
    if isinstance(promised.device, Var) and fact.device is not UNKNOWN and not isinstance(fact.device, Var):
        places = DEVICE_DOMAIN.possible(fact.device)
        for device in (one for one in _DEVICES if one not in places):
            given = _with(signature, promised.device.name, types.device(device))
            if any(one.device in places for one in _results(checker, function, given)):
                return [wrong_device(fact.device, promised.device)]
    return []


def _with(signature: CallableType, name: str, value: Type) -> CallableType | None:
    """The signature with the value for its type variable of this name; None where no parameter has the variable."""
    variable = next((one for one in signature.variables if one.name == name), None)
    if variable is None:
        return None
    types = [expand_type(one, {variable.id: value}) for one in signature.arg_types]
    return signature.copy_modified(arg_types=types) if types != signature.arg_types else None


def _results(checker: TypeChecker, function: FuncDef, given: CallableType | None) -> Iterator[TensorFact]:
    """What the body returns where nothing is wrong in it, and no branch of it asks about what is given."""
    if given is None or any(_asks(function, one, given.variables) for one in _conditions(function)):
        return
    found = remembered(checker, function, with_arguments(checker, given, given.arg_types))
    for member in flatten_nested_unions([found.result]) if found.result is not None and not found.problems else ():
        fact = tensor_fact(member)
        if fact is not None:
            yield fact


def _conditions(function: FuncDef) -> Iterator[Expression]:
    """What the body decides by."""
    for statement in statements(function.body.body):
        match statement:
            case IfStmt(expr=conditions):
                yield from conditions
            case WhileStmt(expr=condition) | AssertStmt(expr=condition) | MatchStmt(subject=condition):
                yield condition
        for part in expressions(statement):
            match part:
                case ConditionalExpr(cond=condition):
                    yield condition
                case OpExpr(op="and" | "or", left=condition):
                    yield condition


def _asks(function: FuncDef, condition: Expression, variables: tuple[TypeVarLikeType, ...]) -> bool:
    """Whether the condition may speak of a tensor that is given: of another variable than a plain parameter."""
    match condition:
        case ComparisonExpr(operators=["is" | "is not"], operands=[_, NameExpr(fullname="builtins.None")]):
            return False
    signature = function.type
    assert isinstance(signature, CallableType)
    plain = {
        argument.variable
        for argument, type_ in zip(function.arguments, signature.arg_types, strict=True)
        if not any(_occurs(variable, type_) for variable in variables)
    }
    names = [part for part in expressions(condition) if isinstance(part, NameExpr)]
    return any(name.node not in plain and not name.fullname.startswith("builtins.") for name in names)


def _occurs(variable: TypeVarLikeType, type_: Type) -> bool:
    return variable.name in str(type_)
