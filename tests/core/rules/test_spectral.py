"""Transforms of named sizes, and which dtypes they take."""

import pytest
import torch

from dtensortypes.core.facts.device import CPU, CUDA, META
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import BFLOAT16, COMPLEX64, COMPLEX128, FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.spectral import (
    doubled,
    framed,
    framed_dtype,
    full,
    half,
    half_as_many,
    samples,
    transformed,
    transformed_dims,
    unframed,
    unframed_dtype,
    waves,
    waves_of_real,
)
from tests.core.ops.judge import fact_of


def call(text, dtype=FLOAT32, **arguments):
    return Call("fft", {"input": TensorFact(dtype, shape=parse_shape(text))} | arguments, ("input",))


@pytest.mark.parametrize(
    ("word", "dtype", "result"),
    [
        (waves, FLOAT32, COMPLEX64), (waves, INT64, COMPLEX64), (waves, COMPLEX128, COMPLEX128),
        (waves_of_real, FLOAT64, COMPLEX128), (samples, COMPLEX64, FLOAT32), (samples, FLOAT64, FLOAT64),
        (waves, UNKNOWN, UNKNOWN),
    ],
)  # fmt: skip
def test_dtypes(word, dtype, result):
    assert word(call("n", dtype)) == result


def test_what_is_not_transformed():
    with pytest.raises(Refused, match="takes real numbers"):
        waves_of_real(call("n", COMPLEX64))
    with pytest.raises(Refused, match="does not take bfloat16"):
        samples(call("n", BFLOAT16, input=TensorFact(BFLOAT16, CPU)))


@pytest.mark.parametrize("device", [CUDA, META, UNKNOWN])
def test_bfloat16_may_be_transformed_elsewhere(device):
    x = TensorFact(BFLOAT16, device)
    assert waves(call("n", input=x)) == COMPLEX64
    assert samples(call("n", input=x)) == FLOAT32


@pytest.mark.parametrize(
    ("word", "n", "result"),
    [
        (full, None, "b n"), (full, 8, "b 8"), (half, None, "b n//2+1"), (half, 8, "b 5"), (doubled, None, "b 2*n-2"),
        (doubled, 8, "b 8"), (half, UNKNOWN, "b _"),
    ],
)  # fmt: skip
def test_one_dim(word, n, result):
    assert transformed(word)(call("b n", n=n, dim=-1)).notation == result
    assert transformed(word)(call("b n", n=n, dim=UNKNOWN)).notation == "_ _"


@pytest.mark.parametrize(
    ("text", "s", "dim", "result"),
    [
        ("b n m", None, (-2, -1), "b n m//2+1"), ("b n m", (4, 6), None, "b 4 4"), ("n m", None, None, "n m//2+1"),
        ("n m", (-1, 6), (1, 0), "4 m"), ("...", None, (-2, -1), "..."), ("... n m", None, (-2, -1), "... n m//2+1"),
    ],
)  # fmt: skip
def test_several_dims(text, s, dim, result):
    assert transformed_dims(half)(call(text, s=s, dim=dim)).notation == result


def test_there_is_a_sample():
    for n in (0, -1):
        with pytest.raises(Refused, match="at least 1 sample"):
            transformed(full)(call("b 4", n=n, dim=-1))
    with pytest.raises(Refused, match="a size for each dim"):
        transformed_dims(full)(call("n m", s=(1, 2), dim=(0,)))
    assert half_as_many("n")(Call("rfftfreq", {"n": 9})) == Shape.of(5)


def frames(text, dtype=FLOAT32, **arguments):
    given = {"n_fft": 16, "hop_length": None, "center": True, "window": None, "onesided": None, "return_complex": True}
    return Call("stft", {"self": TensorFact(dtype, shape=parse_shape(text))} | given | arguments, ("self", "window"))


def test_frames():
    assert framed(frames("b 100")) == Shape.of("b", 9, 26)
    assert framed(frames("b 100", return_complex=False)) == Shape.of("b", 9, 26, 2)
    assert framed(frames("b 100", COMPLEX64)) == Shape.of("b", 16, 26)
    assert framed(frames("100", center=False, hop_length=10)) == Shape.of(9, 9)
    assert framed(frames("...")) == UNKNOWN_SHAPE
    assert framed_dtype(frames("n")) == COMPLEX64
    assert framed_dtype(frames("n", return_complex=False)) == FLOAT32
    with pytest.raises(Refused, match="1 or 2 dims"):
        framed(frames("a b c"))


def test_back_to_samples():
    assert unframed(frames("b 9 26", COMPLEX64)) == Shape.of("b", 100)
    assert unframed(frames("9 26", COMPLEX64, length=99)) == Shape.of(99)
    assert unframed(frames("9 t", COMPLEX64)) == Shape.of(Dim.of("t") * 4 - 4)
    assert unframed(frames("...", COMPLEX64)) == UNKNOWN_SHAPE


@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128])
@pytest.mark.parametrize(
    ("window", "complex_"),
    [
        *((window, complex_) for window in (None, torch.float32, torch.float64) for complex_ in (False, True)),
        *((window, True) for window in (torch.complex64, torch.complex128)),  # torch gives no real samples of these
    ],
)
@pytest.mark.filterwarnings("ignore:A window was not provided")
def test_samples_are_as_wide_as_the_widest(dtype, window, complex_):
    live = None if window is None else torch.ones(16, dtype=window)
    given = {"onesided": False, "return_complex": complex_}
    found = torch.istft(torch.ones(16, 9, dtype=dtype), 16, window=live, **given)
    assert unframed_dtype(frames("16 9", fact_of(dtype), window=fact_of(live), **given)) == fact_of(found.dtype)
    assert unframed_dtype(frames("16 9", fact_of(dtype), window=UNKNOWN, **given)) is UNKNOWN
