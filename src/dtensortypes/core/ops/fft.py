"""Fourier transforms: complex frequencies, of which real samples have half. Integers become floats first."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import full as full_precision
from dtensortypes.core.rules.autocast import on
from dtensortypes.core.rules.devices import default_device
from dtensortypes.core.rules.devices import requested as placed
from dtensortypes.core.rules.dtypes import default_dtype, kept, requested
from dtensortypes.core.rules.shapes import in_a_row
from dtensortypes.core.rules.spectral import (
    doubled,
    full,
    half,
    half_as_many,
    samples,
    transformed,
    transformed_dims,
    waves,
    waves_of_real,
)
from dtensortypes.core.rules.taking import inexact, no_float8s_on_cuda

# --- one dim

op("fft.fft(input, n=None, dim=-1, norm=None)", dtype=waves, shape=transformed(full), also="fft.ifft",
   autocast=on("cpu", full_precision))
op("fft.rfft(input, n=None, dim=-1, norm=None)", dtype=waves_of_real, shape=transformed(half), also="fft.ihfft",
   autocast=on("cpu", full_precision))
op("fft.irfft(input, n=None, dim=-1, norm=None)", dtype=samples, shape=transformed(doubled), also="fft.hfft",
   autocast=on("cpu", full_precision))

# --- two dims, the last ones

op("fft.fft2(input, s=None, dim=(-2, -1), norm=None)", dtype=waves, shape=transformed_dims(full), also="fft.ifft2",
   autocast=on("cpu", full_precision))
op("fft.rfft2(input, s=None, dim=(-2, -1), norm=None)", dtype=waves_of_real, shape=transformed_dims(half),
   also="fft.ihfft2", autocast=on("cpu", full_precision))
op("fft.irfft2(input, s=None, dim=(-2, -1), norm=None)", dtype=samples, shape=transformed_dims(doubled),
   also="fft.hfft2", autocast=on("cpu", full_precision))

# --- any dims, or all

op("fft.fftn(input, s=None, dim=None, norm=None)", dtype=waves, shape=transformed_dims(full), also="fft.ifftn",
   autocast=on("cpu", full_precision))
op("fft.rfftn(input, s=None, dim=None, norm=None)", dtype=waves_of_real, shape=transformed_dims(half),
   also="fft.ihfftn", autocast=on("cpu", full_precision))
op("fft.irfftn(input, s=None, dim=None, norm=None)", dtype=samples, shape=transformed_dims(doubled), also="fft.hfftn",
   autocast=on("cpu", full_precision))

# --- the frequencies themselves

op("fft.fftfreq(n, d=1.0, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False)",
   dtype=requested(default_dtype), device=placed(default_device), shape=in_a_row("n"), takes=inexact)
op("fft.rfftfreq(n, d=1.0, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False)",
   dtype=requested(default_dtype), device=placed(default_device), shape=half_as_many("n"), takes=inexact)
op("fft.fftshift(input, dim=None)", dtype=kept, shape=kept, takes=no_float8s_on_cuda, also="fft.ifftshift")
