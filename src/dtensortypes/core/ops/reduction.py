"""Reductions: dims are summed, searched or averaged away. Sums of integers are int64, means of integers refused."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.dtype import INT64, UINT64
from dtensortypes.core.facts.shape import SCALAR
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import full, on
from dtensortypes.core.rules.calculus import area, slopes, spaced, under_curve, under_curve_so_far, wide_enough
from dtensortypes.core.rules.demands import (
    above,
    at_least,
    existing,
    few_dims,
    of_dims,
    of_dims_or_more,
    one_of,
    place_in_dim,
    some_items,
)
from dtensortypes.core.rules.dtypes import always, any_like, counted, kept, parts, requested, sum_like
from dtensortypes.core.rules.promotion import complex_to_real, int_to_float
from dtensortypes.core.rules.reductions import reduced, reduced_or_kept
from dtensortypes.core.rules.taking import floats, inexact, narrowed, no_bools, numeric, ordered, real, unless_zero_dim

# --- sums and means

op("sum(self, dim=None, keepdim=False, *, dtype=None)", dtype=sum_like, shape=reduced, autocast=on("cuda", full))
op("prod(self, dim=None, keepdim=False, *, dtype=None)", dtype=sum_like, shape=reduced, autocast=full)
# of complex numbers on CUDA alone (`nansum_kernel_cuda` in aten/src/ATen/native/cuda/ReduceSumProdKernel.cu)
op("nansum(self, dim=None, keepdim=False, *, dtype=None)", dtype=sum_like, shape=reduced, takes=narrowed(cpu=real))
op("mean(self, dim=None, keepdim=False, *, dtype=None)", dtype=requested(kept), shape=reduced, takes=inexact)
op("nanmean(self, dim=None, keepdim=False, *, dtype=None)", dtype=requested(kept), shape=reduced,
   takes=narrowed(inexact, cpu=floats))
op("logsumexp(self, dim, keepdim=False)", dtype=int_to_float, shape=reduced, autocast=on("cuda", full),
   also="special.logsumexp")
op("trace(self)", dtype=counted, shape=always(SCALAR), autocast=on("cpu", full), demands=(of_dims("self", 2),))
op("count_nonzero(self, dim=None)", dtype=always(INT64), shape=reduced)

# --- spread

op("std(self, unbiased: bool)", dtype=parts, shape=always(SCALAR), takes=inexact, also="var")
op("std(self, dim, unbiased: bool, keepdim=False)", dtype=parts, shape=reduced, takes=inexact, also="var")
op("std(self, dim=None, *, correction=1, keepdim=False)", dtype=parts, shape=reduced, takes=inexact, also="var")
op("std_mean(input, unbiased: bool)", dtype=(parts, kept), shape=always(SCALAR), takes=inexact, also="var_mean")
op("std_mean(input, dim, unbiased: bool, keepdim=False)", dtype=(parts, kept), shape=reduced, takes=inexact,
   also="var_mean")
op("std_mean(input, dim=None, *, correction=1, keepdim=False)", dtype=(parts, kept), shape=reduced, takes=inexact,
   also="var_mean")

# --- the largest, the smallest, the one in the middle

op("max(self)", shape=always(SCALAR), dtype=kept, takes=real, demands=(some_items,), also="min")
op("max(self, dim: int, keepdim=False)", dtype=(kept, always(INT64)), shape=reduced, takes=real,
   demands=(some_items, few_dims), also="min", fields="values indices")
op("max(self, other: Tensor)", takes=real, also="min")
op("amax(self, dim=(), keepdim=False)", dtype=kept, shape=reduced, takes=real, demands=(some_items, few_dims),
   also="amin")
op("aminmax(self, *, dim=None, keepdim=False)", dtype=(kept, kept), shape=reduced, takes=real,
   demands=(some_items, few_dims), fields="min max")
op("argmax(self, dim=None, keepdim=False)", dtype=always(INT64), shape=reduced, takes=ordered,
   demands=(some_items, few_dims), also="argmin")
# on CUDA all items are sorted, bools too (`median_impl` in aten/src/ATen/native/cuda/Sorting.cpp)
op("median(self)", dtype=kept, shape=always(SCALAR), takes=narrowed(real, cpu=ordered), also="nanmedian")
op("median(self, dim: int, keepdim=False)", dtype=(kept, always(INT64)), shape=reduced, takes=ordered,
   demands=(some_items,), also="nanmedian", fields="values indices")
op("mode(self, dim=-1, keepdim=False)", dtype=(kept, always(INT64)), shape=reduced, takes=unless_zero_dim(real),
   demands=(some_items,), fields="values indices")
op("kthvalue(self, k, dim=-1, keepdim=False)", dtype=(kept, always(INT64)), shape=reduced,
   takes=unless_zero_dim(ordered), demands=(place_in_dim("k"),), fields="values indices")

# --- truth

# of uint8 they give uint8, which once was torch's bool (torch 2.13)
op("any(self, dim=None, keepdim=False)", dtype=any_like, shape=reduced_or_kept, also="all")

# --- norms

op("norm(self, p='fro', dim=None, keepdim=False, dtype=None)", dtype=requested(parts), shape=reduced, takes=inexact,
   autocast=on("cuda", full))
op("linalg.norm(input, ord=None, dim=None, keepdim=False, *, dtype=None)", dtype=requested(parts), shape=reduced,
   takes=inexact, autocast=on("cuda", full))
op("linalg.vector_norm(input, ord=2, dim=None, keepdim=False, *, dtype=None)", dtype=requested(parts), shape=reduced,
   takes=inexact, autocast=on("cuda", full))
op("linalg.matrix_norm(input, ord='fro', dim=(-2, -1), keepdim=False, *, dtype=None)", dtype=requested(parts),
   shape=reduced, takes=inexact, autocast=on("cuda", full))
op("dist(self, other: Tensor, p=2)", dtype=complex_to_real, shape=always(SCALAR), autocast=on("cuda", full))
op("renorm(self, p, dim, maxnorm)", dtype=kept, shape=kept, takes=inexact, autocast=on("cuda", full),
   demands=(of_dims_or_more("self", 2), existing("dim"), above(0, "p"), at_least(0, "maxnorm")))

# --- running totals

op("cumsum(self, dim, *, dtype=None)", dtype=sum_like, shape=kept, autocast=on("cuda", full),
   demands=(existing("dim"),))
op("cumprod(self, dim, *, dtype=None)", dtype=sum_like, shape=kept, autocast=on("cuda", full),
   demands=(existing("dim"),))
# CUDA copies a zero-dim tensor (`_logcumsumexp_out_cuda` in aten/src/ATen/native/cuda/ScanKernels.cpp)
op("logcumsumexp(self, dim)", dtype=kept, shape=kept, takes=narrowed(unless_zero_dim(inexact), cpu=inexact),
   demands=(existing("dim"),))
op("cummax(self, dim)", dtype=(kept, always(INT64)), shape=kept, takes=unless_zero_dim(real), also="cummin",
   fields="values indices")

# --- under a curve, and its slope

op("trapezoid(y: Tensor, x: Tensor | None = None, *, dx=1, dim=-1)", dtype=area, shape=under_curve, takes=no_bools,
   also="trapz")
op("cumulative_trapezoid(y: Tensor, x: Tensor | None = None, *, dx=1, dim=-1)", dtype=area, shape=under_curve_so_far,
   takes=no_bools)
op("gradient(input, *, spacing=None, dim=None, edge_order=1)", dtype=int_to_float, shape=slopes, takes=numeric,
   demands=(one_of("edge_order", 1, 2), spaced, wide_enough))
op("hash_tensor(self, dim=(), *, keepdim=False, mode=0)", dtype=always(UINT64), shape=reduced)
