"""A DataLoader pins its batches, which sounds like CUDA and is not: they are fed to a model on CUDA as they are.

Pinned memory is memory of the CPU. The batch has one dim more than an item, and that is all that the loader changes.
"""

from typing import TYPE_CHECKING

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

from dtensortypes import CPU, CUDA, Float32, Tensor, checked


class Clips(Dataset[Tensor[Float32, CPU, "16000"]]):
    """Seconds of sound, all different."""

    def __len__(self) -> int:
        return 8

    def __getitem__(self, index: int) -> Tensor[Float32, CPU, "16000"]:
        return torch.sin(torch.arange(16_000, dtype=torch.float32) * (index + 1) / 100.0)


class Tagger(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(16_000, 5)

    @checked
    def forward(self, clips: Tensor[Float32, CUDA, "b 16000"]) -> Tensor[Float32, CUDA, "b 5"]:
        return self.layer(clips)


def main() -> None:
    model = Tagger().to("cuda")
    for batch in DataLoader(Clips(), batch_size=4, pin_memory=True):
        if TYPE_CHECKING:
            reveal_type(batch)  # revealed: Tensor[Float32, CPU, "_ 16000"]
        model(batch)  # error: [tensor-device] clips cpu CUDA  # raises: TensorTypeError clips cpu CUDA


if __name__ == "__main__":
    main()
