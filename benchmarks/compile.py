"""What `@checked` costs in compiled code: the ratio to the same code undecorated, and how many graphs each one makes.

`python benchmarks/compile.py [BACKEND ...]`; without backends, `eager` and `aot_eager`, and `inductor` where a C++
compiler is found. A ratio is the median over interleaved rounds in one process, each the same number of calls.
"""

import gc
import shutil
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch._dynamo.testing import CompileCounterWithBackend

from dtensortypes import CPU, Float32, Tensor, checked

ROUNDS, CALLS = 200, 50
SIZES = (2, 5, 8, 13)
Matrix = Tensor[Float32, CPU, "b n"]


def scale(x: Matrix, y: Matrix) -> Matrix:
    return x * 2 + y


def project(x: Matrix, weight: Tensor[Float32, CPU, "m n"]) -> Tensor[Float32, CPU, "b m"]:
    return (x @ weight.T).relu()


def total(xs: list[Matrix], weights: dict[str, Tensor[Float32, CPU, "n"]]) -> Tensor[Float32, CPU, "n"]:
    return sum(x.sum(0) for x in xs) * weights["a"]


class Plain(torch.nn.Module):
    """Two layers, each by a function of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.up, self.down = torch.nn.Parameter(torch.ones(64, 16)), torch.nn.Parameter(torch.ones(16, 64))

    def forward(self, x: Matrix) -> Matrix:
        return project(project(x, self.up), self.down)


checked_project = checked(project)


class Checked(Plain):
    """The same, checked."""

    @checked
    def forward(self, x: Matrix) -> Matrix:
        return checked_project(checked_project(x, self.up), self.down)


def same_state(plain: torch.nn.Module, with_checks: torch.nn.Module) -> tuple[torch.nn.Module, torch.nn.Module]:
    """Both, with the very same parameters: where a tensor lies in memory tells on a matrix product."""
    for name, parameter in plain.named_parameters():
        setattr(with_checks, name, parameter)
    return plain, with_checks


Program = tuple[Callable[..., Any], Callable[..., Any], Callable[[int], tuple[Any, ...]]]


def programs() -> dict[str, Program]:
    """Each undecorated, checked, and with arguments of a given batch size."""
    return {
        "function": (scale, checked(scale), lambda b: (torch.ones(b, 16), torch.ones(b, 16))),
        "containers": (total, checked(total), lambda b: ([torch.ones(b, 16)] * 3, {"a": torch.ones(16)})),
        "module": (*same_state(Plain(), Checked()), lambda b: (torch.ones(b, 16),)),
    }


@contextmanager
def uncollected() -> Iterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def seconds(function: Callable[..., Any], arguments: tuple[Any, ...]) -> float:
    start = time.thread_time()  # one thread does it all, and what others do on the machine is not counted
    for _ in range(CALLS):
        function(*arguments)
    return (time.thread_time() - start) / CALLS


def ratio(plain: Callable[..., Any], with_checks: Callable[..., Any], arguments: tuple[Any, ...]) -> float:
    """The median of the ratios of the rounds, in which both come first in turn."""
    ratios = []
    with uncollected():
        for turn in range(ROUNDS):
            first, second = (plain, with_checks) if turn % 2 else (with_checks, plain)
            times = {first: seconds(first, arguments), second: seconds(second, arguments)}
            ratios.append(times[with_checks] / times[plain])
    return statistics.median(ratios)


def row(name: str, program: Program, backend: str) -> str:
    """One program: graphs for four batch sizes with and without checks, and the ratio in the steady state."""
    counts, compiled = [], []
    plain, with_checks, arguments = program
    for function in (plain, with_checks):
        counter = CompileCounterWithBackend(backend)
        dynamic = torch.compile(function, backend=counter, fullgraph=True, dynamic=True)
        for size in SIZES:
            dynamic(*arguments(size))
        counts.append(counter.frame_count)
        compiled.append(dynamic)
    found = ratio(*compiled, arguments(8))
    return f"{name:12} {backend:10} graphs {counts[0]} undecorated, {counts[1]} checked   ratio {found:.3f}"


def main() -> None:
    torch.set_num_threads(1)
    found = ["inductor"] if shutil.which("g++") or shutil.which("clang++") else []
    print(f"torch {torch.__version__}; fullgraph, dynamic, {len(SIZES)} batch sizes; checked : undecorated")
    for backend in sys.argv[1:] or ["eager", "aot_eager", *found]:
        for name, program in programs().items():
            torch.compiler.reset()
            print(row(name, program, backend), flush=True)


if __name__ == "__main__":
    main()
