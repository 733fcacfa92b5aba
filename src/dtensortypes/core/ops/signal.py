"""Signal processing: transforms of frames, and windows, in torch's default dtype."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import full, on
from dtensortypes.core.rules.demands import above, at_least, one_or_more
from dtensortypes.core.rules.devices import default_device
from dtensortypes.core.rules.devices import requested as placed
from dtensortypes.core.rules.dtypes import default_dtype, requested
from dtensortypes.core.rules.shapes import in_a_row
from dtensortypes.core.rules.spectral import centred_if_periodic, framed, framed_dtype, unframed, unframed_dtype
from dtensortypes.core.rules.taking import complexes, floats, inexact, wide_floats

# --- transforms of frames

op("stft(self, n_fft, hop_length=None, win_length=None, window: Tensor | None = None, center=True, pad_mode='reflect', "
   "normalized=False, onesided=None, return_complex=None, align_to_window=None)", dtype=framed_dtype, shape=framed,
   takes=inexact, autocast=on("cpu", full))
op("istft(self, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, "
   "length=None, return_complex=False)", dtype=unframed_dtype, shape=unframed, takes=complexes)

# --- torch.signal.windows: symmetric, in float32 and float64 alone

op("signal.windows.bartlett(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False)",
   dtype=requested(default_dtype), device=placed(default_device), shape=in_a_row("M"), takes=wide_floats,
   demands=(at_least(0, "M"),),
   also="signal.windows.blackman signal.windows.cosine signal.windows.hamming signal.windows.hann "
        "signal.windows.nuttall")
op("signal.windows.exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, layout=None, device=None, "
   "requires_grad=False)", dtype=requested(default_dtype), device=placed(default_device), shape=in_a_row("M"),
   takes=wide_floats, demands=(at_least(0, "M"), above(0, "tau"), centred_if_periodic))
op("signal.windows.gaussian(M, *, std=1.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False)",
   dtype=requested(default_dtype), device=placed(default_device), shape=in_a_row("M"), takes=wide_floats,
   demands=(at_least(0, "M"), above(0, "std")))
op("signal.windows.kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False)",
   dtype=requested(default_dtype), device=placed(default_device), shape=in_a_row("M"), takes=wide_floats,
   demands=(at_least(0, "M"), at_least(0, "beta")))
op("signal.windows.general_cosine(M, *, a, sym=True, dtype=None, layout=None, device=None, requires_grad=False)",
   dtype=requested(default_dtype), device=placed(default_device), shape=in_a_row("M"), takes=wide_floats,
   demands=(at_least(0, "M"), one_or_more("a")))
op("signal.windows.general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=None, device=None, "
   "requires_grad=False)", dtype=requested(default_dtype), device=placed(default_device), shape=in_a_row("M"),
   takes=wide_floats, demands=(at_least(0, "M"),))

# --- torch's older windows: periodic, in every float

op("bartlett_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False, "
   "requires_grad=False)", dtype=requested(default_dtype), device=placed(default_device),
   shape=in_a_row("window_length"), takes=floats, also="blackman_window hann_window")
op("hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, layout=None, device=None, "
   "pin_memory=False, requires_grad=False)", dtype=requested(default_dtype), device=placed(default_device),
   shape=in_a_row("window_length"), takes=floats)
op("kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, layout=None, device=None, pin_memory=False, "
   "requires_grad=False)", dtype=requested(default_dtype), device=placed(default_device),
   shape=in_a_row("window_length"), takes=floats)
