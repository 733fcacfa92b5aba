"""Values of arguments are facts: they can be compared, hashed and kept."""

from dtensortypes.core.facts.device import CUDA
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT32, Category
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, LayerFact, Number, Slice


def test_equal_values_are_one():
    values = [
        Slice(1, Dim.of("n")),
        Slice(1, Dim.of("n")),
        Items(3),
        Items(3),
        Number(Category.FLOAT),
        Number(Category.FLOAT),
    ]
    assert len(set(values)) == 3


def test_a_whole_slice_has_no_bounds():
    assert Slice() == Slice(None, None, None)


def test_a_layer_of_which_little_is_known():
    layer = LayerFact("Linear", (("in_features", Dim.of("n")),))
    assert (layer.dtype, layer.device) == (UNKNOWN, UNKNOWN)
    assert layer != LayerFact("Linear", layer.config, FLOAT32, CUDA)
