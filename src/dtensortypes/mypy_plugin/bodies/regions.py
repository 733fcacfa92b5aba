"""The regions of a program that change what operations do: `with torch.autocast(...)`, default dtypes and devices."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.errorcodes import UNTYPED_DECORATOR
from mypy.nodes import CallExpr, Context, Expression, FuncDef, MypyFile, Statement, TypeInfo, WithStmt
from mypy.plugin import MethodContext
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.core.facts.device import CPU, CUDA, NOTATIONS, Device
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT16, DType
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.rules.state import State
from dtensortypes.mypy_plugin.bodies.actuals import actuals
from dtensortypes.mypy_plugin.bodies.own_regions import Region, entered, entered_around, looked_at
from dtensortypes.mypy_plugin.bodies.values import Values
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.defaults import set_around
from dtensortypes.mypy_plugin.ground.paths import path_of
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.text.entered import enters_by_hand, mentioned
from dtensortypes.mypy_plugin.text.expressions import lines
from dtensortypes.mypy_plugin.text.reach import callee, reached, reached_on_devices
from dtensortypes.mypy_plugin.text.scope import current_body, current_function, decorators, spot, statements
from dtensortypes.mypy_plugin.types import untyped

_LOWER: Final = {CUDA.type: FLOAT16, CPU.type: BFLOAT16}


def state_at(checker: TypeChecker, context: Context) -> State:
    """The state in which the line of `context` runs."""
    state, function = _defaults(checker), current_function(checker)
    called_in = watch(checker.errors, checker.modules).copies.get(function)
    if called_in is not None:
        state = called_in
    elif function is not None:
        state = _where_it_may_run(checker.tree, function, state)
    around = () if function is None else decorators(checker.tree).get(spot(function), ())
    if not any(context.line in lines(decorator) for decorator in around):  # none is in a region of its own
        for decorator in around:
            state = _decorated(checker, state, looked_at(checker, decorator))
            is_made_later = function is not None and (function.is_generator or function.is_coroutine)
            state = state if is_made_later else _in_all(checker, state, entered_around(checker, decorator))
    for region in _regions(current_body(checker)):
        if region.body.line <= context.line <= (region.end_line or 0):
            for expression in region.expr:
                state = _inside(checker, state, expression)
    return state


def _inside(checker: TypeChecker, state: State, region: Expression) -> State:
    """The state in a `with` of this expression."""
    every = entered(checker, region)
    return _anywhere(state) if every is None else _in_all(checker, state, every)


def _decorated(checker: TypeChecker, state: State, decorator: Expression) -> State:
    """The state in a function under the decorator, which may be a region that each call of the function enters."""
    every, type_ = entered(checker, decorator), get_proper_type(checker.lookup_type_or_none(decorator))
    if every is not None:
        return _in_all(checker, state, every)
    return _anywhere(state) if isinstance(type_, Instance) else state  # most decorators are functions


def _in_all(checker: TypeChecker, state: State, regions: list[Region]) -> State:
    for region in regions:
        state = _entered(checker, state, region)
    return state


def makes_as_outside(checker: TypeChecker, made: TypeInfo, state: State) -> bool:
    """Whether an object that is made in this state is as torch's defaults make it.

    A region of autocast changes nothing of new layers; and of what a constructor computes nothing is known that is told
    to run in one.
    """
    if state.autocast is None:
        return state == State()
    own = [base for base in made.mro if names.is_users(base.fullname)]
    constructors = [base.names["__init__"].node for base in own if "__init__" in base.names]
    told = reached(checker.tree) if all(base.module_name == checker.tree.fullname for base in own) else frozenset()
    are_told = all(isinstance(one, FuncDef) and spot(one) in told for one in constructors)
    return are_told and State(state.default_dtype, state.default_device) == State()


def _where_it_may_run(tree: MypyFile, function: FuncDef, state: State) -> State:
    """The state at the head of a function, which may be called from a region."""
    if spot(function) in reached_on_devices(tree):
        state = state._replace(default_device=UNKNOWN)
    return _anything(state) if spot(function) in reached(tree) else state


def _anything(state: State) -> State:
    """The state in an autocast region of which nothing is known."""
    return state._replace(autocast=UNKNOWN, autocast_device="")


def _anywhere(state: State) -> State:
    """The state in a region that may be one of autocast, or of a device."""
    return _anything(state)._replace(default_device=UNKNOWN)


@once_per_tree
def _regions(body: list[Statement]) -> list[WithStmt]:
    """The `with` statements of the body; one that lies in another comes after it."""
    return [statement for statement in statements(body) if isinstance(statement, WithStmt)]


def _defaults(checker: TypeChecker) -> State:
    """The defaults of the file, or unknown ones where a file sets them that runs before it, or calls it."""
    state, own = _own_defaults(checker.tree), watch(checker.errors, checker.modules)
    key = _defaults, checker.tree.fullname
    if key not in own.answers:
        around = set_around(checker.tree.fullname, path_of(checker.tree))
        own.answers[key] = own.program.set_elsewhere(checker.tree) | around
    others = own.answers[key]
    if not isinstance(others, frozenset) or not others:
        return state
    state = state._replace(default_dtype=UNKNOWN) if "dtype" in others else state
    return state._replace(default_device=UNKNOWN) if "device" in others else state


@once_per_tree
def _own_defaults(tree: MypyFile) -> State:
    """Torch's own defaults, or unknown ones where the file sets them anywhere: the order of calls is not followed."""
    state = State()
    if _mentions(tree, names.DTYPE_SETTERS):
        state = state._replace(default_dtype=UNKNOWN)
    if enters_by_hand(tree):
        state = _anywhere(state)
    return state._replace(default_device=UNKNOWN) if _mentions(tree, names.DEVICE_SETTERS) else state


