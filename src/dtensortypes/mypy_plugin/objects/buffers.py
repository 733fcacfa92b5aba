"""Tensors that a module has registered: buffers and parameters, which are cast and moved with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import MDEF, CallExpr, Expression, FuncDef, SymbolTableNode, TypeInfo, Var
from mypy.plugin import MethodContext
from mypy.types import Instance, Type
from mypy.types_utils import remove_optional

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dtype import DType, DTypeFact
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact
from dtensortypes.core.problems import Kind
from dtensortypes.core.rules.modules import part_dtype
from dtensortypes.mypy_plugin.changes.noted import is_given_outside, times_emptied, times_given, times_updated
from dtensortypes.mypy_plugin.changes.redefined import is_overridden
from dtensortypes.mypy_plugin.changes.states import as_made
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.report import report
from dtensortypes.mypy_plugin.messages.watcher import is_at_hand, is_trial, trees
from dtensortypes.mypy_plugin.text.beginning import beginning
from dtensortypes.mypy_plugin.text.definitions import is_made_up
from dtensortypes.mypy_plugin.text.registering import registering
from dtensortypes.mypy_plugin.text.scope import current_function, own_names
from dtensortypes.mypy_plugin.types.compare import compare
from dtensortypes.mypy_plugin.types.facts_of import tensor_fact
from dtensortypes.mypy_plugin.types.types_of import Types

_NOTED: Final = " registers "
"""What stands in the names under which a class keeps the types of these tensors; no attribute can be named so."""


def registered(ctx: MethodContext) -> Type:
    """The type of `self.register_buffer(name, tensor)`: the tensor is kept with the class, for the other files."""
    checker, call = ctx.api, ctx.context
    function = current_function(checker) if isinstance(checker, TypeChecker) else None
    if not isinstance(checker, TypeChecker) or function is None or not function.info:
        return ctx.default_return_type
    if not function.info.has_base(names.MODULE) or function not in beginning_with(checker, function.info):
        return ctx.default_return_type
    if isinstance(call, CallExpr) and not is_trial(checker):
        for name, value in registering(function):
            if value in call.args:
                _note(checker, function.info, name, value)
                _compare(checker, function, name, value)
    return ctx.default_return_type


def _compare(checker: TypeChecker, function: FuncDef, name: str, value: Expression) -> None:
    """Report a tensor that the class declares otherwise, whatever its module is cast and moved to later."""
    symbol, found = function.info.get(name), checker.lookup_type_or_none(value)
    variable = symbol.node if symbol is not None and isinstance(symbol.node, Var) else None
    declared = None if variable is None or is_made_up(variable) else variable.type
    if declared is None or found is None or symbol is None or symbol.plugin_generated:
        return
    may_be_cast = all(
        fact is None or _is_float(fact.dtype) for fact in map(tensor_fact, (remove_optional(declared), found))
    )
    for _, problem in compare([("", declared, found)], own_names(function)).problems:
        if problem.kind is Kind.SHAPE or (problem.kind is Kind.DTYPE and not may_be_cast):
            report(checker, problem.about(f'"{name}"'), value, [value])


def _is_float(dtype: DTypeFact) -> bool:
    """Whether it may be one that a cast of the module changes, or makes."""
    members = dtype.members if isinstance(dtype, OneOf) else (dtype,)
    return any(not isinstance(member, DType) or member.is_float or member.is_complex for member in members)


def _note(checker: TypeChecker, info: TypeInfo, name: str, value: Expression) -> None:
    fact = _facts(checker, info).get(name)
    if fact is not None and checker.lookup_type_or_none(value) is not None:
        noted = Var(f"{info.fullname}{_NOTED}{name}", Types(checker.modules).tensor(fact))
        noted.info, noted._fullname = info, f"{info.fullname}.{noted.name}"
        info.names[noted.name] = SymbolTableNode(MDEF, noted, plugin_generated=True)


def read(checker: TypeChecker, owner: Instance, name: str, state: LayerFact, made: Type | None = None) -> Type | None:
    """The type of the registered tensor `owner.name` in the module's state; None where there is none, or in doubt.

    `made` is what the constructor has registered in this module.
    """
    fact = _facts(checker, owner.type).get(name)
    if fact is None:
        return None
    if is_given_outside(trees(checker), owner.type, name) or _is_replaced(owner.type, name):
        return Types(checker.modules).tensor(TensorFact())
    is_given = fact.dtype is UNKNOWN  # what the constructor was given decides, and the module was perhaps never cast
    if made and (found := tensor_fact(made)):
        fact = replace(found, dtype=fact.dtype) if found.dtype is UNKNOWN else found
    of_itself = as_made([owner])
    is_changed = is_cast(fact.dtype) and not of_itself.dtype
    dtype = part_dtype(fact.dtype, state.dtype) if is_changed else fact.dtype
    if is_given and is_cast(fact.dtype) and dtype != fact.dtype:
        dtype = UNKNOWN
    device = fact.device if of_itself.device else state.device
    return Types(checker.modules).tensor(TensorFact(dtype, device, fact.shape))


def _is_replaced(info: TypeInfo, name: str) -> bool:
    """Whether a method of the class puts another tensor into its place; `+=` works on the one that is there."""
    return times_given(info, name) > times_updated(info, name) + times_emptied(info, name)


def is_cast(dtype: DTypeFact) -> bool:
    """Whether a cast of the module changes it: of integers none makes floats, and what is not known may be integers."""
    members = dtype.members if isinstance(dtype, OneOf) else (dtype,)
    return all(isinstance(member, DType) and (member.is_float or member.is_complex) for member in members)


def dtypes(checker: TypeChecker, info: TypeInfo) -> dict[str, DTypeFact]:
    """The dtype of each registered tensor, as far as the class tells."""
    return {name: fact.dtype for name, fact in _facts(checker, info).items()}


def states(checker: TypeChecker, info: TypeInfo) -> Iterator[tuple[DTypeFact | None, DeviceFact]]:
    """The dtype, None of one that no cast changes, and the device of each registered tensor."""
    for fact in _facts(checker, info).values():
        fixed = isinstance(fact.dtype, DType) and not (fact.dtype.is_float or fact.dtype.is_complex)
        yield None if fixed else fact.dtype, fact.device


def _facts(checker: TypeChecker, info: TypeInfo) -> dict[str, TensorFact]:
    """What is known of each tensor when it is registered; of one that is registered twice, nothing."""
    found: dict[str, TensorFact] = {}
    for base in info.mro:
        if base.module_name != checker.tree.fullname or not is_at_hand(checker):
            for name, kept in _kept(base):
                found[name] = TensorFact() if name in found else kept
            continue
        methods = beginning_with(checker, info, base)
        for name, value in (one for method in methods for one in registering(method)):
            type_ = checker.lookup_type_or_none(value)
            fact = tensor_fact(type_) if type_ is not None else None
            found[name] = TensorFact() if name in found or fact is None else fact
    return found


def beginning_with(checker: TypeChecker, info: TypeInfo, base: TypeInfo | None = None) -> list[FuncDef]:
    """The base's constructor, and the methods of which it makes use once, whichever class the object is of."""
    symbol = (base or info).names.get("__init__")
    if symbol is None or not isinstance(symbol.node, FuncDef):
        return []
    init, *methods = beginning(trees(checker), symbol.node, info)
    return [init, *(one for one in methods if not is_overridden(checker.tree, info, one))]


def registering_constructors(checker: TypeChecker, info: TypeInfo, name: str) -> list[FuncDef]:
    """The constructors that register the tensor, by themselves or by such methods, each as often as it does."""
    every = (beginning_with(checker, info, base) for base in info.mro)
    return [each[0] for each in every for method in each for one, _ in registering(method) if one == name]


def _kept(info: TypeInfo) -> Iterator[tuple[str, TensorFact]]:
    """What a class of another file keeps of its registered tensors."""
    for key, symbol in info.names.items():
        _, is_noted, name = key.partition(_NOTED)
        type_ = symbol.node.type if is_noted and isinstance(symbol.node, Var) else None
        fact = None if type_ is None else tensor_fact(type_)
        if fact is not None:
            yield name, fact
