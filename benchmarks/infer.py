"""What an answer of the table of operations costs: 10,000 mixed calls, and the loading of the table.

The figures are microseconds of the processor's time for an answer, the medians over rounds in one process. First,
10,000 calls as programs make them: those of the architectures that the tests audit, in their order, from an empty
memory. Then the two kinds that these are a mixture of, each over 10,000 calls of a few kinds of operation: calls whose
names and sizes are new to the process, and calls that are made again, with equal facts in new objects.

The loading is milliseconds of the processor's time in a fresh interpreter, the median over interpreters that have its
bytecode; much of it is the standard library's (dataclasses, ast, inspect), which most programs have loaded already.
"""

import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Final, TypeAlias
from unittest.mock import patch

from dtensortypes import audit
from dtensortypes.core import ops
from dtensortypes.core.facts.device import CUDA
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import BFLOAT16, BOOL, FLOAT32, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.value import Slice, Value
from dtensortypes.core.ops import Outcome, State, infer
from dtensortypes.runtime.audit import auditor

ROUNDS, CALLS, STARTS = 5, 10_000, 9
STANDARD: Final = "import ast, dataclasses, enum, functools, importlib, inspect, itertools, math, re, typing"

ROOT: Final = Path(__file__).parents[1]
Asked: TypeAlias = tuple[str, tuple[Value, ...], Mapping[str, Value]]


def kinds_of(turn: int) -> Mapping[str, Sequence[Asked]]:
    """The calls by kind, on tensors whose names and sizes only this turn has."""

    def tensor(*dims: int | str) -> TensorFact:
        return TensorFact(FLOAT32, CUDA, Shape.of(*(f"{dim}{turn}" if isinstance(dim, str) else dim for dim in dims)))

    width = 512 * (turn + 1)
    x, weight, bias = tensor("b", "t", width), tensor(4 * width, width), tensor(4 * width)
    image, kernel, channel = tensor("b", 64 + turn, "h", "w"), tensor(128, 64 + turn, 3, 3), tensor(64 + turn)
    tokens = TensorFact(INT64, CUDA, tensor("b", "t").shape)
    return {
        "pointwise": [
            ("torch.Tensor.__add__", (x, x), {}),
            ("torch.Tensor.mul", (x, 0.5), {}),
            ("torch.exp", (x,), {}),
            ("torch.nn.functional.gelu", (x,), {}),
            ("torch.where", (TensorFact(BOOL, CUDA, x.shape), x, x), {}),
        ],
        "matmul": [
            ("torch.Tensor.__matmul__", (x, tensor(width, 64)), {}),
            ("torch.nn.functional.linear", (x, weight, bias), {}),
            ("torch.einsum", ("btd,ud->btu", x, weight), {}),
        ],
        "view": [
            ("torch.Tensor.view", (x, Dim.of(f"b{turn}"), -1, 8, 64), {}),
            ("torch.Tensor.transpose", (x, 1, 2), {}),
            ("torch.Tensor.unsqueeze", (x, -1), {}),
            ("torch.Tensor.flatten", (x, 1), {}),
        ],
        "reduction": [
            ("torch.Tensor.sum", (x,), {"dim": -1}),
            ("torch.Tensor.mean", (x, (1, 2)), {"keepdim": True}),
            ("torch.max", (x, 1), {}),
            ("torch.softmax", (x,), {"dim": -1}),
        ],
        "creation and casts": [
            ("torch.zeros", (2, 3 + turn), {"device": CUDA}),
            ("torch.arange", (10 + turn,), {}),
            ("torch.zeros_like", (x,), {}),
            ("torch.Tensor.to", (x, BFLOAT16), {}),
        ],
        "indexing and joining": [
            ("torch.Tensor.__getitem__", (x, (Slice(), 0)), {}),
            ("torch.Tensor.__getitem__", (x, (..., Slice(None, 4), None)), {}),
            ("torch.nn.functional.embedding", (tokens, weight), {}),
            ("torch.cat", ((x, x),), {"dim": 1}),
        ],
        "convolution and norm": [
            ("torch.nn.functional.conv2d", (image, kernel), {"stride": 2, "padding": 1}),
            ("torch.nn.functional.max_pool2d", (image, 2), {}),
            ("torch.nn.functional.batch_norm", (image, channel, channel), {}),
            ("torch.nn.functional.layer_norm", (x, (width,)), {}),
        ],
    }  # fmt: skip


