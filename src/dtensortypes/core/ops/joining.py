"""Joining: tensors put together along a dim that they have, or along a new one. Dtypes are promoted."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import on, widest
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.pieces import concatenated, concatenated_columns, concatenated_rows, stacked

op("cat(tensors: Tensors, dim=0)", device=strictly_colocated, shape=concatenated, autocast=on("cpu", widest),
   also="concat concatenate")
op("stack(tensors: Tensors, dim=0)", device=strictly_colocated, shape=stacked, autocast=on("cpu", widest))
op("hstack(tensors: Tensors)", device=strictly_colocated, shape=concatenated_columns, autocast=on("cpu", widest))
op("vstack(tensors: Tensors)", device=strictly_colocated, shape=concatenated_rows, autocast=on("cpu", widest),
   also="row_stack")
