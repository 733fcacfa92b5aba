"""Devices, judged on a machine that may have no GPU: torch's FakeTensorMode carries CUDA tensors."""

from collections.abc import Iterator
from typing import Any

import pytest
import torch

from dtensortypes.core.facts.device import CPU, CUDA, META, XPU, Device
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import SCALAR, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.value import Value
from dtensortypes.core.ops import infer
from dtensortypes.core.problems import Kind
from tests.core.ops.judge import Sample, called, fact_of, of_device, shown
from tests.core.ops.opinfo import samples
from tests.core.ops.samples import SAMPLES
from tests.core.ops.test_against_torch import FAMILIES, infos_of, names_of
from tests.fake_cuda import fake_cuda

LENIENT = {
    # a zero-dim tensor on the CPU passes everywhere in FakeTensorMode, in torch only in elementwise kernels
    "zero-dim": lambda name, sample: any(t.device.type == "cpu" and t.dim() == 0 for t in sample.tensors),
    # a convolution compares the devices of input and weight alone, before the kernel that refuses the bias
    "bias": lambda name, sample: "conv" in name,
    # one that the operators it is made of do have
    "no kernel": lambda name, sample: "histogram" in name,
    "no items": lambda name, sample: any(t.numel() == 0 for t in sample.tensors),
}


def floats_of(name: str) -> list[Sample]:
    """A few samples of each operation."""
    own = [s for s in SAMPLES.get(name, ()) if all(t.dtype == torch.float32 for t in s.tensors)][:3]
    found = own + [sample for info in infos_of(name) for sample, _ in samples(info, 3)]
    return [sample for sample in found if all(tensor.layout is torch.strided for tensor in sample.tensors)]


def placements(sample: Sample) -> Iterator[Sample]:
    """The sample on CUDA, and with its first or its last tensor alone on CUDA."""
    count = len(sample.tensors)
    for places in {tuple(range(count)), (0,), (count - 1,)} if count > 1 else {(0,)}:
        seen = iter(range(count))

        def move(leaf: Any, places: tuple[int, ...] = places, seen: Iterator[int] = seen) -> Any:
            if not isinstance(leaf, torch.Tensor):
                return leaf
            device = "cuda" if next(seen) in places else "cpu"
            return torch.empty_strided(leaf.shape, leaf.stride(), dtype=leaf.dtype, device=device)

        if count:
            yield sample.map(move)


def story_of(name: str, sample: Sample) -> str:
    """What is wrong with the device that the table says; empty if nothing is."""
    live, refused = called(name, sample)
    outcome = infer(name, [fact_of(arg) for arg in sample.args], {w: fact_of(v) for w, v in sample.kwargs.items()})
    assert outcome is not None
    if refused is not None:
        return ""
    if found := [str(problem) for problem in outcome.problems if problem.kind is Kind.DEVICE]:
        lenient = any(excuse(name, sample) for excuse in LENIENT.values())
        return "" if lenient else f"{name}{sample} is refused for {found}, torch gives {shown(live)}"
    for fact, tensor in zip(_listed(outcome.result), _listed(live), strict=False):
        known = isinstance(fact, TensorFact) and isinstance(tensor, torch.Tensor)
        if known and of_device(fact.device, fact_of(tensor.device)) == "wrong":
            return f"{name}{sample} is said to give {fact}, torch gives {shown(live)}"
    return ""


def _listed(value: Any) -> Any:
    return value if isinstance(value, tuple | list) else [value]


@pytest.mark.parametrize("family", [family for family in FAMILIES if family != "arrays"])
def test_no_device_is_wrong(family: str) -> None:
    prepared = {name: floats_of(name) for name in names_of(family)}
    with fake_cuda():
        stories = [
            story_of(name, placed)
            for name, some in prepared.items()
            for sample in some
            for placed in placements(sample)
        ]
    assert [story for story in stories if story] == []
    assert stories


VECTOR = Shape.of("n")


def tensor(device: Device, shape: Shape = VECTOR) -> TensorFact:
    return TensorFact(FLOAT32, device, shape)


@pytest.mark.parametrize(
    ("name", "args", "device"),
    [
        ("torch.Tensor.cuda", (tensor(CPU),), CUDA),
        ("torch.Tensor.cuda", (tensor(CPU), 1), Device("cuda", 1)),
        ("torch.Tensor.cuda", (tensor(CPU), "cuda:2"), Device("cuda", 2)),
        ("torch.Tensor.xpu", (tensor(CPU),), XPU),
        ("torch.Tensor.to", (tensor(CPU), "cuda:0"), Device("cuda", 0)),
        ("torch.Tensor.to", (tensor(CPU), 1), Device("cuda", 1)),
        ("torch.Tensor.to", (tensor(CUDA), "cpu:0"), CPU),
        ("torch.Tensor.type", (tensor(CPU), "torch.cuda.HalfTensor"), CUDA),
        ("torch.Tensor.type_as", (tensor(CPU), tensor(CUDA)), CUDA),
        ("torch.Tensor.__add__", (tensor(CUDA), tensor(CPU, SCALAR)), CUDA),
        ("torch.Tensor.copy_", (tensor(CUDA), tensor(CPU)), CUDA),
        ("torch.zeros_like", (tensor(CUDA),), CUDA),
        ("torch.Tensor.__getitem__", (tensor(CUDA), tensor(CPU)), CUDA),
    ],
)
def test_moves(name: str, args: tuple[Value, ...], device: Device) -> None:
    outcome = infer(name, args, {})
    assert outcome is not None
    assert isinstance(outcome.result, TensorFact)
    assert outcome.result.device == device


@pytest.mark.parametrize(
    ("name", "args", "words"),
    [
        ("torch.Tensor.__add__", (tensor(CPU), tensor(CUDA)), '"+" mixes devices: cpu and cuda'),
        ("torch.matmul", (tensor(CPU, Shape.of(2, 2)), tensor(CUDA, Shape.of(2, 2))), "mixes devices"),
        ("torch.Tensor.add_", (tensor(CPU, SCALAR), tensor(CUDA, SCALAR)), "cannot be stored"),
        ("torch.Tensor.numpy", (tensor(CUDA),), "cannot become a numpy array"),
        ("torch.add", (tensor(META), tensor(CPU)), "mixes devices"),
    ],
)
def test_refusals(name: str, args: tuple[Value, ...], words: str) -> None:
    outcome = infer(name, args, {})
    assert outcome is not None
    assert [problem.kind for problem in outcome.problems] == [Kind.DEVICE]
    assert words in str(outcome.problems[0])
