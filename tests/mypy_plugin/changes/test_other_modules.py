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
