"""One .to() says both, the device and the dtype."""

import numpy as np
import torch

from dtensortypes import CUDA, Float32, Tensor, checked


@checked
def centred(points: Tensor[Float32, CUDA, "n 3"]) -> Tensor[Float32, CUDA, "n 3"]:
    return points - points.mean(dim=0)


def main() -> None:
    points = torch.from_numpy(np.random.rand(1000, 3)).to("cuda", torch.float32)
    print("centred:", centred(points).shape)


if __name__ == "__main__":
    main()
