"""A batch goes to CUDA, becomes float16 and goes to CUDA again; the last step starts from the wrong name.

Each of the three steps is harmless and two of them are followed in the reader's head. The third is not.
"""

from typing import TYPE_CHECKING

import torch

from dtensortypes import CUDA, Float16, Tensor, checked


@checked
def encode(frames: Tensor[Float16, CUDA, "t 80"]) -> Tensor[Float16, CUDA, "t"]:
    return frames.square().mean(dim=1).sqrt()


def main() -> None:
    frames = torch.rand(100, 80)
    on_gpu = frames.cuda()
    if TYPE_CHECKING:
        reveal_type(on_gpu)  # revealed: Tensor[Float32, CUDA, "100 80"]
    half = on_gpu.type(torch.float16)
    if TYPE_CHECKING:
        reveal_type(half)  # revealed: Tensor[Float16, CUDA, "100 80"]
        reveal_type(half.cuda())  # revealed: Tensor[Float16, CUDA, "100 80"]
    encode(half.cuda())
    encode(on_gpu.cuda())  # error: [tensor-dtype] frames float32 Float16  # raises: TensorTypeError frames float32


if __name__ == "__main__":
    main()
