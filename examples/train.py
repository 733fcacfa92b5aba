"""Trains a small network to tell circles from squares, crosses and stripes, in mixed precision, on whatever there is.

Every boundary says what passes it: numpy's arrays, the items of the dataset, the batches, the model, the loss, the
numbers that come back. Take away any one of the casts and moves, and mypy or the first call says so.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import nn
from torch.utils.data import DataLoader, Dataset

from dtensortypes import CPU, Accelerator, BFloat16, Float32, Int64, Tensor, checked

SIZE = 16
KINDS = ("circle", "square", "cross", "stripes")

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


# --- data: made by numpy, in numpy's dtypes


@checked
def drawing(kind: int, random: np.random.Generator) -> NDArray[np.float64]:
    """One noisy picture of a shape, somewhere in it."""
    y, x = np.mgrid[0:SIZE, 0:SIZE]
    cy, cx = random.uniform(5, SIZE - 5, size=2)
    radius = random.uniform(3, 5)
    outlines = (
        np.abs(np.hypot(y - cy, x - cx) - radius) < 0.8,
        np.abs(np.maximum(np.abs(y - cy), np.abs(x - cx)) - radius) < 0.8,
        (np.minimum(np.abs(y - cy), np.abs(x - cx)) < 0.8) & (np.hypot(y - cy, x - cx) < radius + 1),
        ((y + x + cy) % 5 < 1.5) & (np.abs(x - cx) < radius),
    )
    return np.asarray(outlines[kind] + random.normal(0.0, 0.3, size=(SIZE, SIZE)), dtype=np.float64)


class Shapes(Dataset[tuple[Tensor[Float32, CPU, "1 16 16"], Tensor[Int64, CPU, ""]]]):
    """Pictures and their kinds, drawn once."""

    @checked
    def __init__(self, count: int, *, seed: int) -> None:
        random = np.random.default_rng(seed)
        kinds = random.integers(0, len(KINDS), size=count, dtype=np.int32)
        pictures = np.stack([drawing(int(kind), random) for kind in kinds])
        self.pictures: Tensor[Float32, CPU, "n 16 16"] = torch.from_numpy(pictures).float()
        self.kinds: Tensor[Int64, CPU, "n"] = torch.from_numpy(kinds).long()

    def __len__(self) -> int:
        return len(self.kinds)

    @checked
    def __getitem__(self, index: int) -> tuple[Tensor[Float32, CPU, "1 16 16"], Tensor[Int64, CPU, ""]]:
        return self.pictures[index].unsqueeze(0), self.kinds[index]


# --- model: float32 weights, bfloat16 inside autocast


class Network(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.edges = nn.Conv2d(1, 16, kernel_size=3, padding=1)
        self.parts = nn.Conv2d(16, 32, kernel_size=3, padding=1)
        self.kind = nn.Linear(32 * 4 * 4, len(KINDS))

    @checked
    def forward(self, x: Tensor[Float32, Accelerator, "b 1 16 16"]) -> Tensor[BFloat16, Accelerator, "b 4"]:
        edges = F.max_pool2d(self.edges(x).relu(), 2)
        parts = F.max_pool2d(self.parts(edges).relu(), 2)
        return self.kind(parts.flatten(1))


@checked
def logits_of(
    model: Network, pictures: Tensor[Float32, Accelerator, "b 1 16 16"]
) -> Tensor[Float32, Accelerator, "b 4"]:
    """The model's answer, computed in bfloat16 and given in float32."""
    with torch.autocast(device.type, dtype=torch.bfloat16):
        logits = model(pictures)
    return logits.float()


@checked
def loss_of(
    logits: Tensor[Float32, Accelerator, "b 4"], kinds: Tensor[Int64, Accelerator, "b"]
) -> Tensor[Float32, Accelerator, ""]:
    return F.cross_entropy(logits, kinds, label_smoothing=0.05)


# --- training


@checked
def train(model: Network, shapes: Shapes, *, epochs: int) -> None:
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for epoch in range(epochs):
        for pictures, kinds in DataLoader(shapes, batch_size=64, shuffle=True):
            optimizer.zero_grad()
            loss = loss_of(logits_of(model, pictures.to(device)), kinds.to(device))
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch + 1}: loss {loss.item():.3f}")


@dataclass(frozen=True)
class Score:
    """How often the model was right, and which kind it took for which."""

    accuracy: float
    confusion: NDArray[np.int64]


@checked
@torch.no_grad()
def evaluate(model: Network, shapes: Shapes) -> Score:
    correct, confusion = [], np.zeros((len(KINDS), len(KINDS)), dtype=np.int64)
    for pictures, kinds in DataLoader(shapes, batch_size=256):
        guesses = logits_of(model, pictures.to(device)).argmax(dim=1).cpu()
        correct.append((guesses == kinds).float().mean().item())
        np.add.at(confusion, (kinds.numpy(), guesses.numpy()), 1)
    return Score(sum(correct) / len(correct), confusion)


def reloaded(model: Network, path: Path) -> Network:
    """The same model, by way of a file."""
    torch.save(model.state_dict(), path)
    copy = Network().to(device)
    copy.load_state_dict(torch.load(path, map_location=device, weights_only=True))
    return copy


def main(*, count: int = 1024, epochs: int = 6) -> Score:
    torch.manual_seed(0)
    model = Network().to(device)
    train(model, Shapes(count, seed=0), epochs=epochs)
    with tempfile.TemporaryDirectory() as folder:
        model = reloaded(model, Path(folder) / "shapes.pt")
    score = evaluate(model, Shapes(512, seed=1))
    print(f"accuracy {score.accuracy:.1%}, by chance {1 / len(KINDS):.1%}")
    return score


if __name__ == "__main__":
    assert main().accuracy > 0.9
