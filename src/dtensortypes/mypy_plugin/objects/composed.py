"""What new modules of a class are made of: the one dtype and device of their parts, where they have one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ExpressionStmt,
    FloatExpr,
    FuncDef,
    IntExpr,
    MemberExpr,
    NameExpr,
    Statement,
    StrExpr,
    SuperExpr,
    TypeInfo,
    Var,
)
from mypy.types import Instance, TupleType, Type, flatten_nested_unions, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact
from dtensortypes.mypy_plugin.changes.states import state_of
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import births, buffers
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import functions_in, statements, targets
from dtensortypes.mypy_plugin.types.facts_of import arguments_as, is_a, tensor_fact
from dtensortypes.mypy_plugin.types.types_of import Types
from dtensortypes.mypy_plugin.types.value_of import layer_fact


def born(checker: TypeChecker, info: TypeInfo) -> tuple[DTypeFact, DeviceFact]:
    """The one dtype and device of all that the class is made of; unknown where there are others, or none."""
    states = list(states_of_parts(checker, info))
    if _is_layer(info):
        return UNKNOWN, UNKNOWN
    dtypes, devices = {dtype for dtype, _ in states} - {None}, {device for _, device in states}
    dtype = dtypes.pop() if len(dtypes) == 1 else None
    return UNKNOWN if dtype is None else dtype, devices.pop() if len(devices) == 1 else UNKNOWN


def states_of_parts(checker: TypeChecker, info: TypeInfo) -> Iterator[tuple[DTypeFact | None, DeviceFact]]:
    """The dtype, None of one that no cast changes, and the device of each part of the class and its bases."""
    yield from ((layer.dtype, layer.device) for layer in _parts(checker, info))
    yield from buffers.states(checker, info)


def _is_layer(info: TypeInfo) -> bool:
    """Whether the class derives from a layer of torch's that has parameters of its own."""
    bases = (base.fullname for base in info.mro if names.is_layer(base.fullname))
    base = next(bases, names.MODULE)
    return base not in _WITHOUT and not ops.is_stateless(LayerFact(names.public(base)))


_WITHOUT: Final = frozenset({names.MODULE, names.SEQUENTIAL, *names.MODULE_CONTAINERS})


def of_its_own(checker: TypeChecker, module: Instance) -> Instance:
    """The type of a new module whose parts are of one dtype, which its constructor was given."""
    registered = buffers.dtypes(checker, module.type)
    opened = [births.registered(checker, module, name) for name, dtype in registered.items() if dtype is UNKNOWN]
    made = {fact.dtype for type_ in opened if type_ is not None and (fact := tensor_fact(type_))}
    every = {part.dtype for part in _parts(checker, module.type)} | made
    every |= {dtype for dtype in registered.values() if dtype is not UNKNOWN and buffers.is_cast(dtype)}
    if not every and not registered and _only_keeps(module.type):
        return _of_given(module)
    if _is_layer(module.type) or UNKNOWN in every or len(every) != 1 or any(type_ is None for type_ in opened):
        return module
    dtype = Types(checker.modules).dtype(every.pop())
    return module.copy_modified(args=[*module.args[:-3], dtype, *module.args[-2:]])


def _of_given(module: Instance) -> Instance:
    """The type of a new module that has no parts of its own, in the one state of those that it was given."""
    config = get_proper_type(module.args[-1])
    given = map(get_proper_type, config.items if isinstance(config, TupleType) else ())
    parts = ((part, state_of(part)) for part in given if is_a(part, names.MODULE))
    states = {(state.dtype, state.device): part for part, state in parts}
    if len(states) != 1 or UNKNOWN in (one := next(iter(states))):
        return module
    return module.copy_modified(args=[*module.args[:-3], *arguments_as(states[one], names.MODULE)[:2], module.args[-1]])


def _only_keeps(info: TypeInfo) -> bool:
    """Whether its constructor gives attributes what it is given as it is, and does no more; nor does a method."""
    init = info.names["__init__"].node if "__init__" in info.names else None
    if not isinstance(init, FuncDef) or not init.body.body or info.mro[1].fullname != names.MODULE:
        return False
    body = info.defn.defs.body
    every = [statement for one in functions_in(body) if one is not init for statement in statements(one.body.body)]
    given = [target for statement in every for target, _ in targets(statement)]
    calls = [part for statement in every for part in expressions(statement) if isinstance(part, CallExpr)]
    return (
        all(map(_keeps, init.body.body))
        and not any(isinstance(target, MemberExpr) for target in given)
        and _PUTTING.isdisjoint(getattr(call.callee, "name", "") for call in calls)
    )


def _keeps(statement: Statement) -> bool:
    match statement:
        case AssignmentStmt(rvalue=NameExpr() | IntExpr() | FloatExpr() | StrExpr()):
            return True
        case ExpressionStmt(expr=CallExpr(callee=SuperExpr()) | StrExpr()):
            return True
    return False


_PUTTING: Final = frozenset({"setattr", "__setattr__", "register_parameter", "register_module", "add_module"})
"""The functions that put a part into a module by its name."""


def _parts(checker: TypeChecker, info: TypeInfo, around: tuple[TypeInfo, ...] = ()) -> Iterator[LayerFact]:
    """The state of each attribute that has parameters; a part of unknown state makes the whole unknown.

    A tensor that is a plain attribute is no part of the module: it is not cast or moved with it.
    """
    for base in info.mro:
        if base.fullname == names.MODULE:
            return
        if names.is_layer(base.fullname):
            continue  # what a layer of torch's is made of its constructor was given
        for symbol in base.names.values():
            variable = symbol.node
            if isinstance(variable, Var):
                types = [None] if variable.type is None else flatten_nested_unions([variable.type])
                each = (_parts_in(checker, variable.name, one, (info, *around)) for one in types)
                yield from (part for parts in each for part in parts)


def _parts_in(checker: TypeChecker, name: str, type_: Type | None, around: tuple[TypeInfo, ...]) -> Iterator[LayerFact]:
    """The state of what an attribute may be, if it is a module or a parameter."""
    proper = get_proper_type(type_)
    if proper is None:
        yield LayerFact(name)
    elif is_a(proper, names.MODULE):
        state = state_of(proper)
        if state.dtype is not UNKNOWN or not _is_stateless(checker, proper, around):
            yield state
    elif is_a(proper, names.PARAMETER):
        fact = tensor_fact(proper)
        yield LayerFact(name, (), fact.dtype, fact.device) if fact else LayerFact("")


def _is_stateless(checker: TypeChecker, module: Instance, around: tuple[TypeInfo, ...]) -> bool:
    """Whether the module is made of nothing that has parameters, or has registered what a cast may change."""
    if isinstance(layer_fact(module), LayerFact):
        return ops.is_stateless(state_of(module))
    if module.type in around or any(_parts(checker, module.type, around)):
        return False
    return all(dtype is None for dtype, _ in buffers.states(checker, module.type))
