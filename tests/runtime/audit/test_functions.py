"""Names of live functions, and layers as the table knows them."""

import pytest
import torch
from torch import nn

from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.ops import layer_table, names
from dtensortypes.runtime.audit.functions import known_functions, layer_of, public_name


def test_every_function_has_a_name_of_the_table():
    found = known_functions()
    assert {known.name for known in found.values()} <= names()
    assert found[torch.add].name == "torch.add"
    assert found[torch.Tensor.neg].name == "torch.Tensor.neg", "not a dunder that is the same function"
    assert found[torch.Tensor.T.__get__].is_attribute
    assert len(found) > 1000


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (torch.Tensor.__repr__, "torch.Tensor.__repr__"),
        (nn.init.dirac_, "torch.nn.init.dirac_"),
        (torch.Tensor.grad.__set__, ""),
        (torch._C._set_grad_enabled, ""),
        (len, ""),
    ],
)
def test_what_the_table_does_not_have_has_the_name_that_users_know(function, name):
    assert public_name(function) == name


def test_a_layer_is_what_its_constructor_was_given():
    layer = layer_of(nn.Conv2d(3, 8, 3, stride=2, bias=False).half())
    assert layer is not None
    settings = dict(layer.config)
    assert layer.name == "torch.nn.Conv2d"
    assert (layer.dtype, settings["out_channels"], settings["stride"], settings["bias"]) == (FLOAT16, 8, (2, 2), False)
    assert dict(layer_of(nn.Conv2d(3, 8, 3)).config)["bias"] is True


def test_layers_in_layers():
    layer = layer_of(nn.Sequential(nn.Linear(3, 4), nn.ReLU()))
    assert layer.dtype == FLOAT32
    assert [inner.name for inner in dict(layer.config)["layers"]] == ["torch.nn.Linear", "torch.nn.ReLU"]


def test_parameters_of_two_dtypes_leave_it_open():
    layer = nn.LayerNorm(3)
    layer.weight.data = layer.weight.data.half()
    assert layer_of(layer).dtype is UNKNOWN


class Own(nn.Linear):
    """A layer of the user's."""


def test_what_is_not_torchs_own_is_no_layer():
    changed = nn.Linear(3, 3)
    changed.forward = lambda x: x
    for module in (Own(3, 3), changed, nn.Sequential(Own(3, 3)), nn.ModuleList(), "Linear"):
        assert layer_of(module) is None


def test_every_layer_of_the_table_is_found():
    layers = {name.rpartition(".")[2] for name in layer_table() if name.startswith("torch.")}
    missing = {name for name in layers if not isinstance(getattr(nn, name, None), type)}
    assert missing == ({"LinearCrossEntropyLoss"} if torch.__version__ < "2.13" else set())
