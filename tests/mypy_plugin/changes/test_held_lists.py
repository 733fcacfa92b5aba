"""Modules in a plain list are known one by one, whichever way a constructor puts them in; nothing moves them."""

import pytest

from tests.mypy_plugin.checking import program

CLASS = """
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
{}
    def forward(self, x):
        {}
def use() -> None:
    Net(2)(torch.rand(2, 3))
    Net(2)(torch.rand(2, 4))
    Net(2).cuda()(torch.rand(2, 4).cuda())
"""
ONE_BY_ONE = "for layer in self.layers:\n            x = layer(x)\n        return x"
FILLED = [
    ("self.layers = []\n        for i in range(n): self.layers.append(nn.Linear(4 + i, 5 + i))", ONE_BY_ONE),
    ("self.layers = []\n        for i in range(n): self.layers += [nn.Linear(4 + i, 5 + i)]", ONE_BY_ONE),
    ("self.layers = [nn.Linear(4 + i, 5 + i) for i in range(n)]", ONE_BY_ONE),
    ("self.layers = [nn.Linear(4, 5), nn.Linear(5, n)]", ONE_BY_ONE),
    (
        'self.heads = {}\n        self.heads["a"] = nn.Linear(4, 5)\n        self.heads["b"] = nn.Linear(5, n)',
        'return self.heads["b"](self.heads["a"](x))',
    ),
    ('self.heads = {"a": nn.Linear(4, n)}', 'return self.heads["a"](x)'),
]


PROGRAMS = [program(CLASS.format(f"        {made}", called)) for made, called in FILLED]
BY_OTHERS = [
    CLASS.format(f"        {FILLED[0][0]}", ONE_BY_ONE) + "def more(net):\n    net.layers.append(3)\n",
    """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4)]
        self.layers.append(nn.Linear(4, 5))
        self.moved = [nn.Linear(4, 4)]
        for layer in self.moved:
            layer.cuda()
        self.head = nn.Linear(5, 2)
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.moved[0](torch.rand(3, 4).cuda())
        return self.head(self.layers[1](torch.rand(3, 4)))
class Other(Net):
    def __init__(self):
        super().__init__()
        self.layers[0] = nn.Linear(3, 4)
def use(other: Other) -> None:
    Net()(torch.rand(3, 4))
    other.layers[0](torch.rand(2, 3))
    Other().layers[0](torch.rand(2, 3))
""",
]
UNKNOWN = [program(source) for source in BY_OTHERS]


@pytest.mark.parametrize("source", PROGRAMS)
def test_items_are_known_and_stay_where_they_are(source):
    said = [text for text in source.messages if "tensor-" in text]
    assert len(said) == 2, said
    assert "cannot be multiplied" in said[0]
    assert "mixes devices" in said[1]


@pytest.mark.parametrize("source", UNKNOWN)
def test_what_a_list_holds_is_not_what_it_was_begun_with(source):
    assert not [text for text in source.messages if "tensor-" in text]
