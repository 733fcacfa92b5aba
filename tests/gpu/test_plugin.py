"""What one device's kernels lack is said before the program runs, where the device is known, and nowhere else.

A fake GPU has no kernels that could refuse, so these lines stand here and in no chapter, whose blocks are run.
"""

from pathlib import Path

from mypy import api

from tests.mypy_cache import warmed

CONFIG = Path(__file__).parents[1] / "typecheck" / "mypy.ini"
PROGRAM = """
from typing import Any
import torch
from dtensortypes import CPU, CUDA, Accelerator, Bool, Complex64, Float16, Float32, Int64, Tensor

def on_cuda(
    i: Tensor[Int64, CUDA, "n n"], h: Tensor[Float16, CUDA[1], "n n"], c: Tensor[Complex64, CUDA, "n"]
) -> None:
    i @ i  # error: "@" does not take int64 on cuda; cast with .float()
    torch.nn.functional.linear(i, i)  # error: "linear" does not take int64 on cuda; cast with .float()
    h.angle()  # error: "angle" does not take float16 on cuda; cast with .float()
    torch.histogram(h.float(), 4)  # error: "histogram" has no kernel on cuda; move the tensor with .cpu()
    h @ h, i.float() @ i.float(), i.histc(4), c.nansum(), i.bool().abs()

def on_cpu(i: Tensor[Int64, CPU, "n n"], h: Tensor[Float16, CPU, "n n"], c: Tensor[Complex64, CPU, "n"]) -> None:
    i.histc(4)  # error: "histc" does not take int64 on cpu; cast with .float()
    c.nansum()  # error: "nansum" does not take complex64 on cpu; cast with .float()
    i.bool().abs()  # error: "abs" does not take bool on cpu; cast with .float()
    i @ i, h.angle(), torch.histogram(h.float(), 4)

def anywhere(
    i: Tensor[Int64, Any, "n n"], j: Tensor[Int64, CPU | CUDA, "n n"], a: Tensor[Int64, Accelerator, "n n"]
) -> None:
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
    assert [line.rpartition("  [")[0] for line in heard] == announced
