"""An int32 mask times float32 scores may or may not be meant: the result is float32, and that is not an error.

What is wrong with it is only that nobody wrote it down. The reader asks mypy, and mypy knows.
"""

from typing import TYPE_CHECKING

import torch


def main() -> None:
    scores = torch.rand(2, 5)
    mask = torch.tensor([1, 1, 1, 0, 0], dtype=torch.int32)
    masked = mask * scores
    if TYPE_CHECKING:
        reveal_type(masked)  # revealed: Tensor[Float32, CPU, "2 5"]
    print("masked:", masked.dtype)


if __name__ == "__main__":
    main()
