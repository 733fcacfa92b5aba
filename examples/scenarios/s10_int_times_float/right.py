"""The signature says what is meant, so the product is either right or reported."""

import torch

from dtensortypes import CPU, Float32, Int32, Tensor, checked


@checked
def masked(scores: Tensor[Float32, CPU, "b n"], mask: Tensor[Int32, CPU, "n"]) -> Tensor[Float32, CPU, "b n"]:
    return scores * mask


def main() -> None:
    mask = torch.tensor([1, 1, 1, 0, 0], dtype=torch.int32)
    print("masked:", masked(torch.rand(2, 5), mask).dtype)


if __name__ == "__main__":
    main()
