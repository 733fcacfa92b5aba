"""Numpy arrays on their way to tensors. What torch makes in float32, numpy makes in float64."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from functools import partial

from dtensortypes.core.facts.dtype import FLOAT64, INT64
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.array_functions import (
    array_accumulated,
    array_clipped,
    array_compared,
    array_counted,
    array_covaried,
    array_crossed,
    array_each,
    array_inverted,
    array_multiplied,
    array_of_diagonal,
    array_paired,
    array_piled,
    array_unsqueezed,
    asked,
    located,
    real,
    signed,
)
from dtensortypes.core.rules.array_math import (
    array_appended,
    array_averaged,
    array_calculated,
    array_chosen,
    array_concatenated,
    array_divided,
    array_floated,
    array_indexed,
    array_itself,
    array_reduced,
    array_spread,
    array_stacked,
    array_summed,
    divided,
    floated,
    paired,
)
from dtensortypes.core.rules.array_orders import (
    array_distinct,
    array_moved,
    array_permuted,
    array_repeated,
    array_sorted,
    array_swapped,
    array_turned,
)
from dtensortypes.core.rules.arrays import (
    array,
    array_cast,
    array_kept,
    array_of_own,
    array_read,
    array_viewed,
    numpy_dtype_of,
)
from dtensortypes.core.rules.creation import dtype_of, of_range, ranged_or_empty, square
from dtensortypes.core.rules.dtypes import always
from dtensortypes.core.rules.facets import readable
from dtensortypes.core.rules.nested import shape_of
from dtensortypes.core.rules.pieces import as_columns, at_least
from dtensortypes.core.rules.shapes import sized

# --- made from data

op("numpy.array(object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0)",
   value=array(numpy_dtype_of("object"), shape_of("object")), demands=(readable("object"),))
op("numpy.asarray(a, dtype=None, order=None)", value=array(numpy_dtype_of("a"), shape_of("a")),
   demands=(readable("a"),), also="numpy.ascontiguousarray")

# --- made from sizes

op("numpy.zeros(shape, dtype=None, order='C')", value=array(always(FLOAT64), sized("shape")),
   also="numpy.ones numpy.empty")
op("numpy.full(shape, fill_value, dtype=None, order='C')", value=array(dtype_of("fill_value"), sized("shape")))
op("numpy.eye(n, m=None, k=0, dtype=None)", value=array(always(FLOAT64), square))
op("numpy.arange(end, *, dtype=None, start=0, step=1)", value=array(of_range, ranged_or_empty))
op("numpy.arange(start, end, step=1, dtype=None)", value=array(of_range, ranged_or_empty))
op("numpy.linspace(start, stop, num=50, dtype=None)", value=array(always(FLOAT64), sized("num")))
op("numpy.zeros_like(self: Array, dtype=None)", value=array_of_own, also="numpy.ones_like numpy.empty_like")

# --- read from a text (numpy/lib/_npyio_impl.py)

op("numpy.loadtxt(fname, dtype='float64', comments='#', delimiter=None, converters=None, skiprows=0, usecols=None, "
   "unpack=False, ndmin=0, encoding=None, max_rows=None, *, quotechar=None, like=None)", value=array_read)
op("numpy.genfromtxt(fname, dtype='float64', comments='#', delimiter=None, skip_header=0, skip_footer=0, "
   "converters=None, missing_values=None, filling_values=None, usecols=None, names=None, **options)", value=array_read)

# --- random

op("numpy.random.rand(*d: int)", value=array(always(FLOAT64), sized("d")), also="numpy.random.randn")
op("numpy.random.random(size)", value=array(always(FLOAT64), sized("size")),
   also="numpy.random.random_sample numpy.random.standard_normal")
op("numpy.random.normal(loc=0.0, scale=1.0, size=None)", value=array(always(FLOAT64), sized("size")))
op("numpy.random.uniform(low=0.0, high=1.0, size=None)", value=array(always(FLOAT64), sized("size")))
op("numpy.random.randint(low, high=None, size=None, dtype=None)", value=array(always(INT64), sized("size")))
op("numpy.random.exponential(scale=1.0, size=None)", value=array(always(FLOAT64), sized("size")))
op("numpy.random.poisson(lam=1.0, size=None)", value=array(always(INT64), sized("size")))
op("numpy.random.binomial(n, p, size=None)", value=array(always(INT64), sized("size")))
op("numpy.random.choice(a, size, replace=True, p=None)", value=array(dtype_of("a"), sized("size")))
op("numpy.random.permutation(x)", value=array_turned("x"))
op("numpy.random.Generator.random(size)", value=array(always(FLOAT64), sized("size")),
   also="numpy.random.Generator.standard_normal")
op("numpy.random.Generator.normal(loc=0.0, scale=1.0, size=None)", value=array(always(FLOAT64), sized("size")))
op("numpy.random.Generator.uniform(low=0.0, high=1.0, size=None)", value=array(always(FLOAT64), sized("size")))
op("numpy.random.Generator.integers(low, high=None, size=None, dtype=None, endpoint=False)",
   value=array(always(INT64), sized("size")))

# --- arrays' own methods

op("numpy.ndarray.astype(self: Array, dtype)", value=array_cast)
op("numpy.ndarray.copy(self: Array)", value=array_kept)
op("numpy.ndarray.reshape(self: Array, *shape: int)", value=array_viewed)
op("numpy.ndarray.transpose(self: Array, *axes: int)", value=array_permuted())
op("numpy.ndarray.T(self: Array)", value=array_permuted())
op("numpy.ndarray.swapaxes(self: Array, axis1, axis2)", value=array_swapped())

# --- calculated

op("numpy.ndarray.__add__(self: Array, other)", value=array_calculated,
   also="""numpy.ndarray.__radd__ numpy.ndarray.__sub__ numpy.ndarray.__rsub__ numpy.ndarray.__mul__
           numpy.ndarray.__rmul__ numpy.ndarray.__floordiv__ numpy.ndarray.__rfloordiv__ numpy.ndarray.__mod__
           numpy.ndarray.__rmod__ numpy.ndarray.__pow__ numpy.ndarray.__rpow__""")
op("numpy.ndarray.__truediv__(self: Array, other)", value=array_divided, also="numpy.ndarray.__rtruediv__")
op("numpy.ndarray.__lt__(self: Array, other)", value=array_compared,
   also="numpy.ndarray.__le__ numpy.ndarray.__gt__ numpy.ndarray.__ge__")
op("numpy.sin(x)", value=array_floated,
   also="""numpy.cos numpy.tan numpy.exp numpy.log numpy.log1p numpy.log10 numpy.log2 numpy.sqrt numpy.tanh
           numpy.exp2 numpy.expm1 numpy.sinh numpy.cosh numpy.arcsin numpy.arccos numpy.arctan numpy.arcsinh
           numpy.arccosh numpy.arctanh numpy.cbrt numpy.fabs numpy.deg2rad numpy.rad2deg numpy.radians numpy.degrees""")
op("numpy.where(condition, x, y)", value=array_chosen)
op("numpy.maximum(x1, x2, out=None, *, dtype=None)", value=array_paired(paired),
   also="""numpy.minimum numpy.fmax numpy.fmin numpy.add numpy.subtract numpy.multiply numpy.power
           numpy.mod numpy.remainder numpy.fmod numpy.floor_divide""")
op("numpy.divide(x1, x2, out=None, *, dtype=None)", value=array_paired(divided), also="numpy.true_divide")
op("numpy.arctan2(x1, x2, out=None, *, dtype=None)", value=array_paired(floated),
   also="numpy.hypot numpy.logaddexp")
op("numpy.abs(x, out=None)", value=array_each(signed),
   also="numpy.absolute numpy.negative numpy.square numpy.sign numpy.reciprocal")
op("numpy.isnan(x, out=None)", value=array_each(asked), also="numpy.isinf numpy.isfinite")
op("numpy.nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None)", value=array_each(signed))
op("numpy.floor(x, out=None)", value=array_each(real), also="numpy.ceil numpy.trunc numpy.rint")
op("numpy.round(a, decimals=0, out=None)", value=array_each(signed, "a"), also="numpy.around")
op("numpy.ndarray.round(self: Array, decimals=0, out=None)", value=array_each(signed, "self"))
op("numpy.ndarray.cumsum(self: Array, axis=None, dtype=None, out=None)", value=array_accumulated(array_summed),
   also="numpy.ndarray.cumprod")
op("numpy.cumsum(a, axis=None, dtype=None, out=None)", value=array_accumulated(array_summed, "a"),
   also="numpy.cumprod")
op("numpy.bincount(x, weights=None, minlength=0)", value=array_counted)
op("numpy.dot(a, b)", value=array_multiplied("a", "b"), also="numpy.matmul")
op("numpy.ndarray.dot(self: Array, b, out=None)", value=array_multiplied("self", "b"))
op("numpy.ndarray.__matmul__(self: Array, other)", value=array_multiplied("self", "other"))
op("numpy.outer(a, b)", value=array_crossed(2))
op("numpy.convolve(a, b, mode='full')", value=array_crossed(1), also="numpy.correlate")
op("numpy.cov(m, *, dtype=None)", value=array_covaried)
op("numpy.linalg.inv(x, out=None)", value=array_each(floated), also="numpy.linalg.cholesky")
op("numpy.linalg.pinv(a, rcond=None, hermitian=False, *, rtol=None)", value=array_inverted)
op("numpy.ndarray.clip(self: Array, min=None, max=None, out=None)", value=array_clipped())
op("numpy.clip(a, a_min=None, a_max=None, out=None)", value=array_clipped("a", "a_min", "a_max"))

# --- reduced

op("numpy.ndarray.mean(self: Array, axis=None, dtype=None, out=None, keepdims=False)",
   value=array_reduced(array_averaged))
op("numpy.mean(a, axis=None, dtype=None, out=None, keepdims=False)", value=array_reduced(array_averaged, "a"),
   also="numpy.nanmean")
op("numpy.ndarray.std(self: Array, axis=None, dtype=None, out=None, ddof=0, keepdims=False)",
   value=array_reduced(array_spread), also="numpy.ndarray.var")
op("numpy.std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False)",
   value=array_reduced(array_spread, "a"), also="numpy.var numpy.nanstd numpy.nanvar")
op("numpy.ndarray.sum(self: Array, axis=None, dtype=None, out=None, keepdims=False)", value=array_reduced(array_summed),
   also="numpy.ndarray.prod")
op("numpy.sum(a, axis=None, dtype=None, out=None, keepdims=False)", value=array_reduced(array_summed, "a"),
   also="numpy.nansum numpy.prod")
op("numpy.ndarray.max(self: Array, axis=None, out=None, keepdims=False)", value=array_reduced(array_itself),
   also="numpy.ndarray.min")
op("numpy.max(a, axis=None, out=None, keepdims=False)", value=array_reduced(array_itself, "a"),
   also="numpy.min numpy.amax numpy.amin numpy.nanmax numpy.nanmin")
op("numpy.ndarray.argmax(self: Array, axis=None, out=None, *, keepdims=False)", value=array_reduced(located),
   also="numpy.ndarray.argmin")
op("numpy.argmax(a, axis=None, out=None, *, keepdims=False)", value=array_reduced(located, "a"), also="numpy.argmin")
op("numpy.median(a, axis=None, out=None, overwrite_input=False, keepdims=False)",
   value=array_reduced(array_averaged, "a"))
op("numpy.linalg.norm(x, ord=None, axis=None, keepdims=False)", value=array_reduced(array_spread, "x"))

# --- put together and taken apart

op("numpy.stack(arrays, axis=0)", value=array_stacked, demands=(readable("arrays"),))
op("numpy.vstack(tup)", value=array_piled(partial(at_least, rank=2), 0), demands=(readable("tup"),))
op("numpy.hstack(tup)", value=array_piled(partial(at_least, rank=1), 1), demands=(readable("tup"),))
op("numpy.dstack(tup)", value=array_piled(partial(at_least, rank=3), 2), demands=(readable("tup"),))
op("numpy.column_stack(tup)", value=array_piled(as_columns, 1), demands=(readable("tup"),))
op("numpy.concatenate(arrays, axis=0)", value=array_concatenated, demands=(readable("arrays"),))
op("numpy.append(arr, values, axis=None)", value=array_appended)
op("numpy.ndarray.__getitem__(self: Array, index)", value=array_indexed)
op("numpy.expand_dims(a, axis)", value=array_unsqueezed)
op("numpy.diag(v, k=0)", value=array_of_diagonal)
op("numpy.transpose(a, axes=None)", value=array_permuted("a"))
op("numpy.swapaxes(a, axis1, axis2)", value=array_swapped("a"))
op("numpy.moveaxis(a, source, destination)", value=array_moved("a"))
op("numpy.flip(m, axis=None)", value=array_turned("m"))
op("numpy.roll(a, shift, axis=None)", value=array_turned("a"))
op("numpy.sort(a, axis=-1, kind=None, order=None, *, stable=None)", value=array_sorted("a"))
op("numpy.unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None)", value=array_distinct)
op("numpy.squeeze(a, axis=None)", value=array_repeated("a"))
op("numpy.take_along_axis(arr, indices, axis)", value=array_repeated("arr"))
op("numpy.broadcast_to(array, shape)", value=array_repeated("array"))
op("numpy.atleast_2d(x)", value=array_repeated("x"))
op("numpy.repeat(a, repeats, axis=None)", value=array_repeated("a"))
op("numpy.tile(A, reps)", value=array_repeated("A"))
