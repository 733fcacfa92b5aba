"""After the call of an object's own method its attributes are what that method certainly gives them."""

from tests.mypy_plugin.checking import PLAIN, program

NET = """
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.mask: Optional[torch.Tensor] = None
        self.table: Optional[torch.Tensor] = None
    def build(self, n: int, flag: bool) -> None:
        self.mask = torch.ones(n, 4, dtype=torch.float64)
        if flag:
            self.table = torch.zeros(3)
    def clear(self) -> None:
        self.mask = None
    def forward(self, flag: bool) -> None:
        self.build(3, flag)
        reveal_type(self.mask)
        reveal_type(self.table)
        self.clear()
        reveal_type(self.mask)
class Other(Net):
    def build(self, n: int, flag: bool) -> None:
        self.mask = torch.ones(n, 4)
"""
OVERRIDDEN, ALONE = program(NET), program(NET.partition("class Other")[0])
UNAIDED = program(NET.partition("class Other")[0], PLAIN)


def test_what_is_certainly_given():
    assert ALONE.revealed[0] == 'Tensor[Float64, CPU, "3 4"]'
    assert "Tensor" not in ALONE.revealed[1] or "None" in ALONE.revealed[1]


def test_another_class_may_give_something_else():
    assert OVERRIDDEN.revealed[0] != ALONE.revealed[0]


def test_a_file_without_our_types_hears_what_mypy_says():
    assert ALONE.revealed[0] == 'Tensor[Float64, CPU, "3 4"]'
    assert UNAIDED.revealed[0].endswith(" | None")
