"""A comprehension over modules is looked at item by item, as far as its rounds are known."""

import pytest

from tests.mypy_plugin.checking import program

NET = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    def __init__(self, others: nn.ModuleList) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(16, 2), nn.Linear(8, 3)])
        self.heads = nn.ModuleDict({{"a": nn.Linear(16, 2), "b": nn.Linear(8, 3)}})
        self.others = others
    def forward(self, x: Tensor[Float32, CPU, "b 16"], flag: bool):
        {body}
"""
WRONG = [
    "y = [layer(x) for layer in self.layers]  # refused",
    "return [layer(x) for layer in self.layers]  # refused",
    "return tuple(layer(x) for layer in self.layers)  # refused",
    "return torch.cat([head(x) for head in self.heads.values()], 1)  # refused",
    "return {name: head(x) for name, head in self.heads.items()}  # refused",
    "return {name: self.heads[name](x) for name in self.heads}  # refused",
    "return [layer(x) for i, layer in enumerate(self.layers) if i > 0]  # refused",
]
RIGHT = [
    "return [layer(x) for i, layer in enumerate(self.layers) if i < 1]",
    "return [layer(x) for layer in self.layers if flag]",
    "return [layer for layer in self.layers]",
    "return {name: head(x) for name, head in self.heads.items() if name == 'a'}",
    "return [layer(x) for layer in self.others]",
    "return [layer(x) for layer in self.layers for _ in range(2)]",
]
PROGRAMS = [program(NET.format(body=body)) for body in (*WRONG, *RIGHT)]


@pytest.mark.parametrize("said", PROGRAMS)
def test_each_item_of_a_comprehension(said):
    assert said.refused == said.marked
