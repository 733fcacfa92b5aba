"""What one device's kernels lack is said before the program runs, where the device is known, and nowhere else.

A fake GPU has no kernels that could refuse, so these lines stand here and in no chapter, whose blocks are run.
"""

from itertools import zip_longest
from pathlib import Path

from mypy import api

from tests.mypy_cache import warmed

CONFIG = Path(__file__).parents[1] / "typecheck" / "mypy.ini"
PROGRAM = """
from typing import Any
import torch
import torch.nn.functional as F
from torch import nn
from dtensortypes import CPU, CUDA, Accelerator, Bool, Complex64, Float8_e4m3fn, Float16, Float32, Int64, Tensor, UInt8

def on_cuda(
    i: Tensor[Int64, CUDA, "n n"], h: Tensor[Float16, CUDA[1], "n n"], c: Tensor[Complex64, CUDA, "n"]
) -> None:
    i @ i  # error: "@" does not take int64 on cuda; cast with .float()
    F.linear(i, i)  # error: "linear" does not take int64 on cuda; cast with .float()
    h.histc(4)  # error: "histc" does not take float16 on cuda; cast with .float()
    torch.histogram(h.float(), 4)  # error: "histogram" has no kernel on cuda; move the tensor with .cpu()
    torch.einsum("ij,kj->ik", i, i)  # error: "einsum" does not take int64 on cuda; cast with .float()
    i.bool().scatter_reduce(0, i, i.bool(), "amax")  # error: "scatter_reduce" with reduce="amax" does not take bool
    i.tensor_split(i[0])  # error: "tensor_split" takes indices_or_sections on the CPU, and it is on cuda
    i.tensor_split(i[0].cpu()), i.bool().median(), i.bool().scatter_reduce(0, i, i.bool(), "sum")
    h @ h, h.angle(), i.float() @ i.float(), i.histc(4), c.nansum(), i.bool().abs()

def images_on_cuda(u: Tensor[UInt8, CUDA, "b 3 h w"], f: Tensor[Float8_e4m3fn, CUDA, "n n"]) -> None:
    F.interpolate(u, scale_factor=2)
    F.interpolate(u, scale_factor=2, mode="bilinear")  # error: "interpolate" with mode="bilinear" does not take uint8
    nn.Upsample(scale_factor=2, mode="bicubic")(u)  # error: "Upsample" with mode="bicubic" does not take uint8 on cuda
    f @ f  # error: "@" does not take float8_e4m3fn on cuda; cast with .float()
    f.float() @ f.float()

def on_cpu(i: Tensor[Int64, CPU, "n n"], h: Tensor[Float16, CPU, "n n"], c: Tensor[Complex64, CPU, "n"]) -> None:
    i.histc(4)  # error: "histc" does not take int64 on cpu; cast with .float()
    c.nansum()  # error: "nansum" does not take complex64 on cpu; cast with .float()
    i.bool().median()  # error: "median" does not take bool on cpu; cast with .float()
    i.bool().abs()  # error: "abs" does not take bool on cpu; cast with .float()
    i @ i, h.angle(), torch.histogram(h.float(), 4)

def anywhere(
    i: Tensor[Int64, Any, "n n"], j: Tensor[Int64, CPU | CUDA, "n n"], a: Tensor[Int64, Accelerator, "n n"]
) -> None:
    i.bool().median(), j.bool().median(), i.bool().scatter_reduce(0, i, i.bool(), "amax")
    torch.einsum("ij,kj->ik", i, i), torch.einsum("ij,kj->ik", j, j), i.tensor_split(i[0])
    i @ i, j @ j, a @ a, i.histc(4), j.histc(4), a.histc(4)
"""


def test_the_device_decides(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    flags = ("--no-pretty", "--no-color-output", "--no-error-summary", "--hide-error-context", "--show-error-codes")
    cache = str(warmed(tmp_path / "cache"))
    said, failed, _ = api.run(["--config-file", str(CONFIG), "--cache-dir", cache, *flags, str(program)])
    assert not failed
    heard = [line.partition(".py:")[2] for line in said.splitlines() if ": error: " in line]
    announced = [
        f"{number}: error: {words}"
        for number, line in enumerate(PROGRAM.splitlines(), 1)
        if (words := line.partition("# error: ")[2])
    ]
    assert [line[: len(words)] for line, words in zip_longest(heard, announced, fillvalue="")] == announced
