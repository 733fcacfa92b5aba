"""Indexing: items picked by place, by mask or by rank. The dtype is self's; places are int64."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.dtype import INT64, UINT8
from dtensortypes.core.facts.shape import SCALAR
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import on, widest
from dtensortypes.core.rules.calculus import differing, shortened
from dtensortypes.core.rules.demands import at_least, existing, in_one_dtype, mask, of_dims, one_of, place_in_dim
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.diagonals import diagonal
from dtensortypes.core.rules.dtypes import always, compared, kept, like, matching, must_match, places
from dtensortypes.core.rules.indexing import (
    FOUND_ITEMS,
    assigned,
    found_by_dim,
    found_places,
    gathered,
    index_device,
    indexed,
    not_complex_where_own_is_not,
    picked,
    place_by_dim,
    real_where_own_is,
    taken_along,
    takes_index,
)
from dtensortypes.core.rules.kernels import where
from dtensortypes.core.rules.pieces import at_most, cut_along, selected
from dtensortypes.core.rules.placing import (
    as_many,
    covered,
    filling,
    of_int64,
    one_row_each,
    sought_by_row,
    vector_of_places,
)
from dtensortypes.core.rules.shapes import broadcast_with
from dtensortypes.core.rules.taking import integers, narrowed, ordered, real, unless_zero_dim

# --- by place

op("Tensor.__getitem__(self, index)", dtype=kept, device=index_device, shape=indexed)
op("Tensor.__setitem__(self, index, value)", value=assigned)
op("index_select(self, dim, index)", dtype=kept, device=strictly_colocated, shape=picked, takes=takes_index,
   demands=(vector_of_places,))
op("gather(self, dim, index, *, sparse_grad=False)", dtype=kept, device=strictly_colocated, shape=gathered,
   takes=takes_index, demands=(existing("dim"), covered))
op("take(self, index)", dtype=kept, device=strictly_colocated, shape=like("index"),
   demands=(of_int64("index"),))

op("take_along_dim(self, indices, dim=None)", dtype=kept, device=strictly_colocated, shape=taken_along,
   demands=(of_int64("indices"),))

# --- by mask

op("where(condition)", dtype=always(INT64), shape=found_by_dim)
op("where(condition, input: Tensor | number, other: Tensor | number)",
   shape=broadcast_with("condition", "input", "other"), demands=(mask("condition", UINT8),))
op("Tensor.where(self, condition, other: Tensor | number)", shape=broadcast_with("condition", "self", "other"),
   demands=(mask("condition", UINT8),))
op("masked_fill(self, mask, value)", dtype=kept, shape=broadcast_with("self", "mask"),
   demands=(mask("mask"), of_dims("value", 0), real_where_own_is), must_use=True)
op("masked_select(self, mask)", dtype=kept, shape=always(FOUND_ITEMS), demands=(mask("mask"),))
op("masked_scatter(self, mask, source)", dtype=kept, shape=broadcast_with("self", "mask"),
   demands=(mask("mask"), in_one_dtype("self", "source")), must_use=True)
op("nonzero(self, *, as_tuple=False)", dtype=always(INT64), shape=found_places)
op("argwhere(self)", dtype=always(INT64), shape=found_places)

op("unravel_index(indices: Tensor, shape)", dtype=always(INT64), shape=place_by_dim, takes=integers)

# --- written to by place

# on CUDA products, means and extremes are of no bools, and of no complex numbers (ScatterGatherKernel.cu in aten)
op("scatter(self, dim, index, src: Tensor, *, reduce=None)", dtype=must_match, device=strictly_colocated, shape=kept,
   takes=narrowed(takes_index, cuda=where("reduce", ("multiply",), ordered)),
   demands=(existing("dim"), covered, one_of("reduce", "add", "multiply")), must_use=True)
op("scatter(self, dim, index, value: number, *, reduce=None)", dtype=kept, device=strictly_colocated, shape=kept,
   takes=narrowed(takes_index, cuda=where("reduce", ("multiply",), ordered)),
   demands=(existing("dim"), covered, one_of("reduce", "add", "multiply")), must_use=True)
op("scatter_add(self, dim, index, src: Tensor)", dtype=must_match, device=strictly_colocated, shape=kept,
   takes=takes_index, autocast=on("cuda", widest), demands=(existing("dim"), covered), must_use=True)
op("scatter_reduce(self, dim, index, src: Tensor, reduce, *, include_self=True)", dtype=must_match,
   device=strictly_colocated, shape=kept,
   takes=narrowed(takes_index, cuda=where("reduce", ("prod", "mean", "amax", "amin"), ordered)),
   demands=(existing("dim"), covered, one_of("reduce", "sum", "prod", "mean", "amax", "amin")), must_use=True)
op("index_add(self, dim, index, source: Tensor, *, alpha=1)", dtype=must_match, device=strictly_colocated, shape=kept,
   takes=takes_index, demands=(one_row_each,), must_use=True)
op("index_copy(self, dim, index, source: Tensor)", dtype=must_match, device=strictly_colocated, shape=kept,
   autocast=on("cpu", widest), demands=(of_int64("index"), one_row_each), must_use=True)
op("index_fill(self, dim, index, value)", dtype=kept, shape=kept,
   demands=(of_int64("index"), existing("dim"), vector_of_places, of_dims("value", 0), real_where_own_is,
            not_complex_where_own_is_not), must_use=True)
op("index_put(self, indices, values, accumulate=False)", dtype=matching("self", "values"), shape=kept,
   autocast=on("cuda", widest), must_use=True)

# on CUDA of no bools, and of no complex numbers (`index_reduce_func_cuda_impl` in Indexing.cu)
op("index_reduce(self, dim, index, source: Tensor, reduce, *, include_self=True)", dtype=must_match,
   device=strictly_colocated, shape=kept, takes=narrowed(takes_index, cuda=ordered),
   demands=(one_row_each, one_of("reduce", "prod", "mean", "amax", "amin")), must_use=True)
op("put(self, index, source: Tensor, accumulate=False)", dtype=must_match, device=strictly_colocated, shape=kept,
   demands=(of_int64("index"), as_many("index", "source")), must_use=True)
op("select_scatter(self, src, dim, index)", dtype=kept, device=kept, shape=kept, demands=(filling(selected),))
op("slice_scatter(self, src, dim=0, start=None, end=None, step=1)", dtype=kept, device=kept, shape=kept,
   demands=(filling(cut_along),))
op("diagonal_scatter(self, src, offset=0, dim1=0, dim2=1)", dtype=kept, device=kept, shape=kept,
   demands=(filling(diagonal),))
op("as_strided_scatter(self, src, size, stride, storage_offset=None)", dtype=kept, device=kept, shape=kept)
op("Tensor.fill_diagonal_(self, fill_value, wrap=False)", dtype=kept, shape=kept)

# --- by rank

op("sort(self, dim=-1, descending=False, stable=False)", dtype=(kept, always(INT64)), shape=kept,
   takes=unless_zero_dim(real), demands=(existing("dim"),), fields="values indices")
op("argsort(self, dim=-1, descending=False, stable=False)", dtype=always(INT64), shape=kept,
   takes=unless_zero_dim(real), demands=(existing("dim"),))
op("msort(self)", dtype=kept, shape=kept, takes=unless_zero_dim(real))
op("topk(self, k, dim=-1, largest=True, sorted=True)", dtype=(kept, always(INT64)), shape=at_most("k"),
   takes=unless_zero_dim(ordered), demands=(place_in_dim("k", 0),), fields="values indices")
op("diff(self, n=1, dim=-1, prepend: Tensor | None = None, append: Tensor | None = None)", dtype=differing,
   shape=shortened, demands=(at_least(0, "n"),))
op("bucketize(input, boundaries, *, out_int32=False, right=False)", dtype=places, device=strictly_colocated, shape=kept,
   demands=(of_dims("boundaries", 1),))
op("searchsorted(sorted_sequence, input: Tensor, *, out_int32=False, right=False, side=None, sorter=None)",
   dtype=places, device=strictly_colocated, shape=like("input"),
   demands=(sought_by_row,))
op("searchsorted(sorted_sequence: Tensor, self: number, *, out_int32=False, right=False, side=None, sorter=None)",
   dtype=places, shape=always(SCALAR))
op("isin(elements: Tensor, test_elements: Tensor | number, *, assume_unique=False, invert=False)", dtype=compared,
   shape=like("elements"))
op("isin(element: number, test_elements: Tensor, *, assume_unique=False, invert=False)", dtype=compared,
   shape=always(SCALAR))
