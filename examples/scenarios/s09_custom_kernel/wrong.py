"""A kernel written for float32 is called with float16: it would read past the end of the tensor.

A kernel sees pointers, not dtypes. On a GPU the wrong call ends in garbage or in an error that comes back many lines
later; the wrapper's signature refuses it before the kernel starts.
"""

import ctypes

import numpy as np
import torch
from numpy.typing import NDArray

from dtensortypes import CPU, Float32, Tensor, checked


@torch.library.custom_op("examples::scaled_silu", mutates_args={"out"}, device_types="cpu")
def scaled_silu_kernel(x: torch.Tensor, out: torch.Tensor, scale: float) -> None:
    """Reads and writes bare memory, four bytes a number, as a kernel does."""
    x_ptr, out_ptr = (_floats(t.data_ptr(), t.numel()) for t in (x, out))
    out_ptr[:] = scale * x_ptr / (1.0 + np.exp(-x_ptr))


def _floats(address: int, count: int) -> NDArray[np.float32]:
    return np.ctypeslib.as_array((ctypes.c_float * count).from_address(address))


@checked
def scaled_silu(x: Tensor[Float32, CPU, "*shape"], *, scale: float = 1.0) -> Tensor[Float32, CPU, "*shape"]:
    out = torch.empty_like(x)
    scaled_silu_kernel(x.contiguous(), out, scale)
    return out


def main() -> None:
    gates = torch.rand(8, 256).half()  # note: float16 .half()
    scaled_silu(gates)  # error: [tensor-dtype] scaled_silu float16 Float32  # raises: TensorTypeError float16 Float32


if __name__ == "__main__":
    main()
