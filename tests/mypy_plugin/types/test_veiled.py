"""A module out of a container is an `nn.Module` to mypy, and to the plugin the one that was put in."""

from tests.mypy_plugin.checking import PLAIN, codes, program

SOURCE = """
class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: Tensor) -> Tensor:
        return self.layer(x)  # type: ignore[no-any-return]

class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 8) for _ in range(3)])
        self.blocks = nn.ModuleList([Block() for _ in range(3)])
        self.heads = nn.ModuleDict({"a": nn.Linear(2, 3)})

    def forward(self, x: Tensor) -> None:
        y = torch.zeros(2, 5)
        for layer, block in zip(self.layers, self.blocks):
            reveal_type(layer)
            layer(y)
            block(torch.zeros(2, 4).double())
        self.layers[0](y)
        self.heads["a"](y)
        first = self.layers[0].half()
        first(torch.zeros(2, 4))
        if isinstance(first, nn.Linear):
            first.in_features.surprise

class Tower(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 8) for _ in range(3)])

Tower().half().layers[0](torch.zeros(3, 4))
"""
PLAINLY = program(SOURCE, PLAIN)
TYPED = program(SOURCE)


def test_mypy_takes_it_for_a_module():
    assert [shown.rpartition(".")[2] for shown in (*PLAINLY.revealed, *TYPED.revealed)] == ["Module", "Linear"]


def test_the_plugin_knows_which_it_is():
    of_ours = [code for code in codes(PLAINLY.messages) if "tensor" in code]
    assert of_ours == [code for code in codes(TYPED.messages) if "tensor" in code]
    assert len(of_ours) > 4


METHODS = program(
    """
class Cell(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n
        self.layer = nn.Linear(n, n)
    def begin(self, rows):
        return torch.zeros(rows, self.n)
class Cells(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.cells = nn.ModuleList([Cell(n), Cell(n)])
    def begin(self, rows):
        return [cell.begin(rows) for cell in self.cells]
    def forward(self, x):
        states = self.begin(x.size(0))
        return x @ states[0]
cells = Cells(4)
cells(torch.zeros(2, 3))
""",
    PLAIN,
)


def test_in_a_body_that_is_read_it_has_the_methods_of_its_class():
    assert METHODS.refused == [16]
    assert any('13: error: "Tensor" not callable' in message for message in METHODS.messages)
