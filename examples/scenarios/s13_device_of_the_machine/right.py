"""Model and batch go to the same device, whichever it is."""

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
    batch = torch.rand(16, 4).to(device)
    print("predicted:", model(batch).shape, "on", device)


if __name__ == "__main__":
    main()
