"""Ages come out of numpy as int32, go through torch.from_numpy, and into a layer that wants float32.

from_numpy keeps numpy's dtype without a word. The call that fails is often in another file than the line that made the
array, so the error points back to it.
"""

import numpy as np
import torch
from torch import nn

from dtensortypes import CPU, Float32, Tensor, checked


@checked
def risk(ages: Tensor[Float32, CPU, "b 3"]) -> Tensor[Float32, CPU, "b"]:
    return torch.sigmoid(ages / 100.0).mean(dim=1)


def call_a_function() -> None:
    households = np.array([[34, 51, 7]], dtype=np.int32)  # note: int32 numpy.array
    ages = torch.from_numpy(households)  # note: int32 from_numpy
    risk(ages)  # error: [tensor-dtype] ages risk int32 Float32  # raises: TensorTypeError ages risk int32 Float32


def call_a_layer() -> None:
    households = np.array([[34, 51, 7]], dtype=np.int32)
    layer = nn.Linear(3, 1)
    layer(torch.from_numpy(households))  # error: [tensor-dtype] int32  # raises: RuntimeError same dtype Int Float


def main() -> None:
    call_a_function()
    call_a_layer()


if __name__ == "__main__":
    main()
