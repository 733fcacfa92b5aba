"""The model moves to CUDA and becomes float16; its input is forgotten on the CPU, then moved but not cast.

torch's own error comes from inside the first convolution and names neither the model nor its input.
"""

import torch
from torch import nn

from dtensortypes import CUDA, Float16, Tensor, checked


class Classifier(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Conv2d(3, 8, kernel_size=3, padding=1)
        self.head = nn.Linear(8, 10)

    @checked
    def forward(self, x: Tensor[Float16, CUDA, "b 3 h w"]) -> Tensor[Float16, CUDA, "b 10"]:
        return self.head(self.features(x).relu().mean(dim=(2, 3)))


def forgotten_on_the_cpu() -> None:
    model = Classifier().to("cuda").half()
    images = torch.rand(4, 3, 32, 32)
    model(images)  # error: [tensor-device] cpu CUDA  # error: [tensor-dtype]  # raises: TensorTypeError cpu CUDA


def moved_but_not_cast() -> None:
    model = Classifier().to("cuda").half()
    images = torch.rand(4, 3, 32, 32).to("cuda")
    model(images)  # error: [tensor-dtype] float32 Float16  # raises: TensorTypeError forward float32 Float16


def main() -> None:
    forgotten_on_the_cpu()
    moved_but_not_cast()


if __name__ == "__main__":
    main()
