"""What the table says of dtypes on CUDA: by what torch declares of its kernels, and by the kernels themselves."""

import pytest
import torch

from dtensortypes.core.facts.device import CPU, CUDA, Device
from dtensortypes.core.facts.dtype import (
    BOOL,
    COMPLEX32,
    COMPLEX64,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    UINT8,
    DType,
)
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.ops import infer
from tests.core.ops.tallies import public_infos
from tests.gpu.declared import verdicts
from tests.gpu.legality import Verdicts, judged, told

DIFFERENT = sorted(
    name for name, info in public_infos().items() if info.supported_dtypes("cpu") != info.supported_dtypes("cuda")
)
"""The OpInfos whose kernels on the two devices take different dtypes; what holds of the others is seen on the CPU."""
UNDECLARED = (
    "abs", "addcmul", "fft.fftshift", "index_reduce.amax", "kron", "linalg.vecdot", "logcumsumexp", "median", "mul",
    "nanmedian", "nn.functional.interpolate.nearest", "nn.functional.layer_norm", "nn.functional.max_pool1d", "outer",
    "roll", "scatter", "scatter_reduce.mean", "scatter_reduce.sum", "tensor_split",
)  # fmt: skip
"""Those that the table tells apart, too: the CPU takes more in some samples than torch declares."""


# --- without a GPU


@pytest.mark.parametrize("name", sorted({*DIFFERENT, *UNDECLARED}))
def test_nothing_is_refused_that_cuda_is_declared_to_take(name):
    info = public_infos()[name]
    refused = [
        (dtype, called, sample, why)
        for dtype in info.supported_dtypes("cuda")
        for called, sample, why in verdicts(info, dtype, CUDA, cap=6)
        if why
    ]
    assert refused == []


@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        *((name, torch.int64) for name in ("mm", "bmm", "mv", "dot", "vdot", "addmv", "nn.functional.conv2d")),
        ("nn.functional.bilinear", torch.int64), ("nn.functional.local_response_norm", torch.int64),
        ("nn.functional.upsample_bilinear", torch.uint8),
        ("scatter_reduce.amin", torch.bool), ("scatter_reduce.prod", torch.bool),
    ],
)  # fmt: skip
def test_what_cuda_alone_is_declared_to_refuse_is_predicted(name, dtype):
    info = public_infos()[name]
    for called, sample, why in verdicts(info, dtype, CUDA):
        assert why or ", 0" in sample or "[0" in sample, called  # no kernel is started for no items
    assert not any(why for _, _, why in verdicts(info, dtype, Device("cpu")))


@pytest.mark.parametrize("name", ["histogram", "histogramdd"])
def test_what_has_no_kernel_on_cuda_is_refused_there(name):
    assert not public_infos()[name].supported_dtypes("cuda")
    for device, words in (("cuda", [f'"{name}" has no kernel on cuda; move the tensor with .cpu()']), ("cpu", [])):
        outcome = infer(f"torch.{name}", (TensorFact(FLOAT32, Device(device), Shape.of(4, 2)), 5), {})
        assert [str(one) for one in outcome.problems] == words


SEEN_ON_CUDA = [
    ("layer_norm", (INT64, (0, 1)), (1,), (INT64, (1,)), (BOOL, (1,))),
    ("nn.functional.layer_norm", (COMPLEX64, (0, 1)), (1,), (COMPLEX64, (1,)), (FLOAT64, (1,))),
    ("logcumsumexp", (INT64, ()), 0),
    ("Tensor.logcumsumexp", (BOOL, ()), 0),
    ("median", (BOOL, ())),
    ("Tensor.median", (BOOL, (3, 5))),
    ("nanmedian", (BOOL, (3, 5))),
    ("Tensor.nanmedian", (BOOL, ())),
    ("tensordot", (INT64, (2, 2, 1)), (INT64, (2, 1, 2)), ((0, 1), (2, 0))),
    ("tensordot", (BOOL, (2, 2, 1)), (BOOL, (2, 1, 2)), ((0, 1), (2, 0))),
]
"""Calls that an H200 takes (torch 2.11.0), and that the table once refused: (dtype, shape) is a tensor."""


@pytest.mark.parametrize(("name", "args"), [(name, args) for name, *args in SEEN_ON_CUDA])
@pytest.mark.parametrize("device", [CUDA, Device("cuda", 0), UNKNOWN])
def test_what_cuda_was_seen_to_take_is_not_refused(name, args, device):
    outcome = infer(f"torch.{name}", [as_fact(arg, device) for arg in args], {})
    assert outcome.problems == ()


def test_the_cpu_refuses_what_its_kernels_do():
    for name, *args in SEEN_ON_CUDA[:-2]:  # it multiplies integers
        assert infer(f"torch.{name}", [as_fact(arg, CPU) for arg in args], {}).problems, name


