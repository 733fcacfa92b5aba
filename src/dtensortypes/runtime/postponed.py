"""The judgement of a call that is surely wrong, put off until somebody asks what is wrong with it.

Many errors are only caught: to say no takes a few microseconds, to say why some hundred.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import torch

from dtensortypes.runtime.callers import site
from dtensortypes.runtime.errors import Report, TensorTypeError
from dtensortypes.runtime.likeness import NoLikeness, likeness
from dtensortypes.runtime.lineage.origins import is_recorded
from dtensortypes.runtime.report import changed, taken_down
from dtensortypes.runtime.signature import Signature


def postponed(
    signature: Signature,
    values: Mapping[str, object],
    judge: Callable[[Mapping[str, object], str], TensorTypeError | None],
) -> TensorTypeError | None:
    """The error of a call with these values; None where it has to be judged now.

    `judge` is given likenesses of the values, none of which keeps a tensor alive, and the place of the call.
    """
    if is_recorded():  # of these very tensors it may be known where they became wrong
        return None
    told_of = {slot.name for slot in signature.slots if slot.tree is None}
    try:
        with torch._C.DisableTorchFunction():
            kept = {name: taken_down(value) if name in told_of else likeness(value) for name, value in values.items()}
    except NoLikeness:
        return None
    place = site()

    def told() -> Report:
        fault = judge(kept, place)
        return changed(signature) if fault is None else fault.report

    return TensorTypeError(told)
