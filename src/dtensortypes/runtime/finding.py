"""One tensor against its hint, as far as it alone can tell; and what is wrong at one place of a call."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from dtensortypes.core.algebra.align import Declared
from dtensortypes.core.algebra.unify import Mismatch, unify
from dtensortypes.core.facts.choice import Var
from dtensortypes.core.facts.pattern import Pattern
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.problems import (
    Problem,
    no_shape,
    no_tensor,
    out_of_bound,
    wrong_device,
    wrong_dtype,
    wrong_placement,
)
from dtensortypes.runtime.arrays import array_fact, is_array_class
from dtensortypes.runtime.asking import is_a
from dtensortypes.runtime.conditions import is_tensor
from dtensortypes.runtime.described import a, described
from dtensortypes.runtime.likeness import Likeness
from dtensortypes.runtime.lineage.origins import since
from dtensortypes.runtime.live import allows_device, allows_dtype, fact_of, has_shape
from dtensortypes.runtime.meshes import placed, placements_of
from dtensortypes.runtime.nodes import Node, TensorHint


@dataclass(frozen=True, slots=True)
class Found:
    """A tensor, and the hint it was found to fit as far as it alone can tell; `path` leads to it: `xs[3]`."""

    path: str
    hint: TensorHint
    fact: TensorFact
    tensor: object = field(repr=False, compare=False)


class Wrong(Exception):  # noqa: N818 - not raised to users
    """What is wrong at one place of a call, and where the tensor there got its wrong dtype or device, if known."""

    def __init__(self, path: str, problem: Problem, tensor: object = None) -> None:
        super().__init__(path, problem)
        self.path = path
        self.problem = problem
        self.since = since(tensor, problem.kind)


def found(hint: TensorHint, value: Any, path: str) -> Found:
    """The tensor, where its dtype, its device and its shape alone can be what the hint says; raises Wrong."""
    try:
        fact = _fact(hint, value)
    except Exception as error:  # noqa: BLE001 - a subclass's own dtype, device or shape may raise anything
        raise unreadable(value, "its dtype, device or shape", error, hint, path) from None
    if fact is None:
        what = a(type(value)) if is_tensor(value) else described(value)
        raise Wrong(path, no_tensor(what, hint.notation, _tensor_from(value)))
    if not allows_device(hint.device, fact.device):  # type: ignore[arg-type]
        raise Wrong(path, wrong_device(fact.device, hint.device, hint.shape, _bound_of(hint.device)), value)
    if not allows_dtype(hint.dtype, fact.dtype):  # type: ignore[arg-type]
        raise Wrong(path, wrong_dtype(fact.dtype, hint.dtype, hint.shape, _bound_of(hint.dtype)), value)
    if hint.shape and not has_shape(value):
        raise Wrong(path, no_shape(hint.pattern))
    problem = _alone(hint.pattern, fact.shape)
    if problem is not None:
        raise Wrong(path, problem)
    if hint.placements and not placed(value, hint.placements):
        raise Wrong(path, wrong_placement(placements_of(value), hint.placements))
    return Found(path, hint, fact, value)


def _fact(hint: TensorHint, value: Any) -> TensorFact | None:
    """What the tensor, or array, is; None for anything else."""
    if type(value) is Likeness:
        return value.fact
    if is_array_class(hint.kind):
        return array_fact(value) if is_a(value, hint.kind or object) else None
    return fact_of(value) if is_tensor(value) and is_a(value, hint.kind or object) else None


@lru_cache(maxsize=1024)
def _alone(pattern: Pattern, shape: Shape) -> Problem | None:
    """Why the shape cannot be what the pattern says, whatever the other tensors of the call are."""
    try:
        unify([Declared(pattern, shape)])
    except Mismatch as mismatch:
        return mismatch.problem
    return None


def _bound_of(declared: object) -> str:
    return out_of_bound(declared.name, declared.bound) if isinstance(declared, Var) and declared.bound else ""


def _tensor_from(value: object) -> str:
    if value is None:
        return "where it may be None, declare it Tensor[...] | None"
    return "make it a tensor with torch.from_numpy" if hasattr(type(value), "__array_interface__") else ""


def unreadable(value: object, part: str, error: Exception, node: Node, path: str) -> Wrong:
    """What is wrong with a value that raises where it is looked at."""
    found = f"{a(type(value))} that does not tell {part} ({type(error).__name__})"
    return Wrong(path, no_tensor(found, node.notation))
