"""Autocast regions, judged on the CPU's list of operations; the list of CUDA is laid beside torch's own header."""

import re
from itertools import product
from pathlib import Path

import pytest
import torch

from dtensortypes.core.facts.device import CPU, CUDA
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, INT64, DType
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.ops import State, infer, names
from tests.core.ops.judge import Figures, judge
from tests.core.ops.opinfo import recast, samples
from tests.core.ops.test_against_torch import FAMILIES, infos_of, names_of

ON_CPU = State(autocast=BFLOAT16, autocast_device="cpu")
ON_CUDA = State(autocast=FLOAT16)
HEADER = Path(torch.__file__).parent / "include/ATen/autocast_mode.h"


@pytest.mark.parametrize("family", [family for family in FAMILIES if family != "arrays"])
def test_nothing_is_wrong_on_the_cpu(family: str) -> None:
    figures = Figures()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        for name in names_of(family):
            for sample, source in (found for info in infos_of(name) for found in samples(info, 3)):
                if source == torch.float32:
                    for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.float64):
                        judge(name, recast(sample, source, dtype), figures, named=False, state=ON_CPU)
                    last = sum(tensor.dtype == source for tensor in sample.tensors) - 1
                    for dtype in (torch.float16, torch.float64) if last else ():
                        judge(name, recast(sample, source, dtype, only=last), figures, named=False, state=ON_CPU)
    assert figures.wrong == []


def listed(macro: str) -> set[str]:
    """The operations of one of torch's lists for CUDA, as far as the table has a function of that name."""
    body = re.search(rf"define {macro}\(_\)(.*?)\n\n", HEADER.read_text("utf-8"), re.DOTALL)
    assert body is not None
    words = re.findall(r"_\((?:ADD_NS\()?(\w+)", body[1])
    return {word for word in words if f"torch.{word}" in names()}


def lowered(name: str, dtypes: tuple[DType, ...]) -> object:
    """The dtype that a function gives on CUDA within a region, for tensors that it takes; None if none were found."""
    shapes = [Shape.of(*"n" * rank) for rank in range(1, 4)]
    tensors = [[TensorFact(dtypes[at % len(dtypes)], CUDA, shape) for shape in shapes] for at in range(3)]
    for count in (1, 2, 3):
        for given in product(*tensors[:count]):
            for more in ((), (-1,), (2,)):
                outcome = infer(f"torch.{name}", [*given, *more], {}, ON_CUDA)
                if outcome and isinstance(outcome.result, TensorFact) and not outcome.problems:
                    return outcome.result.dtype
    return None


LOWER = listed("AT_FORALL_LOWER_PRECISION_FP")
FULL = listed("AT_FORALL_FP32") | listed("AT_FORALL_FP32_SET_OPT_DTYPE")


@pytest.mark.parametrize("name", sorted(LOWER - {"einsum"} - {name for name in LOWER if name.startswith("conv")}))
def test_lower_precision_on_cuda(name: str) -> None:
    assert lowered(name, (FLOAT32,)) == FLOAT16


@pytest.mark.parametrize("name", sorted(FULL))
def test_full_precision_on_cuda(name: str) -> None:
    assert lowered(name, (FLOAT16,)) in {FLOAT32, None}


@pytest.mark.parametrize("name", sorted(listed("AT_FORALL_PROMOTE")))
def test_widest_on_cuda(name: str) -> None:
    assert lowered(name, (FLOAT16, FLOAT32)) in {FLOAT32, None}


def matmul(first: TensorFact, second: TensorFact, state: State) -> object:
    outcome = infer("torch.matmul", (first, second), {}, state)
    assert outcome is not None
    return outcome.problems or outcome.result.dtype


def test_what_is_touched() -> None:
    """Floats narrower than float64, on the region's device."""
    shape = Shape.of("n", "n")
    f32, f16, f64 = (TensorFact(dtype, CUDA, shape) for dtype in (FLOAT32, FLOAT16, FLOAT64))
    i64 = TensorFact(INT64, CPU, shape)
    assert matmul(f32, f16, ON_CUDA) == FLOAT16
    assert matmul(f64, f64, ON_CUDA) == FLOAT64
    assert matmul(i64, i64, ON_CPU) == INT64
    assert matmul(f32, f32, State(autocast=UNKNOWN)) == UNKNOWN
    assert matmul(f32, f32, State()) == FLOAT32
    on_cpu = TensorFact(FLOAT32, CPU, shape)
    assert matmul(on_cpu, on_cpu, ON_CUDA) == FLOAT32
    assert matmul(on_cpu, on_cpu, ON_CPU) == BFLOAT16
    assert matmul(TensorFact(FLOAT32, UNKNOWN, shape), TensorFact(FLOAT32, UNKNOWN, shape), ON_CUDA) == UNKNOWN


def test_a_banned_operation_is_refused() -> None:
    x = TensorFact(FLOAT32, CUDA, Shape.of("n"))
    outcome = infer("torch.nn.functional.binary_cross_entropy", (x, x), {}, ON_CUDA)
    assert outcome is not None
    assert "unsafe under autocast" in str(outcome.problems[0])
