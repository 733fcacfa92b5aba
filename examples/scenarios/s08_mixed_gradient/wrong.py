"""A float32 vector that learns meets a float16 matrix in a product that is summed and differentiated.

The mistake is at the @; the line that everybody looks at is the .backward().
"""

import torch


def main() -> None:
    steering = torch.zeros(64, requires_grad=True)
    activations = torch.rand(64, 128, dtype=torch.float16)
    effect = steering @ activations  # error: [tensor-dtype] float32 float16  # raises: RuntimeError same dtype
    loss = effect.sum()
    loss.backward()
    print(steering.grad)


if __name__ == "__main__":
    main()
