"""The regions of a program that change what operations do: `with torch.autocast(...)`, default dtypes and devices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, Expression, ExpressionStmt, RefExpr, Statement, WithStmt

from dtensortypes.core.facts.device import CPU, CUDA, NOTATIONS, Device
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT16, DType
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.rules.state import State
from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.scope import current_body, current_function, functions, statements
from dtensortypes.mypy_plugin.values import Values

_LOWER: Final = {CUDA.type: FLOAT16, CPU.type: BFLOAT16}


def state_at(checker: TypeChecker, context: Context) -> State:
    """The state in which the line of `context` runs."""
    state = _defaults(checker)
    if current_function(checker) is not None and _autocasts(checker):
        state = replace(state, autocast=UNKNOWN, autocast_device="")  # it may be called from a region
    for region in _around(current_body(checker), context.line):
        for expression in region.expr:
            state = _entered(checker, state, expression)
    return state


def _autocasts(checker: TypeChecker) -> bool:
    """Whether the file has an autocast region anywhere."""
    regions = (statement for statement in _all_statements(checker) if isinstance(statement, WithStmt))
    return any(_callee(expression) in names.AUTOCASTS for region in regions for expression in region.expr)


def _around(body: list[Statement], line: int) -> Iterator[WithStmt]:
    """The `with` statements whose bodies the line is in, the outermost first."""
    for statement in statements(body):
        if isinstance(statement, WithStmt) and statement.body.line <= line <= (statement.end_line or 0):
            yield statement


def _defaults(checker: TypeChecker) -> State:
    """Torch's own defaults, or unknown ones where the file sets them anywhere: the order of calls is not followed."""
    called = {
        _callee(statement.expr) for statement in _all_statements(checker) if isinstance(statement, ExpressionStmt)
    }
    state = State()
    if called & names.DTYPE_SETTERS:
        state = replace(state, default_dtype=UNKNOWN)
    return replace(state, default_device=UNKNOWN) if called & names.DEVICE_SETTERS else state


def _all_statements(checker: TypeChecker) -> Iterator[Statement]:
    yield from statements(checker.tree.defs)
    for function in functions(checker.tree):
        yield from statements(function.body.body)


def _callee(expression: Expression) -> str:
    if isinstance(expression, CallExpr) and isinstance(expression.callee, RefExpr):
        return expression.callee.fullname
    return ""


def _entered(checker: TypeChecker, state: State, region: Expression) -> State:
    """The state inside a `with` of this expression."""
    name = _callee(region)
    if isinstance(region, CallExpr) and name in names.AUTOCASTS:
        device = name.split(".")[1]  # torch.cuda.amp.autocast_mode.autocast
        return _autocast(checker, state, region, device if device in NOTATIONS else None)
    value = Values(checker).typed(region)
    return replace(state, default_device=value) if isinstance(value, Device) else state


def _autocast(checker: TypeChecker, state: State, call: CallExpr, device: str | None) -> State:
    given = _given(checker, call, ("device_type", "dtype", "enabled", "cache_enabled")[device is not None :])
    if device is not None:  # torch.cuda.amp.autocast(enabled=True, dtype=torch.float16)
        given = {"device_type": device, **_given(checker, call, ("enabled", "dtype"))}
    type_, dtype, enabled = given.get("device_type"), given.get("dtype"), given.get("enabled", True)
    if enabled is False:
        return replace(state, autocast=None)
    if isinstance(type_, Device):
        type_ = type_.type
    if not isinstance(type_, str):
        return replace(state, autocast=UNKNOWN, autocast_device="")
    lower = _LOWER.get(type_) if dtype is None else dtype
    known = lower if enabled is True and isinstance(lower, DType) else UNKNOWN
    return replace(state, autocast=known, autocast_device=type_)


def _given(checker: TypeChecker, call: CallExpr, parameters: tuple[str, ...]) -> dict[str, Value]:
    values = Values(checker)
    pairs = zip(call.args, call.arg_names, strict=True)
    names_ = [name or (parameters[i] if i < len(parameters) else "") for i, (_, name) in enumerate(pairs)]
    return {name: values.typed(argument) for name, argument in zip(names_, call.args, strict=True)}


def is_torchs(api: object) -> bool:
    """Whether it is torch's own source that is being checked, which nobody asked about."""
    return isinstance(api, TypeChecker) and api.tree.fullname.partition(".")[0] == "torch"
