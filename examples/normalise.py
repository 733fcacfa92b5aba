import numpy as np
import torch

from dtensortypes import CPU, Float32, Tensor, checked


@checked
def normalise(x: Tensor[Float32, CPU, "b c"], mean: Tensor[Float32, CPU, "c"]) -> Tensor[Float32, CPU, "b c"]:
    return x - mean


images = torch.from_numpy(np.random.rand(8, 3))  # float64, silently
normalise(images, torch.zeros(3))
