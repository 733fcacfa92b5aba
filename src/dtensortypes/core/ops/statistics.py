"""Statistics: quantiles, covariances, histograms, what is distinct. Counts are int64."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.dtype import INT64, Category
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import doubtful, full, on
from dtensortypes.core.rules.demands import no_kernel_on, of_dims, of_kind
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.dtypes import always, kept, matching, must_match
from dtensortypes.core.rules.indexing import FOUND_ITEMS
from dtensortypes.core.rules.promotion import int_to_float
from dtensortypes.core.rules.statistics import (
    at_quantiles,
    bin_edges,
    binned,
    binned_by_dim,
    bins_by_dim,
    covaried,
    distinct,
    found_static,
    of_weights,
    one_weight_each,
)
from dtensortypes.core.rules.taking import floats, integers, narrowed, no_halves, numeric, ordered, wide_floats

# --- quantiles and covariances

op("quantile(self, q, dim=None, keepdim=False, *, interpolation='linear')", dtype=matching("self", "q"),
   device=strictly_colocated, shape=at_quantiles, takes=wide_floats, also="nanquantile", autocast=on("cpu", full))
op("cov(self, *, correction=1, fweights=None, aweights: Tensor | None = None)", dtype=int_to_float,
   shape=covaried, takes=numeric, autocast=doubtful, demands=(
       of_dims("fweights", 0, 1), of_dims("aweights", 0, 1), of_kind("fweights", Category.INTEGER),
       of_kind("aweights", Category.FLOAT), one_weight_each))
op("corrcoef(self)", dtype=int_to_float, shape=covaried, takes=numeric, autocast=doubtful)

# --- histograms

# of the three `histc` alone has a kernel on CUDA, of integers too, and not of half precision
# (`dtypesIfCUDA` in torch/testing/_internal/common_methods_invocations.py)
op("histc(self, bins=100, min=0, max=0)", dtype=kept, shape=binned,
   takes=narrowed(ordered, cpu=floats, cuda=no_halves))
op("histogram(self, bins: Tensor | int = 100, *, range=None, weight: Tensor | None = None, density=False)",
   dtype=(must_match, must_match), device=strictly_colocated, shape=(binned, bin_edges), takes=wide_floats,
   demands=(no_kernel_on("cuda"),), fields="hist bin_edges")
op("histogramdd(input, bins, range=None, weight=None, density=False)", value=binned_by_dim,
   demands=(no_kernel_on("cuda"), bins_by_dim), fields="hist bin_edges")
op("bincount(self, weights=None, minlength=0)", dtype=of_weights, device=strictly_colocated, shape=always(FOUND_ITEMS),
   takes=integers)

# --- what is there

op("unique(self, sorted=True, return_inverse=False, return_counts=False, dim=None)", value=distinct)
op("unique_consecutive(self, return_inverse=False, return_counts=False, dim=None)", value=distinct)
op("nonzero_static(self, *, size, fill_value=-1)", dtype=always(INT64), shape=found_static)
