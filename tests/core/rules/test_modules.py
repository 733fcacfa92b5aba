"""Modules change in place: floats are cast, all is moved, inner layers too."""

import pytest

from dtensortypes.core.facts.device import CPU, CUDA
from dtensortypes.core.facts.dtype import COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.devices import moved
from dtensortypes.core.rules.modules import (
    in_state,
    module_cast,
    module_emptied,
    module_kept,
    module_loaded,
    module_moved,
    module_to,
    module_typed,
    part_dtype,
)

INNER = LayerFact("a", (), FLOAT32, CPU)
MODEL = LayerFact("b", (("layers", (INNER, 3)),), FLOAT32, CPU)


def to(**asked):
    return module_to(Call("to", {"self": MODEL, "dtype": None, "device": None} | asked))


def test_words():
    assert module_kept(Call("eval", {"self": MODEL})) == MODEL
    half = module_cast(FLOAT16)(Call("half", {"self": MODEL}))
    assert (half.dtype, half.config[0][1][0].dtype, half.device) == (FLOAT16, FLOAT16, CPU)
    assert module_moved(moved("cuda"))(Call("cuda", {"self": MODEL, "device": None})).device == CUDA
    assert module_cast(FLOAT16)(Call("half", {"self": UNKNOWN})) is UNKNOWN


def test_a_complex_layer_stays_complex_unless_it_is_cast_with_to():
    layer = LayerFact("a", (), COMPLEX64, CPU)
    inside = LayerFact("b", (("layers", (layer, INNER)),), UNKNOWN, CPU)
    double = module_cast(FLOAT64)(Call("double", {"self": inside}))
    assert double.dtype is UNKNOWN
    assert [inner.dtype for inner in double.config[0][1]] == [COMPLEX64, FLOAT64]
    assert to(self=layer, dtype=FLOAT64).dtype == FLOAT64
    assert in_state(layer, COMPLEX64, CUDA) == LayerFact("a", (), COMPLEX64, CUDA)
    assert in_state(layer, FLOAT64, CUDA) == LayerFact("a", (), UNKNOWN, CUDA)


def test_a_module_is_of_one_type_and_is_emptied_on_a_device():
    assert module_typed(Call("type", {"self": MODEL, "dst_type": FLOAT64})).dtype == FLOAT64
    assert module_typed(Call("type", {"self": MODEL, "dst_type": "torch.DoubleTensor"})).dtype is UNKNOWN
    assert module_emptied(Call("to_empty", {"self": MODEL, "device": CUDA, "recurse": True})).device == CUDA
    assert module_emptied(Call("to_empty", {"self": MODEL, "device": CUDA, "recurse": False})).device is UNKNOWN


def test_what_is_loaded_may_take_the_place_of_the_parameters():
    assert module_loaded(Call("load_state_dict", {"self": MODEL, "assign": False})) == MODEL
    for assign in (True, UNKNOWN):
        loaded = module_loaded(Call("load_state_dict", {"self": MODEL, "assign": assign}))
        assert (loaded.dtype, loaded.device, loaded.config[0][1][0].dtype) == (UNKNOWN, UNKNOWN, UNKNOWN)


def test_to():
    assert (to(dtype=FLOAT64).dtype, to(dtype=FLOAT64).device) == (FLOAT64, CPU)
    assert (to(device="cuda").dtype, to(device="cuda").device) == (FLOAT32, CUDA)
    assert (to(tensor=TensorFact(FLOAT16, CUDA)).dtype, to(tensor=TensorFact(FLOAT16, CUDA)).device) == (FLOAT16, CUDA)
    assert to(device=UNKNOWN).device is UNKNOWN
    with pytest.raises(Refused):
        to(dtype=INT64)


def test_of_a_module_of_unknown_dtype_only_floats_are_cast():
    open_, layer = LayerFact("Net"), LayerFact("torch.nn.Linear")
    half = module_cast(FLOAT16)(Call("half", {"self": open_})).dtype
    assert [part_dtype(own, half) for own in (FLOAT32, INT64, UNKNOWN)] == [FLOAT16, INT64, UNKNOWN]
    assert in_state(layer, half, CPU).dtype == module_cast(FLOAT16)(Call("half", {"self": layer})).dtype == FLOAT16
    assert part_dtype(INT64, FLOAT16) == INT64
    assert part_dtype(COMPLEX64, half) is UNKNOWN
    assert module_cast(FLOAT16)(Call("half", {"self": LayerFact("Ints", (), INT64)})).dtype == INT64
    assert part_dtype(FLOAT32, to(self=open_, dtype=FLOAT64).dtype) == FLOAT64
