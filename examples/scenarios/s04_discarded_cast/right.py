"""The result is bound to the name that goes on; a module may still move in place."""

import torch
from torch import nn

from dtensortypes import CPU, CUDA, Float16, Float32, Tensor, checked


@checked
def compressed_size(weights: Tensor[Float16, CPU, "n m"]) -> int:
    return weights.numel() * 2


@checked
def upload(weights: Tensor[Float32, CUDA, "n m"]) -> int:
    return weights.numel() * 4


def main() -> None:
    weights = torch.rand(64, 10)
    half = weights.type(torch.float16)
    print("compressed:", compressed_size(half), "bytes, uploaded:", upload(weights.cuda()), "bytes")

    layer = nn.Linear(64, 10)
    layer.cuda()
    print("layer:", layer(torch.rand(8, 64, device="cuda")).shape)


if __name__ == "__main__":
    main()
