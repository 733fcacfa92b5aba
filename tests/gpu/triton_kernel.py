"""A Triton kernel for float32 behind a `@checked` wrapper; imported where there are Triton and a GPU."""

import torch
import triton
import triton.language as tl

from dtensortypes import CUDA, Float32, Tensor, checked

BLOCK = 128
_launched: list[int] = []


@triton.jit
def doubled_sum_kernel(x_ptr, y_ptr, out_ptr, count, BLOCK: tl.constexpr):  # noqa: N803 - Triton's habit
    places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    there = places < count
    x = tl.load(x_ptr + places, mask=there)
    y = tl.load(y_ptr + places, mask=there)
    tl.store(out_ptr + places, 2 * (x + y), mask=there)


@checked
def doubled_sum(x: Tensor[Float32, CUDA, "b n"], y: Tensor[Float32, CUDA, "b n"]) -> Tensor[Float32, CUDA, "b n"]:
    """Twice the sum of both."""
    out = torch.empty_like(x)
    _launched.append(x.numel())
    doubled_sum_kernel[(triton.cdiv(x.numel(), BLOCK),)](x.contiguous(), y.contiguous(), out, x.numel(), BLOCK=BLOCK)
    return out


def launches() -> int:
    """How often the kernel was started."""
    return len(_launched)