def as_fact(arg, device):
    match arg:
        case (DType() as dtype, tuple(dims)):
            return TensorFact(dtype, device, Shape.of(*dims))
    return arg


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
        ("torch.abs", FLOAT8_E4M3FN, '"abs" does not take float8_e4m3fn on cuda; cast with .float()', ""),
        ("torch.mm", FLOAT8_E5M2, '"mm" does not take float8_e5m2 on cuda; cast with .float()', ""),
        ("torch.mul", FLOAT8_E4M3FN, '"mul" does not take float8_e4m3fn on cuda; cast with .float()', ""),
        ("torch.median", BOOL, "", '"median" does not take bool on cpu; cast with .float()'),
        ("torch.inner", INT64, '"inner" does not take int64 on cuda; cast with .float()', ""),
    ],
)
def test_words(name, dtype, on_cuda, on_cpu):
    for device, words in (("cuda", on_cuda), ("cpu", on_cpu), ("mps", ""), ("xpu", "")):
        tensor = TensorFact(dtype, Device(device), SQUARE)
        outcome = infer(name, (tensor,) * (2 if name.endswith(("mm", "matmul__", "matmul", "mul", "inner")) else 1), {})
        assert [str(one).replace('"@"', '"__matmul__"') for one in outcome.problems] == ([words] if words else [])


IMAGES = (UINT8, (2, 3, 4, 4))
PLACES = (INT64, (2, 2))


@pytest.mark.parametrize(
    ("words", "name", "args"),
    [
        ("", "einsum", ("ij,kl->ijkl", PLACES, PLACES)),
        ('"einsum" does not take int64', "einsum", ("ij,jk->ik", PLACES, PLACES)),
        ("", "inner", ((INT64, (2,)), (INT64, (2,)))),
        ("", "inner", (PLACES, (INT64, ()))),
        ('"tensordot" does not take int64', "tensordot", (PLACES, PLACES, 1)),
        ("", "scatter", ((BOOL, (2, 2)), 0, PLACES, (BOOL, (2, 2)))),
        ("", "scatter_reduce", ((BOOL, (2, 2)), 0, PLACES, (BOOL, (2, 2)), "sum")),
        ('"scatter_reduce" with reduce="amax" does not take bool', "scatter_reduce",
         ((BOOL, (2, 2)), 0, PLACES, (BOOL, (2, 2)), "amax")),
        ('"index_reduce" does not take complex64', "index_reduce",
         ((COMPLEX64, (2, 2)), 0, (INT64, (2,)), (COMPLEX64, (2, 2)), "mean")),
        ('"addcmul" does not take complex32', "addcmul", ((COMPLEX32, (2,)),) * 3),
        ('"max_pool1d" does not take uint8', "nn.functional.max_pool1d", ((UINT8, (2, 4)), 2)),
        ("", "nn.functional.interpolate", (IMAGES, (8, 8))),
        ("", "nn.functional.interpolate", (IMAGES, (4, 4), None, "bilinear")),
        ('"interpolate" with mode="bilinear" does not take uint8', "nn.functional.interpolate",
         (IMAGES, (8, 8), None, "bilinear")),
        ('"interpolate" with mode="bicubic" does not take uint8', "nn.functional.interpolate",
         (IMAGES, (4, 4), None, "bicubic")),
        ("", "nn.functional.upsample_nearest", (IMAGES, (8, 8))),
        ('"upsample_bilinear" does not take uint8', "nn.functional.upsample_bilinear", (IMAGES, (8, 8))),
        ('"bilinear" does not take int64', "nn.functional.bilinear", (PLACES, PLACES, (INT64, (3, 2, 2)))),
    ],
)  # fmt: skip
def test_calls_of_which_cuda_refuses_the_dtypes(words, name, args):
    for device in (CUDA, CPU, UNKNOWN, Device("mps")):
        outcome = infer(f"torch.{name}", [as_fact(arg, device) for arg in args], {})
        told = [str(one).partition(";")[0] for one in outcome.problems]
        assert told == ([f"{words} on cuda"] if words and device == CUDA else [])


def test_where_tensor_split_reads_its_places():
    own = TensorFact(FLOAT32, CUDA, Shape.of(4, 2))
    for dtype, device, words in (
        (INT64, CPU, []),
        (INT64, UNKNOWN, []),
        (INT64, CUDA, ["takes indices_or_sections on the CPU, and it is on cuda; move it with .cpu()"]),
        (INT32, CPU, ["takes indices_or_sections of int64, not int32; cast them with .long()"]),
    ):
        outcome = infer("torch.tensor_split", (own, TensorFact(dtype, device, Shape.of(2))), {})
        assert [str(one) for one in outcome.problems] == [f'"tensor_split" {one}' for one in words]
        assert outcome.result.item.device == CUDA


def test_how_cuda_solves_least_squares():
    for driver, device, refused in ((None, CUDA, 0), ("gels", CUDA, 0), ("gelsd", CUDA, 1), ("gelsd", CPU, 0)):
        matrix = TensorFact(FLOAT32, device, SQUARE)
        outcome = infer("torch.linalg.lstsq", (matrix, matrix), {"driver": driver})
        assert len(outcome.problems) == refused


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
