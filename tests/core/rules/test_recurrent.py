"""Outputs and states of recurrent layers, in names."""

import pytest

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.recurrent import begun, last_cells, last_outputs, next_state, outputs, with_states
from dtensortypes.core.rules.state import State

LAYER = {"input_size": 4, "hidden_size": 6, "num_layers": 2, "batch_first": False, "bidirectional": False}


def call(text, dtype=FLOAT32, **config):
    weight = TensorFact(FLOAT32, CPU)
    given = {"input": TensorFact(dtype, CPU, parse_shape(text)), "weight": weight}
    return Call("LSTM", given | LAYER | config, ("input", "weight"))


@pytest.mark.parametrize(
    ("text", "config", "output", "state", "cells"),
    [
        ("t b 4", {}, "t b 6", "2 b 6", "2 b 6"),
        ("b t 4", {"batch_first": True}, "b t 6", "2 b 6", "2 b 6"),
        ("t 4", {}, "t 6", "2 6", "2 6"),
        ("t b 4", {"bidirectional": True}, "t b 12", "4 b 6", "4 b 6"),
        ("t b 4", {"proj_size": 3}, "t b 3", "2 b 3", "2 b 6"),
        ("t b 4", {"bidirectional": UNKNOWN}, "t b _", "_ b 6", "_ b 6"),
        ("t b 4", {"batch_first": UNKNOWN}, "t b 6", "2 _ 6", "2 _ 6"),
        ("...", {}, "... 6", "2 ... 6", "2 ... 6"),
    ],
)
def test_shapes(text, config, output, state, cells):
    found = [word(call(text, **config)).notation for word in (outputs, last_outputs, last_cells)]
    assert found == [output, state, cells]


def test_a_cell_keeps_its_state():
    assert next_state(call("b 4")) == Shape.of("b", 6)
    assert next_state(call("4")) == Shape.of(6)
    assert next_state(call("...")) == parse_shape("... 6")


def test_what_is_not_taken():
    with pytest.raises(Refused, match="takes items of 4 numbers"):
        outputs(call("t b 5"))
    with pytest.raises(Refused, match="2 or 3 dims"):
        outputs(call("a b c 4"))
    with pytest.raises(Refused, match="one dtype"):
        with_states(outputs, last_outputs)(call("t b 4", FLOAT16))


def test_output_and_states():
    found = with_states(outputs, last_outputs, last_cells)(call("t b 4"))
    assert found[0] == TensorFact(FLOAT32, CPU, Shape.of("t", "b", 6))
    assert [state.shape.notation for state in found[1]] == ["2 b 6", "2 b 6"]


def test_autocast_leaves_the_dtype_open():
    region = Call("LSTM", call("t b 4", FLOAT16).arguments, ("input", "weight"), State(autocast=FLOAT16))
    assert with_states(outputs, last_outputs)(region)[0].dtype is UNKNOWN


def test_a_tuple_of_like_states():
    begins = begun(last_outputs, last_cells)
    begins(call("t b 4", hx=Items(TensorFact(FLOAT32, CPU, Shape.of(2, "b", 6)))))
    begins(call("t b 4", hx=Items(TensorFact(FLOAT32, CPU, Shape.of(2, UNKNOWN, 6)))))
    with pytest.raises(Refused, match="takes a state of shape"):
        begins(call("t 5 4", hx=Items(TensorFact(FLOAT32, CPU, Shape.of(2, 3, 6)))))
