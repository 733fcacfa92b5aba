"""Shapes of parameters, from the constructor's arguments."""

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.parameters import given, kernel, kernel_back, of, of_shape, some


def test_words():
    config = {"a": 2, "b": Dim.of("n"), "bias": False, "shape": (3, 4), "affine": UNKNOWN}
    call = Call("layer", config)
    assert of("a", "b")(call).notation == "2 n"
    assert of("a", unless="bias")(call) is None
    assert of_shape("shape", unless="affine")(call).notation == "3 4"
    assert of_shape("shape", unless="affine", also_unless="bias")(call) is None


def test_kernels():
    config = {"in_channels": 4, "out_channels": Dim.of("o"), "groups": 2, "kernel_size": (3, 5)}
    assert kernel(2)(Call("conv", config)).notation == "o 2 3 5"
    assert kernel_back(2)(Call("conv", config)).notation == "4 o//2 3 5"
    assert kernel(1)(Call("conv", config | {"groups": 0, "kernel_size": UNKNOWN})).notation == "o _ _"


def test_of_no_known_shape():
    assert some(Call("LSTM", {})).notation == "..."


def test_what_the_constructor_is_given():
    call = Call("loss", {"weight": TensorFact(shape=Shape.of(3)), "none": None, "open": UNKNOWN})
    assert given("weight")(call) == Shape.of(3)
    assert given("none")(call) is None
    assert given("open")(call) is given("other")(call) is UNKNOWN_SHAPE
