"""The slow judge: one call against its signature, by the same facts and words as mypy's side.

The generated wrapper only knows that a call is right; whatever it is not sure of comes here, where the reason is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import torch

from dtensortypes.core.algebra.align import Declared
from dtensortypes.core.algebra.unify import NO_BINDINGS, Bindings, Mismatch, unify
from dtensortypes.core.facts.choice import Var
from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.problems import bound_already, no_size, wrong_device, wrong_dtype
from dtensortypes.runtime.matching import Found, Wrong, combined, readings
from dtensortypes.runtime.nodes import Node
from dtensortypes.runtime.references import value_of

Variable = tuple[DType | Device, str]
"""What a type variable is bound to, and the path of the tensor that bound it."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What the names of one call are bound to so far."""

    dims: Bindings = NO_BINDINGS
    dtypes: Mapping[str, Variable] = field(default_factory=dict)
    devices: Mapping[str, Variable] = field(default_factory=dict)


def judged(values: Iterable[tuple[Node, object, str]], bound: Bound, arguments: Mapping[str, object]) -> Bound:
    """The bindings with what these values add, each with its hint and its path; raises Wrong."""
    first: Wrong | None = None
    for choice in combined([readings(node, value, path) for node, value, path in values]):
        try:
            return together(choice, bound, arguments)
        except Wrong as wrong:
            first = first or wrong
    assert first is not None
    try:
        raise first
    finally:
        del first  # which would keep this frame alive, and so the tensors in it


def together(tensors: tuple[Found, ...], bound: Bound, arguments: Mapping[str, object]) -> Bound:
    """The bindings under which all these tensors are what was declared; raises Wrong."""
    dtypes, devices = dict(bound.dtypes), dict(bound.devices)
    for one in tensors:
        _bind_device(one, devices)
        _bind_dtype(one, dtypes)
    return Bound(_sizes(tensors, bound.dims, arguments), dtypes, devices)


def _bind_dtype(one: Found, bound: dict[str, Variable]) -> None:
    declared, fact = one.hint.dtype, one.fact.dtype
    if isinstance(declared, Var) and isinstance(fact, DType):
        first, where = bound.setdefault(declared.name, (fact, one.path))
        if first != fact:
            detail = bound_already(declared.name, first, where)
            raise Wrong(one.path, wrong_dtype(fact, declared, one.hint.shape, detail))


def _bind_device(one: Found, bound: dict[str, Variable]) -> None:
    declared, fact = one.hint.device, one.fact.device
    if isinstance(declared, Var) and isinstance(fact, Device):
        first, where = bound.setdefault(declared.name, (fact, one.path))
        if first != fact:
            detail = bound_already(declared.name, first, where)
            raise Wrong(one.path, wrong_device(fact, declared, one.hint.shape, detail))


def _sizes(tensors: tuple[Found, ...], bound: Bindings, arguments: Mapping[str, object]) -> Bindings:
    declared = [Declared(one.hint.pattern, one.fact.shape, one.path) for one in tensors]
    given = Bindings.given({name: size for one in declared for name, size in _references(one, arguments)})
    start = replace(bound, bound={**bound.bound, **given.bound})
    try:
        found = unify(declared, start)
    except Mismatch as mismatch:
        raise Wrong(mismatch.label, mismatch.problem) from None
    # A claim whose names are all bound has been judged; what `{self.dim}` is when the call ends does not change that.
    return replace(
        found, dim_claims=tuple(claim for claim in found.dim_claims if not claim.dim.names <= {*found.bound})
    )


def _references(one: Declared, arguments: Mapping[str, object]) -> Iterator[tuple[str, Dim]]:
    """The sizes of `{self.dim}` in this tensor's shape; outside of any call they are not known."""
    for name in sorted(name for name in one.pattern.names if name.startswith("{") and arguments):
        size = value_of(name, arguments)
        if isinstance(size, int):
            yield name, Dim.of(int(size))
        elif not isinstance(size, torch.SymInt):
            raise Wrong(one.label, no_size(one.found, one.pattern, name, type(size).__name__))
