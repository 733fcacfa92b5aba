"""A signal travels from numpy to torch and back, and the dtype is lost on the way in, on CUDA, and on the way out.

numpy makes float64 where torch makes float32, and .numpy() keeps what it gets: both ends have to say what they mean.
"""

import numpy as np
import torch
from numpy.typing import NDArray

from dtensortypes import CPU, Float32, Tensor, checked


@checked
def smoothed(signal: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, "n"]:
    return (signal + signal.roll(1) + signal.roll(-1)) / 3.0


@checked
def energy(samples: NDArray[np.float32]) -> float:
    return float(np.square(samples).sum())


def on_the_way_in() -> None:
    signal = torch.from_numpy(np.random.rand(256))  # note: float64 numpy.random.rand
    smoothed(signal)  # error: [tensor-dtype] float64 Float32  # raises: TensorTypeError float64 Float32


def on_the_gpu() -> None:
    signal = torch.from_numpy(np.random.rand(256)).float().cuda()
    energy(signal.numpy())  # error: [tensor-device] numpy cuda  # raises: TypeError can't convert cuda


def on_the_way_out() -> None:
    signal = smoothed(torch.from_numpy(np.random.rand(256)).float())
    doubled = signal.double().numpy()
    energy(doubled)  # error: [arg-type] energy float64  # raises: BeartypeCallHintParamViolation energy samples


def main() -> None:
    on_the_way_in()
    on_the_gpu()
    on_the_way_out()


if __name__ == "__main__":
    main()
