"""Words for Fourier transforms (aten/src/ATen/native/SpectralOps.cpp)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from dtensortypes.core.algebra.axes import anything, chained, normal, replaced, size_at, without_last
from dtensortypes.core.algebra.bounds import longer
from dtensortypes.core.algebra.promote import complex_of, promote_types, real_of
from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT8S, FLOAT32, DType, DTypeFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_bool, as_dims, as_int, as_shape, as_size
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.promotion import int_to_float, promoted
from dtensortypes.core.rules.words import ShapeWord

Size: TypeAlias = Callable[[DimFact], DimFact]

# --- dtype


def waves(call: Call) -> DTypeFact:
    """The complex dtype of the input; integers are floats first."""
    dtype = _transformed(call)
    return complex_of(dtype) if isinstance(dtype, DType) else UNKNOWN


def waves_of_real(call: Call) -> DTypeFact:
    """As waves, of real numbers alone."""
    dtype = _transformed(call)
    if isinstance(dtype, DType) and dtype.is_complex:
        raise refuse(Kind.DTYPE, f'"{call.name}" takes real numbers, not {dtype}', "use the transform without an r")
    return complex_of(dtype) if isinstance(dtype, DType) else UNKNOWN


def samples(call: Call) -> DTypeFact:
    """The real dtype of the input's parts."""
    dtype = _transformed(call)
    return real_of(dtype) if isinstance(dtype, DType) else UNKNOWN


def _transformed(call: Call) -> DTypeFact:
    """The dtype that is computed in; bfloat16 elsewhere than on the CPU is float32, or refused before torch 2.14."""
    dtype = int_to_float(call)
    if dtype == BFLOAT16 and call.first.device != CPU:
        return FLOAT32
    if isinstance(dtype, DType) and (dtype == BFLOAT16 or dtype in FLOAT8S):
        raise refuse(Kind.DTYPE, f'"{call.name}" does not take {dtype}', "cast with .float()")
    return dtype


# --- shape: what becomes of the last dim that is transformed


def full(size: DimFact) -> DimFact:
    """As many frequencies as there are samples."""
    return size


def half(size: DimFact) -> DimFact:
    """The frequencies of real samples: the other half would be the same."""
    return size if isinstance(size, Unknown) else size // 2 + 1


def doubled(size: DimFact) -> DimFact:
    """The samples of half the frequencies, if their number is even."""
    return size if isinstance(size, Unknown) else (size - 1) * 2


def transformed(word: Size) -> ShapeWord:
    """One dim, cut or filled up to `n` samples first; of `n` samples last, where frequencies are given."""

    def shape(call: Call) -> Shape:
        own, dim = call.first.shape, as_int(call["dim"])
        if isinstance(dim, Unknown):
            return anything(own.rank)
        _refuse_no_dims(call, own)
        return replaced(own, {dim: (_size(call, word, size_at(own, dim), call["n"]),)})

    return shape


def transformed_dims(word: Size) -> ShapeWord:
    """Several dims, the last of them as `transformed` says."""

    def shape(call: Call) -> Shape:
        own, sizes = call.first.shape, call["s"]
        listed = None if sizes is None else as_shape(sizes).dims
        if sizes is not None and listed is None:
            return anything(own.rank)
        dims = _dims(call, own, listed)
        if dims is None:
            return own if word is full and listed is None and call["dim"] is None else anything(own.rank)
        if dims or word is not full:  # no dims at all leave complex numbers as they are
            _refuse_no_dims(call, own)
        if not dims:
            return own
        asked = listed or (None,) * len(dims)
        if len(asked) != len(dims):
            raise refuse(Kind.SHAPE, f'"{call.name}" takes a size for each dim, not {len(asked)} for {len(dims)} dims')
        words = (*(full for _ in dims[1:]), word)
        changes = {
            dim: (_size(call, one, size_at(own, dim), None if size in {None, _KEPT} else size),)
            for dim, size, one in zip(dims, asked, words, strict=True)
        }
        return replaced(own, changes)

    return shape


def _refuse_no_dims(call: Call, shape: Shape) -> None:
    if shape.rank == 0:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes 1 dim or more, not a zero-dim tensor')


_KEPT = Dim.of(-1)


def _dims(call: Call, own: Shape, sizes: tuple[DimFact, ...] | None) -> tuple[int, ...] | None:
    """The dims that are transformed: those named, else as many as there are sizes, the last ones, else all."""
    dims = as_dims(call["dim"])
    if isinstance(dims, Unknown):
        return None
    if isinstance(dims, int):
        return (dims,)
    if dims is not None:
        return dims if own.rank is None else tuple(normal(dim, own.rank) for dim in dims)
    if sizes is not None:
        return tuple(range(-len(sizes), 0))
    return None if own.rank is None else tuple(range(own.rank))


