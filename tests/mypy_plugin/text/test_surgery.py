"""What is inside of a module is open where a program replaces parts by the names that it finds there."""

import pytest

from dtensortypes.mypy_plugin.text.surgery import replaces_parts, reweighted
from tests.mypy_plugin.checking import parsed, program

REPLACING = [
    "def convert(net):\n    for name, child in net.named_children():\n        setattr(net, name, GroupNorm(child.n))",
    "for name, child in net.named_modules():\n    setattr(net.get_submodule(name), 'a' + name, Lora(child))",
    "net._modules['fc'] = Linear(8, 5)",
    "net._modules[name] = new",
]
KEEPING = [
    "for key, value in config.items():\n    setattr(args, key, value)",
    "for name, child in net.named_children():\n    print(name, child)",
    "for name, child in net.named_children():\n    setattr(net, 'head', child)",
]
PROGRAM = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Linear(3, 8)
    def forward(self, x):
        return self.conv(x)
def widen(net):
    for name, child in net.named_children():
        setattr(net, name, nn.Linear(5, 8))
    return net
net = Net()
widen(net)
net(torch.rand(2, 5))
""")
LAYERS = program("""
first, second, third, fourth = nn.Linear(4, 2), nn.Linear(4, 2), nn.Linear(4, 2), nn.Linear(4, 2)
first.weight.data = torch.rand(2, 3)
second.weight = nn.Parameter(torch.rand(2, 3))
third.weight = fourth.weight
first(torch.rand(5, 3))
second(torch.rand(5, 3))
third(torch.rand(5, 3))
""")


@pytest.mark.parametrize(("body", "is_replaced"), [*((b, True) for b in REPLACING), *((b, False) for b in KEEPING)])
def test_who_replaces_parts(body, is_replaced):
    assert replaces_parts(parsed(body)) is is_replaced


def test_which_layers_get_another_weight():
    body = "a.weight.data = x\nb.weight = y\nself.c.weight.data = z\nd.weight = e.weight\nf.bias = None\ng.data = x"
    assert reweighted(parsed(body)) == {"a", "b", "c"}


def test_what_is_inside_is_not_believed():
    assert not [text for text in PROGRAM.messages if "tensor-" in text]


def test_a_layer_has_the_sizes_of_the_weight_that_it_is_given():
    said = [text for text in LAYERS.messages if "tensor-" in text]
    assert len(said) == 1, said  # of the third, whose weight is shared
