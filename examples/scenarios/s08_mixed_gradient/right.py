"""The activations are read in float32, the dtype of what learns, and so is the gradient."""

import torch

from dtensortypes import CPU, Float16, Float32, Tensor, checked


@checked
def effect(steering: Tensor[Float32, CPU, "d"], activations: Tensor[Float16, CPU, "d n"]) -> Tensor[Float32, CPU, ""]:
    return (steering @ activations.float()).sum()


def main() -> None:
    steering = torch.zeros(64, requires_grad=True)
    effect(steering, torch.rand(64, 128, dtype=torch.float16)).backward()
    assert steering.grad is not None
    print("gradient:", steering.grad.dtype, steering.grad.shape)


if __name__ == "__main__":
    main()
