"""A body's own list, declared where it is empty, is one of what is put into it; where others may do so, of anything."""

import pytest

from tests.mypy_plugin.checking import program

HEAD = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
class One(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 5)
    def forward(self, x):
        return self.l(x)
class Other(One):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 6)
def put(xs: list[nn.Module], m: nn.Module) -> None:
    xs.insert(0, m)
"""
BODIES = {
    "for a, b in ((8, 4), (4, 3)): layers.append(nn.Linear(a, b))": 'Tensor[Float32, CPU, "b 3"]',
    "for a, b in ((8, 4), (4, 3)): layers += [nn.Linear(a, b), nn.ReLU()]": 'Tensor[Float32, CPU, "b 3"]',
    "layers.append(nn.Linear(8, 4)); put(layers, other)": "Any",
    "layers.append(nn.Linear(8, 4)); layers[0] = other": 'Tensor[Float32, CPU, "b 4"] | Any',
    "layers.append(One()); layers.append(other)": "Any",
}
MAKER = "def make(n, other: nn.Module):\n    layers: list[nn.Module] = []\n{}    return nn.Sequential(*layers)\n"
USE = "def use(x: Tensor[Float32, CPU, 'b 8'], n: int, other: nn.Module) -> None:\n    reveal_type(make(n, other)(x))\n"


def _lines(body):
    return "".join(f"    {one}\n" for one in body.split("; "))


MADE = BODIES
PROGRAMS = [(program(HEAD + MAKER.format(_lines(body)) + USE), found) for body, found in MADE.items()]
TENSORS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
def halves(x: torch.Tensor, n: int) -> torch.Tensor:
    outs: list[torch.Tensor] = []
    for _ in range(n):
        outs.append(x.half())
    return torch.stack(outs)
def mixed(x: torch.Tensor, n: int) -> torch.Tensor:
    outs: list[torch.Tensor] = []
    for _ in range(n):
        outs.append(x)
        outs.append(x.double())
    return outs[1]
def use(x: Tensor[Float32, CPU, "b 8"], n: int) -> None:
    reveal_type(halves(x, n))
    reveal_type(mixed(x, n))
""")
SEVERAL = program(
    HEAD
    + """
def several(x, n: int):
    layers: list[nn.Module] = []
    for _ in range(n):
        layers.append(One())
        layers.append(Other())
    return layers[1](x)
def use(x: Tensor[Float32, CPU, "b 8"], n: int) -> None:
    reveal_type(several(x, n))
"""
)


@pytest.mark.parametrize(("said", "found"), PROGRAMS, ids=list(MADE))
def test_what_is_put_into_it(said, found):
    assert said.revealed == [found]


def test_tensors_of_any_rounds():
    assert TENSORS.revealed[0] == 'Tensor[Float16, CPU, "_ b 8"]'
    assert "Float64" in TENSORS.revealed[1] or TENSORS.revealed[1] == "Tensor"


def test_modules_of_any_rounds_may_be_of_several_classes():
    assert SEVERAL.revealed == ["Any"]
