"""One .float() where the array becomes a tensor."""

import numpy as np
import torch
from torch import nn

from dtensortypes import CPU, Float32, Tensor, checked


@checked
def risk(ages: Tensor[Float32, CPU, "b 3"]) -> Tensor[Float32, CPU, "b"]:
    return torch.sigmoid(ages / 100.0).mean(dim=1)


def main() -> None:
    households = np.array([[34, 51, 7]], dtype=np.int32)
    ages = torch.from_numpy(households).float()
    layer = nn.Linear(3, 1)
    print("risk:", risk(ages).shape, "layer:", layer(ages).shape)


if __name__ == "__main__":
    main()
