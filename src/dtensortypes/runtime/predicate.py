"""`isinstance(x, Tensor[...])`: one hint against one value, with a generated test for each hint."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import torch

from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.pattern import Pattern
from dtensortypes.core.facts.placement import PlacementFact
from dtensortypes.runtime.finding import Wrong
from dtensortypes.runtime.judge import Bound, judged
from dtensortypes.runtime.nodes import TensorHint
from dtensortypes.runtime.quiet import heard
from dtensortypes.runtime.wrapper import predicate_of


@cache
def predicate(
    dtype: DTypeFact, device: DeviceFact, pattern: Pattern, placements: tuple[PlacementFact, ...] = ()
) -> Callable[[object], bool]:
    """The function that says whether a value is what the hint says."""
    hint = TensorHint(dtype, device, pattern, placements)
    test = predicate_of(hint)

    def is_instance(value: object) -> bool:
        if not heard(value):
            return test(value) or _judged(hint, value)
        with torch._C.DisableTorchFunction():
            sure = test(value)
        return sure or _judged(hint, value)

    return is_instance


def _judged(hint: TensorHint, value: object) -> bool:
    try:
        judged([(hint, value, "")], Bound(), {})
    except Wrong:
        return False
    return True
