"""Recurrent layers: what they say at each time, and the states that they end in, one for each layer and direction."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.layer import forward, layer
from dtensortypes.core.rules.autocast import lower
from dtensortypes.core.rules.demands import above, at_least, at_most, one_of, smaller
from dtensortypes.core.rules.dtypes import must_match
from dtensortypes.core.rules.parameters import some
from dtensortypes.core.rules.recurrent import begun, last_cells, last_outputs, next_state, outputs, with_states

_SIZES = (above(0, "input_size", "hidden_size", "num_layers"), at_least(0, "dropout"), at_most(1, "dropout"))

# --- sequences; `hx` is where they begin

# Under autocast an RNN is computed in the region's dtype. What GRUs and LSTMs give hangs on the kernel: on the CPU a
# GRU promotes its state, and an LSTM by MKL-DNN gives float32 for float16 items (torch 2.13).

layer("nn.RNN(input_size, hidden_size, num_layers=1, nonlinearity='tanh', bias=True, batch_first=False, dropout=0.0, "
      "bidirectional=False, device=None, dtype=None)",
      forward("(input, hx: Tensor | None = None)", dtype=(must_match, must_match), shape=(outputs, last_outputs),
              autocast=lower, demands=(begun(last_outputs),), takes_packed=True),
      demands=(*_SIZES, one_of("nonlinearity", "tanh", "relu")), weight=some)
layer("nn.GRU(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, "
      "device=None, dtype=None)",
      forward("(input, hx: Tensor | None = None)", dtype=(must_match, must_match), shape=(outputs, last_outputs),
              demands=(begun(last_outputs),), takes_packed=True), demands=_SIZES, weight=some)
layer("nn.LSTM(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, "
      "proj_size=0, device=None, dtype=None)",
      forward("(input, hx: Tensors | None = None)", value=with_states(outputs, last_outputs, last_cells),
              demands=(begun(last_outputs, last_cells),), takes_packed=True),
      demands=(*_SIZES, smaller("proj_size", "hidden_size"), at_least(0, "proj_size")), weight=some)

# --- one item after the other

layer("nn.RNNCell(input_size, hidden_size, bias=True, nonlinearity='tanh', device=None, dtype=None)",
      forward("(input, hx: Tensor | None = None)", shape=next_state, autocast=lower, demands=(begun(next_state),)),
      weight=some)
layer("nn.GRUCell(input_size, hidden_size, bias=True, device=None, dtype=None)",
      forward("(input, hx: Tensor | None = None)", shape=next_state, demands=(begun(next_state),)), weight=some)
layer("nn.LSTMCell(input_size, hidden_size, bias=True, device=None, dtype=None)",
      forward("(input, hx: Tensors | None = None)", dtype=(must_match, must_match), shape=(next_state, next_state),
              demands=(begun(next_state, next_state),)), weight=some)
