"""Kernels of one's own behind a `@checked` wrapper: a wrong tensor is refused before the kernel starts.

A kernel sees pointers. What it would do with float16, with memory of the CPU or with another shape is not refused by
torch, and on a GPU it is an error many lines later, or garbage.
"""

from importlib.util import find_spec

import pytest
import torch

from dtensortypes import CPU, CUDA, Float32, Tensor, TensorTypeError, checked
from tests.gpu.programs import wrong

STARTED: list[str] = []
"""The devices on which the kernel was started."""


@torch.library.custom_op("dtensortypes_tests::doubled_sum", mutates_args={"out"})
def doubled_sum_kernel(x: torch.Tensor, y: torch.Tensor, out: torch.Tensor) -> None:
    STARTED.append(x.device.type)
    out.copy_(2 * (x + y))


@doubled_sum_kernel.register_fake
def _(x, y, out):
    pass


def wrapped(place):
    matrix = Tensor[Float32, place, "b n"]

    @checked
    def doubled_sum(x: matrix, y: matrix) -> matrix:
        out = torch.empty_like(x)
        doubled_sum_kernel(x, y, out)
        return out

    return doubled_sum


@pytest.fixture(autouse=True)
def none_started():
    STARTED.clear()


PLACES = [pytest.param("cpu", CPU, "meta"), pytest.param("cuda", CUDA, "cpu", marks=pytest.mark.gpu)]


@pytest.mark.parametrize(("device", "place", "elsewhere"), PLACES)
@pytest.mark.parametrize("kind", ["dtype", "device", "shape"])
@pytest.mark.parametrize("compiled", [False, True], ids=["eager", "compiled"])
def test_a_custom_op_is_not_started(device, place, elsewhere, kind, compiled):
    torch._dynamo.reset()
    function = torch.compile(wrapped(place), backend="aot_eager") if compiled else wrapped(place)
    x = torch.ones(2, 3, device=device)
    y = wrong(x, elsewhere)[kind]
    for given in ((x, y), (y, x)):
        with pytest.raises(TensorTypeError):
            function(*given)
    assert STARTED == []
    assert torch.equal(function(x, x), torch.full_like(x, 4))
    assert [device] == STARTED


def test_without_the_wrapper_it_is_started():
    x = torch.ones(2, 3)
    doubled_sum_kernel(x, x.double(), torch.empty_like(x))
    assert STARTED == ["cpu"]


# --- Triton

needs_triton = pytest.mark.skipif(find_spec("triton") is None, reason="no Triton")


@pytest.mark.gpu
@needs_triton
@pytest.mark.parametrize("kind", ["dtype", "device", "shape"])
def test_a_triton_kernel_is_not_started(kind):
    from tests.gpu.triton_kernel import doubled_sum, launches

    x = torch.arange(6, dtype=torch.float32, device="cuda").reshape(2, 3)
    y = wrong(x, "cpu")[kind]
    before = launches()
    for given in ((x, y), (y, x)):
        with pytest.raises(TensorTypeError):
            doubled_sum(*given)
    assert launches() == before
    torch.testing.assert_close(doubled_sum(x, x), 4 * x)
    assert launches() == before + 1
