"""Both ends say their dtype; in between a condition casts only what needs it."""

from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray

from dtensortypes import CPU, Float32, Tensor, checked


@checked
def smoothed(signal: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, "n"]:
    return (signal + signal.roll(1) + signal.roll(-1)) / 3.0


@checked
def denoised(samples: NDArray[np.float64]) -> NDArray[np.float32]:
    signal = torch.from_numpy(samples)
    if TYPE_CHECKING:
        reveal_type(signal)  # revealed: Tensor[Float64, CPU]
    if signal.dtype != torch.float32:
        signal = signal.float()
        if TYPE_CHECKING:
            reveal_type(signal)  # revealed: Tensor[Float32, CPU]
    return smoothed(signal).numpy()


def main() -> None:
    print("denoised:", denoised(np.random.rand(256)).dtype)


if __name__ == "__main__":
    main()
