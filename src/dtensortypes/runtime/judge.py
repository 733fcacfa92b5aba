"""The slow judge: one call against its signature, by the same facts and words as mypy's side.

The generated wrapper only knows that a call is right; whatever it is not sure of comes here, where the reason is found.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import torch

from dtensortypes.core.algebra.align import Declared
from dtensortypes.core.algebra.unify import NO_BINDINGS, Bindings, Mismatch, unify
from dtensortypes.core.facts.choice import Var
from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.problems import bound_already, no_size, wrong_device, wrong_dtype
from dtensortypes.runtime.asking import is_a
from dtensortypes.runtime.deciding import decided
from dtensortypes.runtime.described import class_name, short
from dtensortypes.runtime.finding import Found, Wrong
from dtensortypes.runtime.matching import readings
from dtensortypes.runtime.nodes import Node
from dtensortypes.runtime.ragged import refuse_ragged, refuse_ragged_run
from dtensortypes.runtime.references import value_of
from dtensortypes.runtime.untold import refuse_impossible, refuse_zero

Variable = tuple[DType | Device, str]
"""What a type variable is bound to, and the path of the tensor that bound it."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What the names of one call are bound to so far."""

    dims: Bindings = NO_BINDINGS
    dtypes: Mapping[str, Variable] = field(default_factory=dict)
    devices: Mapping[str, Variable] = field(default_factory=dict)

    @property
    def state(self) -> Hashable:
        """All that later tensors have to agree with."""
        claims = frozenset((claim.axis, claim.size) for claim in self.dims.dim_claims)
        runs = frozenset((claim.run, claim.dims) for claim in self.dims.run_claims)
        types = (frozenset((name, fact) for name, (fact, _) in of.items()) for of in (self.dtypes, self.devices))
        return frozenset(self.dims.sizes.items()), claims, runs, *types


def judged(values: Iterable[tuple[Node, object, str]], bound: Bound, arguments: Mapping[str, object]) -> Bound:
    """The bindings with what these values add, each with its hint and its path; raises Wrong."""
    finding = tuple(part for node, value, path in values for part in readings(node, value, path, arguments))
    return decided(finding, bound, lambda tensors, before: together(tensors, before, arguments))


def until_wrong(values: Iterable[tuple[Node, object, str]], arguments: Mapping[str, object]) -> Bound:
    """What was bound before the value that is wrong."""
    bound = Bound()
    for value in values:
        try:
            bound = judged([value], bound, arguments)
        except Wrong:
            break
    return bound


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
            raise Wrong(one.path, wrong_dtype(fact, declared, one.hint.shape, detail), one.tensor)


def _bind_device(one: Found, bound: dict[str, Variable]) -> None:
    declared, fact = one.hint.device, one.fact.device
    if isinstance(declared, Var) and isinstance(fact, Device):
        first, where = bound.setdefault(declared.name, (fact, one.path))
        if first != fact:
            detail = bound_already(declared.name, first, where)
            raise Wrong(one.path, wrong_device(fact, declared, one.hint.shape, detail), one.tensor)


def _sizes(tensors: tuple[Found, ...], bound: Bindings, arguments: Mapping[str, object]) -> Bindings:
    declared = [Declared(one.hint.pattern, one.fact.shape, one.path) for one in tensors]
    given = Bindings.given({name: size for one in declared for name, size in _references(one, arguments)})
    start = replace(bound, bound={**bound.bound, **given.bound})
    try:
        found = unify(declared, start)
    except Mismatch as mismatch:
        raise Wrong(mismatch.label, mismatch.problem) from None
    waiting = tuple(claim for claim in found.dim_claims if not claim.dim.names <= {*found.bound})
    for claim in found.dim_claims:
        refuse_zero(claim, found)
        refuse_ragged(claim, found)
    for run in found.run_claims:
        refuse_ragged_run(run, found)
    refuse_impossible(waiting, found)
    # A claim whose names are all bound has been judged; what `{self.dim}` is when the call ends does not change that.
    runs = {(claim.run, claim.dims): claim for claim in reversed(found.run_claims)}
    return replace(found, dim_claims=waiting, run_claims=tuple(reversed(runs.values())))


def _references(one: Declared, arguments: Mapping[str, object]) -> Iterator[tuple[str, Dim]]:
    """The sizes of `{self.dim}` in this tensor's shape; outside of any call they are not known."""
    for name in sorted(name for name in one.pattern.names if name.startswith("{") and arguments):
        try:
            size: Any = value_of(name, arguments)
        except Exception as error:  # noqa: BLE001 - whatever an attribute of the user's raises
            why = f"cannot be read ({class_name(type(error))})"
            raise Wrong(one.label, no_size(one.found, one.pattern, name, why)) from None
        if is_a(size, int) and -_LARGEST <= size <= _LARGEST:
            yield name, Dim.of(int(size))
        elif not is_a(size, torch.SymInt):
            what = short(size) if type(size) is int else f"of type {class_name(type(size))}"
            raise Wrong(one.label, no_size(one.found, one.pattern, name, f"is {what}, which is no size"))


_LARGEST: Final = 2**63 - 1
