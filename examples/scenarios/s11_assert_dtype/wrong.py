"""optimize() began with `assert x.dtype == torch.float32`; the signature now says it, and says it earlier.

The assert failed when the program ran, without a word about what came in or from where, and not at all under -O.
"""

import torch

from dtensortypes import CPU, Float32, Tensor, checked


@checked
def optimize(x: Tensor[Float32, CPU, "n"], *, steps: int = 20, rate: float = 0.1) -> Tensor[Float32, CPU, "n"]:
    for _ in range(steps):
        x = x - rate * 2.0 * (x - 1.0)
    return x


def main() -> None:
    start = torch.linspace(-1.0, 1.0, 8, dtype=torch.float64)  # note: float64 torch.linspace
    optimize(start)  # error: [tensor-dtype] x optimize float64 Float32  # raises: TensorTypeError x optimize float64


if __name__ == "__main__":
    main()
