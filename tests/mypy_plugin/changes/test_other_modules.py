"""A module that one branch changes is one of several afterwards, whatever a call may have put in its place."""

from tests.mypy_plugin.checking import program

BRANCHES = program("""
class Net:
    def __init__(self) -> None:
        self.layer = nn.Linear(4, 2)
    def begin(self, x: Any, flag: bool) -> None:
        self.layer = nn.Linear(4, 2)
        if flag:
            self.layer.to(torch.float64)
        reveal_type(self.layer.weight)
        reveal_type(self.layer(x))
begin = Net().begin
""")


def test_what_a_branch_has_cast_is_of_either_dtype():
    assert BRANCHES.revealed == ["Tensor", 'Any | Tensor[Float32, CPU, "... 2"]']


PUT_THERE = program("""
class Wide(nn.Linear):
    def forward(self, x: Any) -> Any:
        return super().forward(x).double()
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(3, 10)
        self.out = nn.Linear(3, 10)
    def forward(self, x: Any) -> Any:
        return self.fc(x)
    def last(self, x: Any) -> Any:
        return self.out(x)
def widen(net: Net) -> None:
    net.fc = Wide(3, 4)
    net.out = nn.Linear(3, 5)
def used(x: Tensor[Float32, CPU, "b 3"]) -> None:
    reveal_type(Net()(x))
    reveal_type(Net().last(x))
""")


def test_a_layer_is_not_called_where_anybody_puts_one_of_another_class():
    assert PUT_THERE.revealed == ["Any", 'Tensor[Float32, CPU, "b _"]']