def _mentions(tree: MypyFile, functions: frozenset[str]) -> bool:
    """Whether the file speaks of one of the functions, by whatever name it calls it then."""
    return any(name in mentioned(tree) or name.rpartition(".")[2] in mentioned(tree) for name in functions)


def _entered(checker: TypeChecker, state: State, region: Region) -> State:
    """The state inside of the region."""
    name = callee(region.made)
    if isinstance(region.made, CallExpr) and name in names.AUTOCASTS:
        device = name.split(".")[1]  # torch.cuda.amp.autocast_mode.autocast
        return _autocast(checker, state, region, device if device in NOTATIONS else None)
    value = Values(checker).typed(region.made)
    return state._replace(default_device=value) if isinstance(value, Device) else state


def _autocast(checker: TypeChecker, state: State, region: Region, device: str | None) -> State:
    given = _given(checker, region, ("device_type", "dtype", "enabled", "cache_enabled")[device is not None :])
    if device is not None:  # torch.cuda.amp.autocast(enabled=True, dtype=torch.float16)
        given = {"device_type": device, **_given(checker, region, ("enabled", "dtype"))}
    type_, dtype, enabled = given.get("device_type"), given.get("dtype"), given.get("enabled", True)
    if enabled is False:
        return state._replace(autocast=None)
    if isinstance(type_, Device):
        type_ = type_.type
    if not isinstance(type_, str):
        return _anything(state)
    lower = _LOWER.get(type_) if dtype is None else dtype
    known = lower if enabled is True and isinstance(lower, DType) else UNKNOWN
    return state._replace(autocast=known, autocast_device=type_)


def _given(checker: TypeChecker, region: Region, parameters: tuple[str, ...]) -> dict[str, Value]:
    values, call = Values(checker), region.made
    assert isinstance(call, CallExpr)
    found: dict[str, Value] = {}
    for place, (written, name) in enumerate(zip(call.args, call.arg_names, strict=True)):
        argument = region.argument(checker, written)
        value = UNKNOWN if argument is None else values.typed(looked_at(checker, argument))
        found[name or (parameters[place] if place < len(parameters) else "")] = value
    return found


def decorated(ctx: MethodContext) -> Type:
    """The type of a function under `@torch.autocast(...)`: what it was; torch's source leaves the decorator untyped."""
    checker, given = ctx.api, actuals(ctx)
    if not isinstance(checker, TypeChecker) or len(given) != 1:
        return ctx.default_return_type
    ((place, type_, *_),) = given
    watch(checker.errors, checker.modules).withdraw(checker.path, place.line, UNTYPED_DECORATOR)
    return untyped.decorated(type_)
