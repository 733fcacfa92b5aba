"""One name, three steps, each followed: float32 on the CPU, float32 on CUDA, float16 on CUDA."""

from typing import TYPE_CHECKING

import torch

from dtensortypes import CUDA, Float16, Tensor, checked


@checked
def encode(frames: Tensor[Float16, CUDA, "t 80"]) -> Tensor[Float16, CUDA, "t"]:
    return frames.square().mean(dim=1).sqrt()


def main() -> None:
    frames = torch.rand(100, 80)
    frames = frames.cuda()
    frames = frames.type(torch.float16)
    frames = frames.cuda()
    if TYPE_CHECKING:
        reveal_type(frames)  # revealed: Tensor[Float16, CUDA, "100 80"]
    print("encoded:", encode(frames).shape)


if __name__ == "__main__":
    main()
