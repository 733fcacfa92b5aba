"""The bias is made where the logits are."""

import torch

from dtensortypes import CUDA, Float32, Tensor, checked


@checked
def biased(logits: Tensor[Float32, CUDA, "b c"], bias: Tensor[Float32, CUDA, "c"]) -> Tensor[Float32, CUDA, "b c"]:
    return logits + bias


def main() -> None:
    logits = torch.rand(8, 10, device="cuda")
    print("biased:", biased(logits, torch.zeros(10, device=logits.device)).shape)


if __name__ == "__main__":
    main()
