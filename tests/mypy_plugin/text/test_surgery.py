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
HEAD = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 8)
        self.body = nn.Sequential(nn.Linear(8, 8), nn.ReLU())
        self.b = nn.Linear(8, 2)
    def features(self, x):
        return self.body(self.a(x))
    def forward(self, x):
        return self.b(self.features(x))
def swap(model, name):
    setattr(model, name, nn.Linear(8, 5))
def prune(layer, keep):
    layer.weight = nn.Parameter(layer.weight[keep])
def start(layer):
    layer.weight.data = torch.randn(layer.weight.size()) * 0.01
net = Net()
"""
SURGERY = [
    "setattr(net, 'b', nn.Linear(8, 5))",
    "head = nn.Linear(8, 5)\nsetattr(net, 'b', head)",
    "net.add_module('b', nn.Linear(8, 5))",
    "net._modules.update(b=nn.Linear(8, 5))",
    "net.forward = lambda x: torch.rand(2, 5)",
    "Net.features = lambda self, x: torch.rand(2, 9)\nnet.b = nn.Linear(9, 5)",
    "layers = net.body\nlayers[0] = nn.Linear(8, 3)\nnet.b = nn.Linear(3, 5)",
    "net.get_submodule('body').append(nn.Linear(8, 3))\nnet.b = nn.Linear(3, 5)",
    "change = lambda m: setattr(m, 'b', nn.Linear(8, 5))\nchange(net)",
    "for name, child in net.named_children():\n    if name == 'b': setattr(net, name, widened(child))",
]
USE = "\nnn.functional.linear(net(torch.rand(2, 4)), torch.rand(3, 5))\n"
WITHOUT = HEAD.replace("setattr(model", "print(model").replace("layer.weight = ", "unused = ")
PROGRAMS = [program(WITHOUT + body + USE) for body in SURGERY]
PROGRAMS += [program(HEAD + "swap(net, 'b')" + USE), program(HEAD + "prune(net.b, 0)" + USE)]
WRONG = program(WITHOUT + "start(net.b)\nsetattr(net, 'name', 'b')" + USE)
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


@pytest.mark.parametrize("source", PROGRAMS)
def test_what_is_inside_is_not_believed(source):
    assert not [text for text in source.messages if "tensor-" in text]


def test_what_stays_as_it_is_is_known():
    assert any("tensor-shape" in text for text in WRONG.messages)


def test_a_layer_has_the_sizes_of_the_weight_that_it_is_given():
    said = [text for text in LAYERS.messages if "tensor-" in text]
    assert len(said) == 1, said  # of the third, whose weight is shared


CROPPED = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.NAME = nn.Embedding(8, 4)
    def crop(self, n):
        self.NAME.weight = nn.Parameter(self.NAME.weight[:, :n])
    def forward(self, x):
        return self.NAME(x)
net = Net()
CHANGE
reveal_type(net(torch.tensor([1])))
"""
CHANGES = [
    "net.crop(2)",
    "crop = net.crop; crop(2)",
    "getattr(net, 'crop')(2)",
    "net.NAME.weight = nn.Parameter(torch.rand(8, 2))",
]
KEPT = program(CROPPED.replace("NAME", "table0").replace("CHANGE", "pass"))
GONE = [program(CROPPED.replace("CHANGE", one).replace("NAME", f"table{i}")) for i, one in enumerate(CHANGES)]


def test_a_method_that_nobody_calls_gives_no_weight():
    assert KEPT.revealed == ['Tensor[Float32, CPU, "1 4"]']


@pytest.mark.parametrize("one", GONE)
def test_who_calls_it_may_have_given_one(one):
    assert one.revealed != KEPT.revealed
