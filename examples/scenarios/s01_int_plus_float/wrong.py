"""A float32 prior is added to int32 token counts, and the result goes on as if it were still counts.

Torch promotes silently: the sum of an int32 and a float32 tensor is float32, and so is their product. Nothing fails
here. It fails where somebody indexes with the counts, a file away.
"""

# mypy: enable-error-code="tensor-promotion"

from typing import TYPE_CHECKING

import torch

from dtensortypes import CPU, Float32, Int32, Tensor, checked


@checked
def smoothed(counts: Tensor[Int32, CPU, "vocab"], prior: Tensor[Float32, CPU, "vocab"]) -> Tensor[Int32, CPU, "vocab"]:
    total = counts + prior  # error: [tensor-promotion] int32 float32
    if TYPE_CHECKING:
        reveal_type(total)  # revealed: Tensor[Float32, CPU, "vocab"]
    return total  # error: [tensor-dtype] float32 Int32


@checked
def decayed(counts: Tensor[Int32, CPU, "vocab"], rate: Tensor[Float32, CPU, ""]) -> Tensor[Int32, CPU, "vocab"]:
    kept = counts * rate  # error: [tensor-promotion] int32 float32
    if TYPE_CHECKING:
        reveal_type(kept)  # revealed: Tensor[Float32, CPU, "vocab"]
    return kept  # error: [tensor-dtype] float32 Int32


def smooth() -> None:
    counts = torch.tensor([3, 0, 7], dtype=torch.int32)
    smoothed(counts, torch.full((3,), 0.5))  # raises: TensorTypeError smoothed float32 Int32


def decay() -> None:
    counts = torch.tensor([3, 0, 7], dtype=torch.int32)
    decayed(counts, torch.tensor(0.9))  # raises: TensorTypeError decayed float32 Int32


def main() -> None:
    smooth()
    decay()


if __name__ == "__main__":
    main()