def seconds(calls: Sequence[Asked]) -> float:
    """The processor's time for all answers."""
    start = time.thread_time()
    for name, args, kwargs in calls:
        infer(name, args, kwargs)
    return time.thread_time() - start


def made_by_models() -> list[Asked]:
    """The calls that the audited architectures make, in order, over and over: 10,000 of them."""
    sys.path.insert(0, str(ROOT))
    from tests.runtime.audit.architectures import ARCHITECTURES

    made: list[Asked] = []

    def recorded(name: str, args: tuple[Value, ...], kwargs: Mapping[str, Value], *state: State) -> Outcome | None:
        if args or kwargs:  # without, the auditor asks whether there is such an operation
            made.append((name, args, kwargs))
        return infer(name, args, kwargs, *state)

    with patch.object(auditor, "infer", recorded), warnings.catch_warnings(), audit():
        warnings.simplefilter("ignore")
        for architecture in ARCHITECTURES:
            architecture()
    return list(islice(cycle(made), CALLS))


def answers() -> dict[str, tuple[float, float]]:
    """Microseconds for an answer, by kind and over all: for calls that are new, and for the same ones again."""
    counts = {kind: len(calls) for kind, calls in kinds_of(0).items()}
    new, again = dict.fromkeys(counts, 0.0), dict.fromkeys(counts, 0.0)
    turns = CALLS // sum(counts.values())
    for _ in range(turns):
        turn = next(TURNS)
        for times in (new, again):
            for kind, calls in kinds_of(turn).items():
                times[kind] += seconds(calls)
    found = {
        kind: (new[kind] / turns / count * 1e6, again[kind] / turns / count * 1e6) for kind, count in counts.items()
    }
    made = turns * sum(counts.values())
    return found | {"all of them": (sum(new.values()) / made * 1e6, sum(again.values()) / made * 1e6)}


TURNS: Final = iter(range(1, sys.maxsize))
"""A turn is never taken twice: its names are new in each."""


def loading(before: str, bytecode: str) -> float:
    """Milliseconds to load the table in a fresh interpreter that has run `before`."""
    work = "t = time.process_time(); from dtensortypes.core import ops; ops.names(); print(time.process_time() - t)"
    environment = {word: value for word, value in os.environ.items() if word != "PYTHONDONTWRITEBYTECODE"}
    told = subprocess.run(
        [sys.executable, "-c", f"import time\n{before}\n{work}"],
        capture_output=True,
        text=True,
        check=True,
        env=environment | {"PYTHONPYCACHEPREFIX": bytecode},
    ).stdout
    return float(told) * 1e3


def main() -> None:
    with tempfile.TemporaryDirectory() as bytecode:
        for words, before in (("the table, loaded", ""), ("after the standard library", STANDARD)):
            loading(before, bytecode)
            times = statistics.median(loading(before, bytecode) for _ in range(STARTS))
            print(f"{words:28} {times:6.1f} ms")
    for calls in kinds_of(0).values():
        for name, args, kwargs in calls:
            outcome = infer(name, args, kwargs)
            assert outcome is not None, name
            assert not outcome.problems, (name, outcome.problems)
    calls = made_by_models()
    gc.disable()
    times = []
    for _ in range(ROUNDS):
        ops._ANSWERS.clear()  # noqa: SLF001 - a fresh process would have to learn the table's lines again
        times.append(seconds(calls) / CALLS * 1e6)
    print(f"{'µs for an answer':28} {'new':>6} {'again':>6} {'both':>6}")
    print(f"{'models, from nothing':42} {statistics.median(times):6.1f}")
    rounds = [answers() for _ in range(ROUNDS)]
    for kind in rounds[0]:
        new, again = (statistics.median(column) for column in zip(*(found[kind] for found in rounds), strict=True))
        print(f"{kind:28} {new:6.1f} {again:6.1f}")


if __name__ == "__main__":
    main()
