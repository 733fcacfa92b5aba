"""np.random.rand gives float64; the author remembers the cast to float32, and forgets the device.

One of the two was fixed after the last error, the other one is the next.
"""

from typing import TYPE_CHECKING

import numpy as np
import torch

from dtensortypes import CUDA, Float32, Tensor, checked


@checked
def centred(points: Tensor[Float32, CUDA, "n 3"]) -> Tensor[Float32, CUDA, "n 3"]:
    return points - points.mean(dim=0)


def main() -> None:
    points = torch.from_numpy(np.random.rand(1000, 3)).to(torch.float32)  # note: cpu torch.from_numpy
    if TYPE_CHECKING:
        reveal_type(points)  # revealed: Tensor[Float32, CPU, "1000 3"]
    centred(points)  # error: [tensor-device] points cpu CUDA  # raises: TensorTypeError points cpu CUDA


if __name__ == "__main__":
    main()
