"""Words for shapes after a reduction."""

from __future__ import annotations

from dtensortypes.core.algebra import reduce as algebra
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.rules.arguments import as_bool, as_dims
from dtensortypes.core.rules.call import Call


def reduced(call: Call) -> Shape:
    """The shape without the dims that `dim` names, all if it names none; `keepdim` leaves a 1 in their place."""
    keepdim = False if call["keepdim"] is None else as_bool(call["keepdim"])
    return algebra.reduced(call.first.shape, as_dims(call["dim"]), keepdim=keepdim)


def reduced_or_kept(call: Call) -> Shape:
    """As reduced, but an empty list of dims is none of them: `any` and `all` alone read it so."""
    return call.first.shape if as_dims(call["dim"]) == () else reduced(call)
