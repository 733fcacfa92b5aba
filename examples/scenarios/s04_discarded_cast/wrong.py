"""A tensor is cast, or moved, in a statement of its own; the result is thrown away and the tensor is what it was.

.type(), .cuda() and .to() of a *module* work in place, those of a tensor never do: torch has no way to tell.
"""

import torch

from dtensortypes import CPU, CUDA, Float16, Float32, Tensor, checked


@checked
def compressed_size(weights: Tensor[Float16, CPU, "n m"]) -> int:
    return weights.numel() * 2


@checked
def upload(weights: Tensor[Float32, CUDA, "n m"]) -> int:
    return weights.numel() * 4


def cast() -> None:
    weights = torch.rand(64, 10)
    weights.type(torch.float16)  # error: [tensor-discarded] type
    compressed_size(weights)  # error: [tensor-dtype] float32 Float16  # raises: TensorTypeError float32 Float16


def move() -> None:
    weights = torch.rand(64, 10)
    weights.cuda()  # error: [tensor-discarded] cuda
    upload(weights)  # error: [tensor-device] cpu CUDA  # raises: TensorTypeError cpu CUDA


def move_the_other_way() -> None:
    weights = torch.rand(64, 10)
    weights.to("cuda", non_blocking=True)  # error: [tensor-discarded] to
    upload(weights)  # error: [tensor-device] cpu CUDA  # raises: TensorTypeError cpu CUDA


def main() -> None:
    cast()
    move()
    move_the_other_way()


if __name__ == "__main__":
    main()
