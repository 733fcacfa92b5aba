"""Modules in a list that is a plain attribute stay as they were made, unless the file does more than call them."""

import pytest

from tests.mypy_plugin.checking import program

CLASS = """
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(3, 3)
        self.layers = {}
{}
def run(x: Tensor[Float32, CUDA, "b 3"]) -> None:
    net = Net().cuda()
    net.layers[0](x)
"""
LINE = 10
DEVICES = '"Linear" mixes devices: cuda and cpu; move one with .to(other.device)  [tensor-device]'


def built(made, *more):
    return program(CLASS.format(made, "".join(f"{line}\n" for line in more)))


LEFT = [
    built("[nn.Linear(3, 3) for _ in range(3)]"),
    built("[nn.Linear(3, 3), nn.Linear(3, 3)]"),
    built("{0: nn.Linear(3, 3)}"),
    built(
        "[nn.Linear(3, 3) for _ in range(3)]",
        "    def forward(self, x: torch.Tensor) -> None:",
        "        for i, layer in enumerate(self.layers):",
        "            x = layer(x)",
        "        [layer(x) for layer in self.layers]",
        "        print(len(self.layers), self.layers[0](x))",
    ),
    built(
        "[nn.Linear(3, 3) for _ in range(3)]",
        "    def forward(self, x: torch.Tensor) -> None:",
        "        last = self.layers[-1]",
        "        for layer in reversed(self.layers[:-1]):",
        "            x = layer(x)",
        "        print(last(x).dtype, last.weight.dtype)",
    ),
]
MOVED = [
    built("[nn.Linear(3, 3)]", "        self.net = nn.Sequential(*self.layers)"),
    built("[nn.Linear(3, 3)]", "        for layer in self.layers:", "            layer.cuda()"),
    built("[nn.Linear(3, 3)]", "        self.net = nn.ModuleList(self.layers)"),
    built("[nn.Linear(3, 3)]", "        self.layers[0].cuda()"),
    built("[nn.Linear(3, 3)]", "        self.layers = [nn.Linear(3, 3).cuda()]"),
    built("[nn.Linear(3, 3)]", "        setattr(self, 'head', self.layers[0])"),
    built("[self.first]"),
    built("nn.ModuleList([nn.Linear(3, 3)])"),
    built(
        "[nn.Linear(3, 3)]",
        "    def to_gpu(self) -> None:",
        "        for i, layer in enumerate(self.layers):",
        "            self.layers[i] = layer.cuda()",
    ),
    built("[nn.Linear(3, 3), nn.Linear(3, 3).cuda()]", "    def drop(self) -> None:", "        del self.layers[0]"),
    built("[nn.Linear(3, 3)]", "    def again(self) -> None:", "        self.layers = [nn.Linear(3, 3).cuda()]"),
    built("[nn.Linear(3, 3)]", "    def again(self) -> None:", "        self.layers[0] = nn.Linear(3, 3).cuda()"),
    built("[nn.Linear(3, 3)]", "    def wrap(self) -> None:", "        self.layers += [nn.Sequential().cuda()]"),
]
BY_VARIABLE = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = []
        others = []
        for _ in range(3):
            layer = nn.Linear(3, 3)
            {}
            self.layers.append(layer)
        self.net = nn.Sequential(*others)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x){}
        return x

def run(x: Tensor[Float32, CUDA, "b 3"]) -> None:
    Net().cuda()(x)
"""
PUT_BY_VARIABLE = [program(BY_VARIABLE.format(one, "  # refused")) for one in ("pass", "nn.init.zeros_(layer.bias)")]
SHARED_BY_VARIABLE = [
    program(BY_VARIABLE.format(one, ""))
    for one in (
        "layer.cuda()",
        "layer = layer.cuda()",
        "others.append(layer)",
        "self.last = layer",
        "def move(): layer.cuda()\n            move()",
    )
]


@pytest.mark.parametrize("source", LEFT)
def test_what_is_held_stays_where_it_was_made(source):
    assert [text.partition("error: ")[2] for text in source.messages if "error" in text] == [DEVICES]


@pytest.mark.parametrize("source", MOVED)
def test_what_others_get_hold_of_is_unknown(source):
    assert not [text for text in source.messages if "tensor-" in text]


@pytest.mark.parametrize("source", PUT_BY_VARIABLE)
def test_what_is_put_in_by_a_variable_stays_too(source):
    assert source.refused == source.marked


@pytest.mark.parametrize("source", SHARED_BY_VARIABLE)
def test_what_the_variable_gives_to_others_is_unknown(source):
    assert not source.refused
