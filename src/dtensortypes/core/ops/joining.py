"""Joining: tensors put together along a dim that they have, or along a new one. Dtypes are promoted."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import on, widest
from dtensortypes.core.rules.demands import one_or_more
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.dtypes import kept, must_match
from dtensortypes.core.rules.pieces import (
    blocks,
    columns_stacked,
    combined,
    concatenated,
    concatenated_columns,
    concatenated_depths,
    concatenated_rows,
    pairings,
    stacked,
)
from dtensortypes.core.rules.promotion import common
from dtensortypes.core.rules.sequences import lengths_at_hand, packed_together, padded_again, padded_together

op("cat(tensors: Tensors, dim=0)", dtype=common, device=strictly_colocated, shape=concatenated,
   autocast=on("cpu", widest), demands=(one_or_more("tensors"),), also="concat concatenate")
op("stack(tensors: Tensors, dim=0)", dtype=common, device=strictly_colocated, shape=stacked,
   autocast=on("cpu", widest), demands=(one_or_more("tensors"),))
op("nn.utils.rnn.pad_sequence(sequences: Tensors, batch_first=False, padding_value=0.0, padding_side='right')",
   dtype=kept, device=kept, shape=padded_together,
   demands=(one_or_more("sequences"),))
op("nn.utils.rnn.pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True)", value=packed_together,
   demands=(lengths_at_hand,))
op("nn.utils.rnn.pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None)",
   value=padded_again)
op("hstack(tensors: Tensors)", dtype=common, device=strictly_colocated, shape=concatenated_columns,
   autocast=on("cpu", widest), demands=(one_or_more("tensors"),))
op("vstack(tensors: Tensors)", dtype=common, device=strictly_colocated, shape=concatenated_rows,
   autocast=on("cpu", widest), demands=(one_or_more("tensors"),), also="row_stack")
op("dstack(tensors: Tensors)", dtype=common, device=strictly_colocated, shape=concatenated_depths,
   autocast=on("cpu", widest), demands=(one_or_more("tensors"),))
op("column_stack(tensors: Tensors)", dtype=common, device=strictly_colocated, shape=columns_stacked,
   autocast=on("cpu", widest), demands=(one_or_more("tensors"),))
op("block_diag(*tensors: Tensor)", device=strictly_colocated, shape=blocks)

# --- every choice of items

op("cartesian_prod(*tensors: Tensor)", dtype=must_match, device=strictly_colocated, shape=pairings)
op("combinations(input, r=2, with_replacement=False)", dtype=kept, shape=combined)