def _size(call: Call, word: Size, own: DimFact, asked: Value | DimFact) -> DimFact:
    """How long the dim is afterwards; `asked` is the number of samples, whether they are given or come out."""
    wanted = own if asked is None else as_size(asked)
    found = wanted if word is doubled and asked is not None else word(wanted)
    for size in (wanted, found):
        if isinstance(size, Dim) and size.constant is not None and size.constant < 1:
            raise refuse(Kind.SHAPE, f'"{call.name}" takes at least 1 sample, not {size}')
    return found


def half_as_many(parameter: str) -> ShapeWord:
    """The frequencies of so many real samples."""
    return lambda call: Shape((half(as_size(call[parameter])),))


# --- short-time transforms


def framed(call: Call) -> Shape:
    """`stft`: for each frequency and frame a complex number, or a pair of real ones."""
    shape, length = call.first.shape, as_size(call["n_fft"])
    if shape.rank is None:
        return UNKNOWN_SHAPE
    if shape.rank not in {1, 2}:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes 1 or 2 dims, not shape {shape}')
    rest = without_last(shape, 1) or Shape()
    frames = _frames(shape.left[-1], length, _hop(call, length), center=as_bool(call["center"]))
    found = chained(rest, Shape((_frequencies(call, length), frames)))
    match as_bool(call["return_complex"]) if call["return_complex"] is not None else _is_complex(call):
        case True:
            return found
        case False:
            return chained(found, Shape.of(2))
    return UNKNOWN_SHAPE


def framed_dtype(call: Call) -> DTypeFact:
    """`stft`: complex, or the input's dtype where pairs of real numbers are asked for."""
    asked = as_bool(call["return_complex"]) if call["return_complex"] is not None else _is_complex(call)
    dtype = promoted(call)
    if isinstance(asked, Unknown) or not isinstance(dtype, DType):
        return UNKNOWN
    return complex_of(dtype) if asked else real_of(dtype)


def unframed(call: Call) -> Shape:
    """`istft`: the samples that the frames were made of."""
    shape, length = call.first.shape, as_size(call["n_fft"])
    if shape.rank is None:
        return UNKNOWN_SHAPE
    rest = without_last(shape, 2) or Shape()
    if call["length"] is not None:
        return chained(rest, Shape((as_size(call["length"]),)))
    frames, hop, center = longer(size_at(shape, -1), -1), _hop(call, length), as_bool(call["center"])
    if isinstance(frames, Unknown) or isinstance(hop, Unknown) or isinstance(length, Unknown):
        return chained(rest, Shape((UNKNOWN,)))
    edges = length // 2 * 2 if center is True else Dim.of(0)
    return chained(rest, Shape((UNKNOWN if isinstance(center, Unknown) else frames * hop + length - edges,)))


def unframed_dtype(call: Call) -> DTypeFact:
    """`istft`: as wide as the frames or, if it is wider, their window; the real parts where nothing else is asked."""
    dtype, window, asked = call.first.dtype, call["window"], as_bool(call["return_complex"])
    if isinstance(window, TensorFact) and isinstance(window.dtype, DType) and isinstance(dtype, DType):
        dtype = promote_types(dtype, window.dtype)
    elif window is not None:
        return UNKNOWN
    if not isinstance(dtype, DType) or isinstance(asked, Unknown):
        return UNKNOWN
    return dtype if asked else real_of(dtype)


def _frames(samples: DimFact, length: DimFact, hop: DimFact, *, center: bool | Unknown) -> DimFact:
    if isinstance(samples, Unknown) or isinstance(length, Unknown) or isinstance(hop, Unknown):
        return UNKNOWN
    if isinstance(center, Unknown) or hop.constant == 0:
        return UNKNOWN
    padded = samples + length // 2 * 2 if center else samples
    return (padded - length) // hop + 1


def _frequencies(call: Call, length: DimFact) -> DimFact:
    onesided = as_bool(call["onesided"])
    if call["onesided"] is None:
        complex_ = _is_complex(call)
        onesided = UNKNOWN if isinstance(complex_, Unknown) else not complex_
    return UNKNOWN if isinstance(onesided, Unknown) else (half(length) if onesided else length)


def _is_complex(call: Call) -> bool | Unknown:
    """Whether the samples or their window are complex."""
    tensors = [call.first, *(one for one in (call["window"],) if isinstance(one, TensorFact))]
    known = [tensor.dtype.is_complex for tensor in tensors if isinstance(tensor.dtype, DType)]
    return UNKNOWN if len(known) < len(tensors) else any(known)


def _hop(call: Call, length: DimFact) -> DimFact:
    if call["hop_length"] is not None:
        return as_size(call["hop_length"])
    return UNKNOWN if isinstance(length, Unknown) else length // 4


def centred_if_periodic(call: Call) -> None:
    """A symmetric window has its center in the middle, wherever else a periodic one may have it."""
    if call["center"] is not None and call["center"] is not UNKNOWN and as_bool(call["sym"]) is True:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes no center for a symmetric window', "say sym=False")
