"""Overloads of the program's own functions that tensors tell apart: mypy takes the first one that may be meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mypy.checker import TypeChecker
from mypy.nodes import OverloadedFuncDef
from mypy.plugin import FunctionSigContext, MethodSigContext
from mypy.typeops import get_type_vars
from mypy.types import AnyType, CallableType, Overloaded, Type

from dtensortypes.core.algebra.unify import Bindings
from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Kind
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.scope import current_function, own_names
from dtensortypes.mypy_plugin.types.compare import compare, has_tensor, says_something
from dtensortypes.mypy_plugin.types.facts_of import arguments_as, is_a, plain, tensor_fact


@dataclass(frozen=True, slots=True)
class Fit:
    """One overload that the call's tensors may be for; `is_sure` where they are for no other one."""

    bindings: Bindings
    is_sure: bool


def fit(ctx: FunctionSigContext | MethodSigContext, function: OverloadedFuncDef) -> Fit | None:
    """How the overload fits that mypy asks about; None where its tensors are refused."""
    checker, signature = ctx.api, ctx.default_signature
    if not isinstance(checker, TypeChecker):
        return None
    given = [
        (name or "", declared, checker.get_expression_type(one))
        for name, declared, several in zip(signature.arg_names, signature.arg_types, ctx.args, strict=True)
        for one in several
        if has_tensor(declared)
    ]
    verdict = compare(given, own_names(current_function(checker)))
    if any(problem.kind is not Kind.UNKNOWN for _, problem in verdict.problems):
        return None
    is_known = all(_is_known(declared, found) for _, declared, found in given)
    return Fit(verdict.bindings, is_known or not _is_told_by_tensors(function))


def _is_told_by_tensors(function: OverloadedFuncDef) -> bool:
    """Whether overloads that give something else take tensors of which they declare something else.

    A tensor and a tuple of tensors, or None, mypy tells apart by itself.
    """
    items = function.type.items if isinstance(function.type, Overloaded) else []
    results = [item.ret_type for item in items]
    return any(one != results[0] for one in results) and len({tuple(_tensors(item)) for item in items}) > 1


def _tensors(item: CallableType) -> Iterator[tuple[str | None, Type]]:
    return ((name, type_) for name, type_ in zip(item.arg_names, item.arg_types, strict=True) if _declares(type_))


def _declares(type_: Type) -> bool:
    """Whether the type declares something of a tensor, also as the bound of a type variable."""
    return has_tensor(type_) and (says_something(type_) or bool(get_type_vars(type_)))


def _is_known(declared: Type, found: Type) -> bool:
    """Whether all is known of the tensor that is declared of it."""
    want, fact = plain(declared), tensor_fact(found)
    if not is_a(want, names.TENSOR) or not isinstance(fact, TensorFact):
        return False
    facts = (isinstance(fact.dtype, DType), isinstance(fact.device, Device), _has_sizes(fact.shape))
    parts = zip(arguments_as(want, names.TENSOR), facts, strict=False)
    return all(known or isinstance(plain(part), AnyType) for part, known in parts)


def _has_sizes(shape: Shape) -> bool:
    return shape.dims is not None and UNKNOWN not in shape.dims
