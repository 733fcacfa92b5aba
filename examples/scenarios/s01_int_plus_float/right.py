"""The counts become float32 where the program says so, and int32 again where it says so."""

# mypy: enable-error-code="tensor-promotion"

import torch

from dtensortypes import CPU, Float32, Int32, Tensor, checked


@checked
def smoothed(
    counts: Tensor[Int32, CPU, "vocab"], prior: Tensor[Float32, CPU, "vocab"]
) -> Tensor[Float32, CPU, "vocab"]:
    return counts.float() + prior


@checked
def decayed(counts: Tensor[Int32, CPU, "vocab"], rate: Tensor[Float32, CPU, ""]) -> Tensor[Int32, CPU, "vocab"]:
    return (counts.float() * rate).round().int()


def main() -> None:
    counts = torch.tensor([3, 0, 7], dtype=torch.int32)
    prior = torch.full((3,), 0.5)
    print("smoothed:", smoothed(counts, prior).tolist(), "decayed:", decayed(counts, torch.tensor(0.9)).tolist())


if __name__ == "__main__":
    main()
