"""Classes that derive from `nn.Sequential` are called layer by layer, as their constructors hand the layers on."""

import pytest

from tests.mypy_plugin.checking import program

CLASSES = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Block(nn.Sequential):
    def __init__(self, i, o):
        super().__init__(nn.Linear(i, o), nn.ReLU())
        self.size = o
class Listed(nn.Sequential):
    def __init__(self, i, o, norm=True):
        layers = [nn.Linear(i, o), nn.ReLU()]
        if norm:
            layers += [nn.LayerNorm(o)]
        super(Listed, self).__init__(*layers)
class Derived(Block):
    def __init__(self, n):
        super().__init__(n, n * 2)
class Added(nn.Sequential):
    def __init__(self, n):
        super().__init__(nn.Linear(n, 4))
        self.add_module("more", nn.Linear(4, 5))
class Attribute(nn.Sequential):
    def __init__(self, n, last):
        super().__init__(nn.Linear(n, 4))
        self.last = last
class Forward(Block):
    def forward(self, x):
        return x
class Holder(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.block, self.fc = Block(8, n), nn.Linear(n, 2)
    def forward(self, x):
        return self.fc(self.block(x))
def use(x: Tensor[Float32, CPU, "b 8"], layer: nn.Module) -> None:
"""
KNOWN = [
    ("Block(8, 4)(x)", "4"),
    ("Listed(8, 4)(x)", "4"),
    ("Listed(8, 4, norm=False)(x)", "4"),
    ("Derived(8)(x)", "16"),
    ("nn.Sequential(Block(8, 4), nn.Sequential(Block(4, 5), Listed(5, 6)))(x)", "6"),
    ("Holder(3)(x)", "2"),
]
OPEN = [
    "Added(8)(x)",
    "Attribute(8, layer)(x)",
    "Block(8, layer)(x)",
    "net = Block(8, 4); net.append(layer); net(x)",
    "net = Block(8, 4); net[0] = layer; net(x)",
    "net = Block(8, 4); del net[1]; net(x)",
]
WRONG = [
    ("Block(7, 4)(x)", "shapes (b, 8) and (7, 4) cannot be multiplied: 8 against 7"),
    ("Derived(7)(x)", "shapes (b, 8) and (7, 14) cannot be multiplied: 8 against 7"),
    ("nn.Sequential(Block(8, 4), Block(5, 6))(x)", "shapes (b, 4) and (5, 6) cannot be multiplied: 4 against 5"),
    ("Block(8, 4).half()(x)", '"Linear" needs all tensors in one dtype: float32 and float16; cast one with .to(...)'),
    ("net = Block(8, 4); net.cuda(); net(x)", '"Linear" mixes devices: cpu and cuda; move one with .to(other.device)'),
    ("Forward(7, 4)(x)", ""),
]


def _program(body):
    *before, last = body.split("; ")
    return program(CLASSES + "".join(f"    {one}\n" for one in before) + f"    reveal_type({last})\n")


REVEALED = [(_program(body), f'Tensor[Float32, CPU, "b {size}"]') for body, size in KNOWN]
SILENT = [_program(body) for body in OPEN]
SAID = [(_program(body), words) for body, words in WRONG]


@pytest.mark.parametrize(("said", "type_"), REVEALED, ids=[body for body, _ in KNOWN])
def test_the_layers_are_called_in_turn(said, type_):
    assert said.revealed == [type_]


@pytest.mark.parametrize("said", SILENT, ids=OPEN)
def test_others_may_be_among_the_layers(said):
    assert said.revealed == ["Any"]


@pytest.mark.parametrize(("said", "words"), SAID, ids=[body for body, _ in WRONG])
def test_what_does_not_fit_is_said_of_the_call(said, words):
    told = [message.partition("error: ")[2].partition("  [")[0] for message in said.messages if "error: " in message]
    assert told == [words] * bool(words)


REFITTED = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Block(nn.Sequential):
    def __init__(self, i=8, o=4):
        super().__init__(nn.Linear(i, o), nn.ReLU())
class Holder(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block()
    def narrowed(self):
        {by_class}
    def forward(self, x):
        {call}
def other(net: Holder) -> None:
    {outside}
def use(x: Tensor[Float32, CPU, "b 8"]) -> None:
    reveal_type(Holder()(x))
"""
PUTS = [
    ("self.block[0] = nn.Linear(7, 5)", "pass"),
    ("pass", "net.block[0] = nn.Linear(7, 5)"),
    ("pass", "net.block.append(nn.Linear(4, 5))"),
]
CALLS = ["return self.block(x)", "block = self.block; return block(x)"]

OTHERS = [program(REFITTED.format(by_class=one, outside=two, call=call)) for one, two in PUTS for call in CALLS]
READ = [
    program(REFITTED.format(by_class="return self.block[0]", outside="print(net.block[0])", call=call))
    for call in CALLS
]


@pytest.mark.parametrize("said", OTHERS)
def test_nothing_is_said_of_one_that_is_given_other_layers(said):
    assert said.revealed == ["Any"]


@pytest.mark.parametrize("said", READ, ids=CALLS)
def test_reading_a_layer_puts_nothing_there(said):
    assert said.revealed == ['Tensor[Float32, CPU, "b 4"]']
