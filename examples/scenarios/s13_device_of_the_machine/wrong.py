"""The model goes to whatever device the machine has; the batch is forgotten. On a laptop nobody notices.

`device` is the commonest line in PyTorch. A tensor on it is on CUDA somewhere, so one that stayed on the CPU does not
belong with it, also on the laptop where the two happen to be the same.
"""

import torch
from torch import nn

from dtensortypes import Accelerator, Float32, Tensor, checked

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Regressor(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 1)

    @checked
    def forward(self, x: Tensor[Float32, Accelerator, "b 4"]) -> Tensor[Float32, Accelerator, "b 1"]:
        return self.layer(x)


def main() -> None:
    model = Regressor().to(device)
    batch = torch.rand(16, 4)  # note: cpu torch.rand
    model(batch)  # error: [tensor-device] cpu  # raises: TensorTypeError forward cpu


if __name__ == "__main__":
    main()
