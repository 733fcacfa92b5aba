"""Logits are on CUDA, the bias that is added to them was made on the CPU.

torch refuses the sum, but only there; a function that declares its tensors refuses them at its door.
"""

import torch

from dtensortypes import CUDA, Float32, Tensor, checked


@checked
def biased(logits: Tensor[Float32, CUDA, "b c"], bias: Tensor[Float32, CUDA, "c"]) -> Tensor[Float32, CUDA, "b c"]:
    return logits + bias


def at_the_boundary() -> None:
    logits, bias = torch.rand(8, 10, device="cuda"), torch.zeros(10)
    biased(logits, bias)  # error: [tensor-device] bias cpu CUDA  # raises: TensorTypeError bias cpu CUDA


def at_the_plus() -> None:
    logits, bias = torch.rand(8, 10, device="cuda"), torch.zeros(10)
    total = logits + bias  # error: [tensor-device] cpu cuda  # raises: RuntimeError same device cpu cuda
    print(total.shape)


def main() -> None:
    at_the_boundary()
    at_the_plus()


if __name__ == "__main__":
    main()
