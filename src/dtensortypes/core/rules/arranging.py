"""Words for einops, whose patterns name the axes: what they make of a tensor, and of the tensors of a list."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final, NamedTuple, TypeVar

from dtensortypes.core.algebra import arrange as algebra
from dtensortypes.core.algebra.axes import anything
from dtensortypes.core.algebra.join import concatenated
from dtensortypes.core.algebra.named_axes import (
    Arrangement,
    around_star,
    arrangement,
    check_rearranged,
    check_reduced,
    check_repeated,
    equation,
)
from dtensortypes.core.facts.dim import DimFact
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Run, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_size
from dtensortypes.core.rules.autocast import full, on
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.contraction import labelled, lower_contracted, matched_labels
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.dtypes import any_like, counted, kept
from dtensortypes.core.rules.pieces import stacked
from dtensortypes.core.rules.promotion import common
from dtensortypes.core.rules.taking import Takes, inexact, real
from dtensortypes.core.rules.words import Autocast, Demand, DTypeWord, ShapeWord

Check = Callable[[Arrangement, Collection[str]], None]
T = TypeVar("T")

TENSOR: Final = "tensor"

# --- one tensor, or a list of tensors that are stacked first


def of_one(word: Callable[[Call], T]) -> Callable[[Call], T]:
    """The word, asked about what `torch.stack` makes of a list."""

    def asked(call: Call) -> T:
        given = call[TENSOR]
        if isinstance(given, TensorFact):
            return word(call)
        shape = stacked(call.with_values({"tensors": given, "dim": 0}))
        return word(call.with_values({TENSOR: TensorFact(common(call), UNKNOWN, shape)}))

    return asked


def _dtype(found: DTypeFact | TensorFact) -> DTypeFact:
    return found.dtype if isinstance(found, TensorFact) else found


# --- rearrange, repeat, reduce


def _arranged(check: Check) -> ShapeWord:
    """The shape that the pattern gives, once it has passed the check of its operation."""
    return lambda call: of_shape(check, call, call.tensor(TENSOR).shape)


rearranged, repeated, reduced = map(_arranged, (check_rearranged, check_repeated, check_reduced))


def of_shape(check: Check, call: Call, shape: Shape) -> Shape:
    """What the pattern makes of this shape."""
    pattern, lengths = _pattern(call), _lengths(call)
    if pattern is None or lengths is None:
        return UNKNOWN_SHAPE
    check(pattern, lengths)
    return algebra.arranged(pattern, shape, lengths)


def _checked(check: Check) -> Demand:
    """A layer's pattern is checked where it is made."""

    def demand(call: Call) -> None:
        pattern, lengths = _pattern(call), _lengths(call)
        if pattern is not None and lengths is not None:
            check(pattern, lengths)

    return demand


rearranging, reducing = map(_checked, (check_rearranged, check_reduced))


def _pattern(call: Call) -> Arrangement | None:
    text = call["pattern"]
    return arrangement(text) if isinstance(text, str) else None


def _lengths(call: Call) -> dict[str, DimFact] | None:
    """The sizes that are given by name; None where it is not known which."""
    given = call["axes_lengths"]
    pairs = [pair for pair in given if isinstance(pair, tuple) and len(pair) == 2] if isinstance(given, tuple) else []
    if not isinstance(given, tuple) or len(pairs) != len(given):
        return None
    return {str(name): as_size(size) for name, size in pairs}


# --- the reductions, each of which is one of torch's


class Reduction(NamedTuple):
    """What becomes of the dtype, which dtypes it takes, and what a region casts first."""

    dtype: DTypeWord
    takes: Takes | None = None
    autocast: Autocast | None = None


REDUCTIONS: Final = {
    "min": Reduction(kept, real),
    "max": Reduction(kept, real),
    "sum": Reduction(counted, None, on("cuda", full)),
    "mean": Reduction(kept, inexact),
    "prod": Reduction(counted, None, full),
    "any": Reduction(any_like),
    "all": Reduction(any_like),
}
"""`_reduce_axes` in einops/einops.py, and `TorchBackend.reduce` in einops/_backends.py."""


def reduced_dtype(call: Call) -> DTypeFact | TensorFact:
    """That of the reduction, where an axis is reduced."""
    own, reduces, found = call.tensor(TENSOR).dtype, _reduces(call), _reduction(call)
    if found is None or reduces is False:
        return own if reduces is False else UNKNOWN
    if reduces and found.takes is not None:
        found.takes(call)
    after = _dtype(found.dtype(call))
    return after if reduces or after == own else UNKNOWN


def cast_for_reduction(call: Call) -> Call:
    """Under autocast: what the reduction's own operation is given."""
    found = _reduction(call)
    return found.autocast(call) if found is not None and found.autocast is not None and _reduces(call) else call


def known_reduction(call: Call) -> None:
    """Refuse a word that is no reduction."""
    word = call["reduction"]
    if isinstance(word, str) and word not in REDUCTIONS:
        raise refuse(Kind.SHAPE, f'"{word}" is no reduction', f"use one of {', '.join(REDUCTIONS)}")


def _reduction(call: Call) -> Reduction | None:
    word = call["reduction"]
    return REDUCTIONS.get(word) if isinstance(word, str) else None


def _reduces(call: Call) -> bool | None:
    """Whether an axis is reduced; None where that is open, as where the dots may stand for no dim."""
    pattern = _pattern(call)
    return None if pattern is None else algebra.reduces(pattern, call.tensor(TENSOR).shape)


# --- einsum


def as_equation(word: Callable[[Call], T]) -> Callable[[Call], T]:
    """The word of `torch.einsum`, asked about the pattern's equation and the tensors before it."""
    return lambda call: word(_as_equation(call))


def _as_equation(call: Call) -> Call:
    given = call["tensors_and_pattern"]
    if "operands" in call.arguments or not isinstance(given, tuple) or not given:
        return call
    *tensors, pattern = given
    found: Value = equation(pattern) if isinstance(pattern, str) else UNKNOWN
    return replace(call, arguments={"equation": found, "operands": tuple(tensors)}, operands=("operands",))


einsum_dtype = as_equation(matched_labels)
einsum_device = as_equation(strictly_colocated)
einsum_shape = as_equation(labelled)
einsum_cast = as_equation(lower_contracted)

# --- pack and unpack


def packed(call: Call) -> Value:
    """The tensors along one dim, in the place of the star; of the shapes beside it nothing is told."""
    tensors, pattern = call["tensors"], call["pattern"]
    shape = UNKNOWN_SHAPE
    if isinstance(pattern, str):
        before, after = around_star(pattern)
        shapes = [one.shape if isinstance(one, TensorFact) else UNKNOWN_SHAPE for one in _some(tensors)]
        parts = [Shape((*left.left, size, *right.left)) for left, size, right in algebra.packed(shapes, pattern)]
        shape = concatenated(parts, before) if parts else anything(before + 1 + after)
    return TensorFact(common(call), strictly_colocated(call), shape), UNKNOWN


def unpacked(call: Call) -> Value:
    """Tensors with any dims in the place of the one that is unpacked."""
    own, pattern = call.tensor(TENSOR), call["pattern"]
    shape = UNKNOWN_SHAPE
    if isinstance(pattern, str):
        before, _ = around_star(pattern)
        dims = algebra.unpackable(own.shape, pattern)
        shape = Shape(dims[:before], Run(), dims[before + 1 :])
    return Items(replace(own, shape=shape), is_list=True)


def _some(tensors: Value) -> tuple[Value, ...]:
    return tensors if isinstance(tensors, tuple) else ()
