"""What an answer of the table of operations costs: 10,000 mixed calls, and the loading of the table.

The figures are microseconds for an answer, the median over rounds in one process, and milliseconds for the import of
the table in a fresh interpreter, the median over interpreters that have its bytecode.
"""

import gc
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Final

from dtensortypes.core.facts.device import CUDA
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT32, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.value import Slice, Value
from dtensortypes.core.ops import infer

ROUNDS, CALLS, STARTS = 15, 10_000, 15


def tensor(*dims: int | str) -> TensorFact:
    return TensorFact(FLOAT32, CUDA, Shape.of(*dims))


X, WEIGHT, BIAS = tensor("b", "t", 512), tensor(2048, 512), tensor(2048)
IMAGE, KERNEL, CHANNEL = tensor("b", 64, "h", "w"), tensor(128, 64, 3, 3), tensor(64)
TOKENS = TensorFact(INT64, CUDA, Shape.of("b", "t"))
KINDS: Final[Mapping[str, Sequence[tuple[str, tuple[Value, ...], Mapping[str, Value]]]]] = {
    "pointwise": [
        ("torch.Tensor.__add__", (X, X), {}),
        ("torch.Tensor.mul", (X, 0.5), {}),
        ("torch.exp", (X,), {}),
        ("torch.nn.functional.gelu", (X,), {}),
        ("torch.where", (X, X, X), {}),
    ],
    "matmul": [
        ("torch.Tensor.__matmul__", (X, tensor(512, 64)), {}),
        ("torch.nn.functional.linear", (X, WEIGHT, BIAS), {}),
        ("torch.einsum", ("btd,ud->btu", X, WEIGHT), {}),
    ],
    "view": [
        ("torch.Tensor.view", (X, Dim.of("b"), -1, 8, 64), {}),
        ("torch.Tensor.transpose", (X, 1, 2), {}),
        ("torch.Tensor.unsqueeze", (X, -1), {}),
        ("torch.Tensor.flatten", (X, 1), {}),
    ],
    "reduction": [
        ("torch.Tensor.sum", (X,), {"dim": -1}),
        ("torch.Tensor.mean", (X, (1, 2)), {"keepdim": True}),
        ("torch.max", (X, 1), {}),
        ("torch.softmax", (X,), {"dim": -1}),
    ],
    "creation and casts": [
        ("torch.zeros", (2, 3), {"device": CUDA}),
        ("torch.arange", (10,), {}),
        ("torch.zeros_like", (X,), {}),
        ("torch.Tensor.to", (X, BFLOAT16), {}),
    ],
    "indexing and joining": [
        ("torch.Tensor.__getitem__", (X, (Slice(), 0)), {}),
        ("torch.Tensor.__getitem__", (X, (..., Slice(None, 4), None)), {}),
        ("torch.nn.functional.embedding", (TOKENS, WEIGHT), {}),
        ("torch.cat", ((X, X),), {"dim": 1}),
    ],
    "convolution and norm": [
        ("torch.nn.functional.conv2d", (IMAGE, KERNEL), {"stride": 2, "padding": 1}),
        ("torch.nn.functional.max_pool2d", (IMAGE, 2), {}),
        ("torch.nn.functional.batch_norm", (IMAGE, CHANNEL, CHANNEL), {}),
        ("torch.nn.functional.layer_norm", (X, (512,)), {}),
    ],
}  # fmt: skip


def answers(calls: Sequence[tuple[str, tuple[Value, ...], Mapping[str, Value]]]) -> float:
    """Microseconds for an answer, over 10,000 calls."""
    turns = CALLS // len(calls)
    start = time.perf_counter()
    for _ in range(turns):
        for name, args, kwargs in calls:
            infer(name, args, kwargs)
    return (time.perf_counter() - start) / (turns * len(calls)) * 1e6


def loading() -> float:
    """Milliseconds to load the table in a fresh interpreter."""
    work = "t = time.perf_counter(); from dtensortypes.core import ops; ops.names(); print(time.perf_counter() - t)"
    told = subprocess.run(
        [sys.executable, "-c", f"import time; {work}"], capture_output=True, text=True, check=True
    ).stdout
    return float(told) * 1e3


def main() -> None:
    loading()
    print(f"{'the table, loaded':24} {statistics.median(loading() for _ in range(STARTS)):6.1f} ms")
    kinds = {**KINDS, "all of them": [call for kind in KINDS.values() for call in kind]}
    for calls in kinds.values():
        for name, args, kwargs in calls:
            outcome = infer(name, args, kwargs)
            assert outcome is not None, name
    gc.disable()
    for kind, calls in kinds.items():
        rounds = [answers(calls) for _ in range(ROUNDS)]
        print(f"{kind:24} {statistics.median(rounds):6.1f} µs for an answer")


if __name__ == "__main__":
    main()
