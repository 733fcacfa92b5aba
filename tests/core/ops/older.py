"""What an older torch than that of the table, 2.13, has not yet, or does otherwise."""

from typing import Final

import torch

from tests.core.ops.error_inputs import ErrorInput
from tests.core.ops.judge import exists

IS_OLDER: Final = torch.__version__ < "2.13"
IS_OLDEST: Final = torch.__version__ < "2.12"

_NEWER: Final = {
    "torch.Tensor.const_data_ptr",
    "torch.nn.functional.linear_cross_entropy",
    "torch.nn.LinearCrossEntropyLoss",
}
NOT_YET: Final = {name for name in _NEWER if IS_OLDER and not exists(name)}
"""Names of the table that this torch has not."""


def is_cast(story: str) -> bool:
    """Whether what is wrong is that torch 2.11 casts what `addmv` adds to the product of two of one dtype."""
    return '"addmv" needs all tensors in one dtype' in story and "torch gives" in story


def looks_away(edge: ErrorInput) -> bool:
    """Whether torch 2.11, if it is that, does not look at the dtype of targets of which there are none."""
    is_of_classes = edge.name in {"torch.nn.functional.cross_entropy", "torch.nn.functional.nll_loss"}
    if not IS_OLDEST or not is_of_classes or len(edge.sample.args) < 2:
        return False
    target = edge.sample.args[1]
    return isinstance(target, torch.Tensor) and target.numel() == 0 and target.dtype not in {torch.int64, torch.uint8}
