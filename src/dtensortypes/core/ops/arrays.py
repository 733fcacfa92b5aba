"""Numpy arrays on their way to tensors. What torch makes in float32, numpy makes in float64."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.dtype import FLOAT64, INT64
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.array_math import (
    array_averaged,
    array_calculated,
    array_chosen,
    array_concatenated,
    array_divided,
    array_floated,
    array_indexed,
    array_itself,
    array_permuted,
    array_rearranged,
    array_reduced,
    array_spread,
    array_stacked,
    array_summed,
    array_swapped,
)
from dtensortypes.core.rules.arrays import array, array_cast, array_kept, array_of_own, array_viewed
from dtensortypes.core.rules.creation import dtype_of, of_range, ranged_or_empty, shape_of, square
from dtensortypes.core.rules.dtypes import always
from dtensortypes.core.rules.facets import readable
from dtensortypes.core.rules.shapes import sized

# --- made from data

op("numpy.array(object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0)",
   value=array(dtype_of("object"), shape_of("object")), demands=(readable("object"),))
op("numpy.asarray(a, dtype=None, order=None)", value=array(dtype_of("a"), shape_of("a")),
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

# --- random

op("numpy.random.rand(*d: int)", value=array(always(FLOAT64), sized("d")), also="numpy.random.randn")
op("numpy.random.random(size)", value=array(always(FLOAT64), sized("size")),
   also="numpy.random.random_sample numpy.random.standard_normal")
op("numpy.random.normal(loc=0.0, scale=1.0, size=None)", value=array(always(FLOAT64), sized("size")))
op("numpy.random.uniform(low=0.0, high=1.0, size=None)", value=array(always(FLOAT64), sized("size")))
op("numpy.random.randint(low, high=None, size=None, dtype=None)", value=array(always(INT64), sized("size")))

# --- arrays' own methods

op("numpy.ndarray.astype(self: Array, dtype)", value=array_cast)
op("numpy.ndarray.copy(self: Array)", value=array_kept)
op("numpy.ndarray.reshape(self: Array, *shape: int)", value=array_viewed)
op("numpy.ndarray.transpose(self: Array, *axes: int)", value=array_permuted)
op("numpy.ndarray.T(self: Array)", value=array_permuted)
op("numpy.ndarray.swapaxes(self: Array, axis1, axis2)", value=array_swapped)

# --- calculated

op("numpy.ndarray.__add__(self: Array, other)", value=array_calculated,
   also="""numpy.ndarray.__radd__ numpy.ndarray.__sub__ numpy.ndarray.__rsub__ numpy.ndarray.__mul__
           numpy.ndarray.__rmul__ numpy.ndarray.__floordiv__ numpy.ndarray.__mod__""")
op("numpy.ndarray.__truediv__(self: Array, other)", value=array_divided, also="numpy.ndarray.__rtruediv__")
op("numpy.sin(x)", value=array_floated,
   also="numpy.cos numpy.tan numpy.exp numpy.log numpy.log1p numpy.log10 numpy.log2 numpy.sqrt numpy.tanh")
op("numpy.where(condition, x, y)", value=array_chosen)

# --- reduced

op("numpy.ndarray.mean(self: Array, axis=None, dtype=None, out=None, keepdims=False)",
   value=array_reduced(array_averaged))
op("numpy.mean(a, axis=None, dtype=None, out=None, keepdims=False)", value=array_reduced(array_averaged, "a"))
op("numpy.ndarray.std(self: Array, axis=None, dtype=None, out=None, ddof=0, keepdims=False)",
   value=array_reduced(array_spread), also="numpy.ndarray.var")
op("numpy.std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False)",
   value=array_reduced(array_spread, "a"), also="numpy.var")
op("numpy.ndarray.sum(self: Array, axis=None, dtype=None, out=None, keepdims=False)", value=array_reduced(array_summed))
op("numpy.sum(a, axis=None, dtype=None, out=None, keepdims=False)", value=array_reduced(array_summed, "a"))
op("numpy.ndarray.max(self: Array, axis=None, out=None, keepdims=False)", value=array_reduced(array_itself),
   also="numpy.ndarray.min")
op("numpy.max(a, axis=None, out=None, keepdims=False)", value=array_reduced(array_itself, "a"),
   also="numpy.min numpy.amax numpy.amin")

# --- put together and taken apart

op("numpy.stack(arrays, axis=0)", value=array_stacked, demands=(readable("arrays"),))
op("numpy.concatenate(arrays, axis=0)", value=array_concatenated, demands=(readable("arrays"),))
op("numpy.ndarray.__getitem__(self: Array, index)", value=array_indexed)
op("numpy.expand_dims(a, axis)", value=array_rearranged)
op("numpy.transpose(a, axes=None)", value=array_rearranged,
   also="numpy.flip numpy.roll numpy.repeat numpy.tile numpy.moveaxis numpy.swapaxes")
