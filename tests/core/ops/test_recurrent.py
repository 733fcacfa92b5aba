"""Recurrent layers are asked as programs ask them."""

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.ops import call_layer, infer

X = TensorFact(FLOAT32, CPU, Shape.of("t", "b", 4))


def layer(name, *args, **kwargs):
    return infer(f"torch.nn.{name}", args, kwargs).result


def test_a_state_may_be_given():
    lstm = layer("LSTM", 4, 6)
    first = call_layer(lstm, [X], {}).result
    assert call_layer(lstm, [X, first[1]], {}).result == first
    assert call_layer(lstm, [], {"input": X, "hx": first[1]}).result == first
    assert call_layer(lstm, [UNKNOWN], {}).problems == ()


def test_the_layers_dtype_and_the_inputs_are_one():
    for name in ("RNN", "GRU", "LSTM"):
        problems = call_layer(layer(name, 4, 6, dtype=FLOAT16), [X], {}).problems
        assert [str(problem).split(" needs")[0] for problem in problems] == [f'"{name}"']


def test_cells():
    state = TensorFact(FLOAT32, CPU, Shape.of("b", 6))
    item = TensorFact(FLOAT32, CPU, Shape.of("b", 4))
    assert call_layer(layer("GRUCell", 4, 6), [item, state], {}).result == state
    assert call_layer(layer("LSTMCell", 4, 6), [item, (state, state)], {}).result == (state, state)
