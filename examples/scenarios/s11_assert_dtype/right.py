"""The start is made in the dtype that the signature asks for."""

import torch

from dtensortypes import CPU, Float32, Tensor, checked


@checked
def optimize(x: Tensor[Float32, CPU, "n"], *, steps: int = 20, rate: float = 0.1) -> Tensor[Float32, CPU, "n"]:
    for _ in range(steps):
        x = x - rate * 2.0 * (x - 1.0)
    return x


def main() -> None:
    found = optimize(torch.linspace(-1.0, 1.0, 8))
    torch.testing.assert_close(found, torch.ones(8), atol=0.05, rtol=0.0)
    print("optimum:", found.mean().item())


if __name__ == "__main__":
    main()
