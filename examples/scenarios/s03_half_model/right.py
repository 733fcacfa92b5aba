"""In inference the input is moved and cast; in training, autocast casts and GradScaler keeps gradients alive."""

from typing import TYPE_CHECKING

import torch
import torch.nn.functional as F
from torch import nn

from dtensortypes import CUDA, Float16, Float32, Int64, Tensor, checked


class Classifier(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Conv2d(3, 8, kernel_size=3, padding=1)
        self.head = nn.Linear(8, 10)

    @checked
    def forward(self, x: Tensor[Float16 | Float32, CUDA, "b 3 h w"]) -> Tensor[Float16, CUDA, "b 10"]:
        return self.head(self.features(x).relu().mean(dim=(2, 3)))


def infer() -> None:
    model = Classifier().to("cuda").half()
    print("logits:", model(torch.rand(4, 3, 32, 32).to("cuda").half()).shape)


@checked
def loss_of(
    model: Classifier, images: Tensor[Float32, CUDA, "b 3 h w"], labels: Tensor[Int64, CUDA, "b"]
) -> Tensor[Float32, CUDA, ""]:
    with torch.autocast("cuda"):
        logits = model(images)
        if TYPE_CHECKING:
            reveal_type(logits)  # revealed: Tensor[Float16, CUDA, "b 10"]
        return F.cross_entropy(logits, labels)


def train(steps: int) -> None:
    model = Classifier().to("cuda")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    scaler = torch.amp.GradScaler("cuda")
    for _ in range(steps):
        images, labels = torch.rand(4, 3, 32, 32, device="cuda"), torch.randint(0, 10, (4,), device="cuda")
        optimizer.zero_grad()
        scaler.scale(loss_of(model, images, labels)).backward()
        scaler.step(optimizer)
        scaler.update()


def main() -> None:
    infer()
    train(steps=2)


if __name__ == "__main__":
    main()
