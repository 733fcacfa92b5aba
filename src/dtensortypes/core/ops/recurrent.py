"""Recurrent layers: what they say at each time, and the states that they end in, one for each layer and direction."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.layer import forward, layer
from dtensortypes.core.rules.dtypes import must_match
from dtensortypes.core.rules.parameters import some
from dtensortypes.core.rules.recurrent import last_cells, last_outputs, next_state, outputs, with_states

# --- sequences; `hx` is where they begin

layer("nn.RNN(input_size, hidden_size, num_layers=1, nonlinearity='tanh', bias=True, batch_first=False, dropout=0.0, "
      "bidirectional=False, device=None, dtype=None)",
      forward("(input, hx: Tensor | None = None)", dtype=(must_match, must_match), shape=(outputs, last_outputs)),
      weight=some)
layer("nn.GRU(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, "
      "device=None, dtype=None)",
      forward("(input, hx: Tensor | None = None)", dtype=(must_match, must_match), shape=(outputs, last_outputs)),
      weight=some)
layer("nn.LSTM(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, "
      "proj_size=0, device=None, dtype=None)",
      forward("(input, hx: Tensors | None = None)", value=with_states(outputs, last_outputs, last_cells)), weight=some)

# --- one item after the other

layer("nn.RNNCell(input_size, hidden_size, bias=True, nonlinearity='tanh', device=None, dtype=None)",
      forward("(input, hx: Tensor | None = None)", shape=next_state), weight=some)
layer("nn.GRUCell(input_size, hidden_size, bias=True, device=None, dtype=None)",
      forward("(input, hx: Tensor | None = None)", shape=next_state), weight=some)
layer("nn.LSTMCell(input_size, hidden_size, bias=True, device=None, dtype=None)",
      forward("(input, hx: Tensors | None = None)", dtype=(must_match, must_match), shape=(next_state, next_state)),
      weight=some)
