"""What the table says of dtypes on CUDA: by what torch declares of its kernels, and by the kernels themselves."""

import pytest
import torch

from dtensortypes.core.facts.device import CUDA, Device
from dtensortypes.core.facts.dtype import BOOL, COMPLEX64, FLOAT16, FLOAT32, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.ops import infer
from tests.core.ops.tallies import public_infos
from tests.gpu.declared import verdicts
from tests.gpu.legality import Verdicts, judged, told

DIFFERENT = sorted(
    name for name, info in public_infos().items() if info.supported_dtypes("cpu") != info.supported_dtypes("cuda")
)
"""The OpInfos whose kernels on the two devices take different dtypes; what holds of the others is seen on the CPU."""


# --- without a GPU


@pytest.mark.parametrize("name", DIFFERENT)
def test_nothing_is_refused_that_cuda_is_declared_to_take(name):
    info = public_infos()[name]
    refused = [
        (dtype, called, sample, why)
        for dtype in info.supported_dtypes("cuda")
        for called, sample, why in verdicts(info, dtype, CUDA, cap=6)
        if why
    ]
    assert refused == []


@pytest.mark.parametrize("name", ["mm", "bmm", "mv", "dot", "vdot", "addmv", "tensordot", "nn.functional.conv2d"])
def test_what_cuda_alone_is_declared_to_refuse_is_predicted(name):
    info = public_infos()[name]
    for called, sample, why in verdicts(info, torch.int64, CUDA):
        assert why or ", 0" in sample or "[0" in sample, called  # no kernel is started for no items
    assert not any(why for _, _, why in verdicts(info, torch.int64, Device("cpu")))


@pytest.mark.parametrize("name", ["histogram", "histogramdd"])
def test_what_has_no_kernel_on_cuda_is_refused_there(name):
    assert not public_infos()[name].supported_dtypes("cuda")
    for device, words in (("cuda", [f'"{name}" has no kernel on cuda; move the tensor with .cpu()']), ("cpu", [])):
        outcome = infer(f"torch.{name}", (TensorFact(FLOAT32, Device(device), Shape.of(4, 2)), 5), {})
        assert [str(one) for one in outcome.problems] == words


SQUARE = Shape.of(2, 2)


@pytest.mark.parametrize(
    ("name", "dtype", "on_cuda", "on_cpu"),
    [
        ("torch.Tensor.__matmul__", INT64, '"__matmul__" does not take int64 on cuda; cast with .float()', ""),
        ("torch.mm", BOOL, '"mm" does not take bool on cuda; cast with .float()', ""),
        ("torch.matmul", FLOAT16, "", ""),
        ("torch.angle", FLOAT16, "", ""),  # so from torch 2.14 on
        ("torch.histc", INT64, "", '"histc" does not take int64 on cpu; cast with .float()'),
        ("torch.histc", FLOAT16, '"histc" does not take float16 on cuda; cast with .float()', ""),
        ("torch.nansum", COMPLEX64, "", '"nansum" does not take complex64 on cpu; cast with .float()'),
        ("torch.abs", BOOL, "", '"abs" does not take bool on cpu; cast with .float()'),
    ],
)
def test_words(name, dtype, on_cuda, on_cpu):
    for device, words in (("cuda", on_cuda), ("cpu", on_cpu), ("mps", ""), ("xpu", "")):
        tensor = TensorFact(dtype, Device(device), SQUARE)
        outcome = infer(name, (tensor,) * (2 if name.endswith(("mm", "matmul__", "matmul")) else 1), {})
        assert [str(one).replace('"@"', '"__matmul__"') for one in outcome.problems] == ([words] if words else [])


def test_the_judge_finds_no_difference_where_there_is_none():
    found = {one.info: one for one in judged("cpu", ["mm", "sum", "histc"])}
    assert set(found) == {"mm", "sum", "histc"}
    assert all(one.samples for one in found.values())
    assert not any(one.wrong or one.refused or one.broken for one in found.values())


def test_the_judge_goes_on_after_a_worker_that_ends():
    found = {one.info: one for one in judged("cpu", ["mm", "no such OpInfo", "sum"])}
    assert {info for info, one in found.items() if one.broken} == {"no such OpInfo"}
    assert found["mm"].samples
    assert found["sum"].samples


def test_differences_are_told(capsys):
    found = [
        Verdicts("mm", 3, ["torch.mm(...)"], {"torch.mm int64": "\"addmm_cuda\" not implemented for 'Long'"}),
        Verdicts("sum", 4, broken="exit status 1"),
    ]
    assert list(told(found)) == found
    assert capsys.readouterr().out.splitlines() == [
        "wrong: torch.mm(...)",
        "refused on this device alone: torch.mm int64: \"addmm_cuda\" not implemented for 'Long'",
        "broken: sum: exit status 1",
        "2 OpInfos, 7 samples",
    ]


# --- on a GPU


@pytest.mark.gpu
def test_nothing_is_wrong_on_cuda():
    """It prints which dtypes CUDA refuses and the table does not: `make test-gpu` shows that."""
    found = list(told(judged("cuda", sorted(public_infos()))))
    assert [words for one in found for words in one.wrong] == []
    assert sum(one.samples for one in found) > 10_000
