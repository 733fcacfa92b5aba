"""`verify(module)`: what a module holds now, against what its class declares."""

import copy
import io
import pickle
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
import torch
from beartype.roar import BeartypeDoorHintViolation
from torch import nn
from torch.nn.utils import parametrizations

from dtensortypes import Float32, Tensor, TensorTypeError, checked, checking, verify

zeros = torch.zeros


@checked
class Attention(nn.Module):
    weight: Tensor[Float32, Any, "out in"]
    running: Tensor[Float32, Any, "out"]
    proj: nn.Linear

    def __init__(self, size_out: int, size_in: int):
        super().__init__()
        self.weight = nn.Parameter(zeros(size_out, size_in))
        self.register_buffer("running", zeros(size_out))
        self.proj = nn.Linear(size_in, size_out)

    def forward(self, x: Tensor[Float32, Any, "b in"]) -> Tensor[Float32, Any, "b out"]:
        return x @ self.weight.T + self.running


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.attn = Attention(3, 3)

    def forward(self, x):
        return self.attn(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(), Block()])

    def forward(self, x):
        return self.blocks[1](self.blocks[0](x))


def refused(thing):
    with pytest.raises(TensorTypeError) as caught:
        verify(thing)
    return str(caught.value).split("\n")[0]


HALF = 'attribute "blocks.0.attn.weight" of "Net" is float16, declared Float32 ("out in")'


def test_a_module_is_given_back():
    net = Net()
    assert verify(net) is net
    assert verify(net.to(torch.float32)) is net


def test_the_path_is_named():
    assert refused(Net().half()) == HALF
    assert refused(Attention(3, 3).double()).startswith('attribute "weight" of "Attention" is float64')


def test_sizes_are_shared_across_an_instance_and_no_further():
    net = Net()
    net.blocks[1].attn = Attention(5, 4)
    verify(net)
    net.blocks[1].attn.running = zeros(4)
    wrong = 'attribute "blocks.1.attn.running" of "Net" has shape (4,), declared "out": dim 0 is 4, but "out" is 5 in'
    assert refused(net).startswith(wrong)


def test_a_submodule_of_another_class_is_refused():
    attention = Attention(3, 3)
    attention.proj = nn.Identity()
    with pytest.raises(BeartypeDoorHintViolation, match='Attribute "proj" of "Attention"'):
        verify(attention)


@pytest.mark.parametrize(
    "wrap", [lambda net: torch.compile(net, backend="eager"), nn.DataParallel], ids=["compile", "DataParallel"]
)
def test_wrappers_are_left_out_of_the_path(wrap):
    wrapped = wrap(Net())
    assert verify(wrapped) is wrapped
    assert refused(wrapped.half()) == HALF
    outer = nn.Sequential(wrap(Net()).half())
    assert refused(outer).startswith('attribute "0.blocks.0.attn.weight" of "Sequential"')


def test_load_state_dict_and_a_parameter_that_is_set():
    net = Net()
    state = {name: value.double() for name, value in net.state_dict().items()}
    net.load_state_dict(state)
    verify(net)
    net.load_state_dict(state, assign=True)
    assert "float64" in refused(net)
    net = Net()
    net.blocks[0].attn.weight = nn.Parameter(zeros(3))
    assert "has shape (3,)" in refused(net)


def test_parametrized_modules():
    net = Net()
    parametrizations.weight_norm(net.blocks[0].attn)
    assert verify(net) is net
    assert refused(net.half()) == HALF


def test_copies_and_files():
    net, file = Net(), io.BytesIO()
    torch.save(net, file)
    file.seek(0)
    for again in (
        copy.deepcopy(net),
        pickle.loads(pickle.dumps(net)),  # noqa: S301
        torch.load(file, weights_only=False),
    ):
        assert verify(again)(zeros(2, 3)).shape == (2, 3)
        assert refused(again.half()) == HALF


def test_a_lazy_module_is_verified_once_it_has_its_sizes():
    @checked
    class Lazy(nn.modules.lazy.LazyModuleMixin, nn.Module):
        weight: Tensor[Float32, Any, "n n"]

        def __init__(self):
            super().__init__()
            self.weight = nn.UninitializedParameter()

        def initialize_parameters(self, x):
            self.weight.materialize(x.shape)

        def forward(self, x):
            return x @ self.weight

    lazy = Lazy()
    assert verify(lazy) is lazy
    lazy(zeros(3, 3))
    assert verify(lazy) is lazy
    lazy.weight = nn.Parameter(zeros(3, 4))
    assert 'attribute "weight" of "Lazy" has shape (3, 4)' in refused(lazy)


def test_instances_of_checked_classes():
    @checked
    @dataclass
    class Batch:
        x: Tensor[Float32, Any, "n"]

    @dataclass
    class Derived(Batch):
        pass

    @checked
    class Pair(NamedTuple):
        x: Tensor[Float32, Any, "n"]

    for made in (Batch(zeros(3)), Derived(zeros(3)), Pair(zeros(3))):
        assert verify(made) is made
        made.x.resize_(3, 3)
        assert f'field "x" of "{type(made).__name__}" has shape (3, 3)' in refused(made)


@pytest.mark.parametrize("thing", [3, nn.Linear(3, 4), Attention, [Attention(3, 3)]])
def test_what_nothing_can_be_verified_of_is_refused(thing):
    with pytest.raises(TypeError, match="no checked class in it declares what it holds"):
        verify(thing)


def test_modes():
    net = Net().half()
    with checking("off"):
        assert verify(net) is net

        @checked
        class Unchecked(nn.Module):
            weight: Tensor[Float32]

    assert isinstance(verify(Unchecked()), Unchecked)
    with checking("warn"), pytest.warns(UserWarning, match=r"blocks.*is float16"):
        assert verify(net) is net
