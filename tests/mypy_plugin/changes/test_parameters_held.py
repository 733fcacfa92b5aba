"""What holds a parameter of a module is cast with it; what was made of one is not."""

from tests.mypy_plugin.checking import codes, program

DTYPES = ["torch.dtype[Float32]", "list[torch.dtype]", "torch.dtype[Float32]", "torch.dtype[Float16]", "torch.dtype"]
HELD = program("""
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(2, 3)

class Cast(Net):
    def cast(self) -> None:
        self.fc.half()

def held(net: Net, flag: bool) -> None:
    net.float()
    w, b = net.fc.weight, net.fc.bias
    chosen = net.fc.weight if flag else net.fc.bias
    first = next(net.parameters())
    every = list(net.parameters())
    some = [one for one in net.parameters()]
    twice = net.fc.weight * 2
    net.float()
    reveal_type(w.dtype)
    net.half()
    reveal_type([w.dtype, b.dtype, chosen.dtype, first.dtype, every[0].dtype, some[0].dtype])
    reveal_type(twice.dtype)
    w = net.fc.weight
    reveal_type(w.dtype)

def by_a_second_name(net: Net) -> None:
    net.float()
    w = net.fc.weight
    v = w
    net.half()
    reveal_type(v.dtype)

def by_its_own_method() -> None:
    net = Cast()
    w = net.fc.weight
    net.cast()
    torch.ones(1, 2).half() @ w.t()

def by_an_assignment() -> None:
    net = Net()
    w = net.fc.weight
    net = net.half()
    torch.ones(1, 2).half() @ w.t()
    torch.ones(1, 2) @ net.fc.weight.t()
""")


def test_what_is_a_parameter_changes_with_its_module():
    assert HELD.revealed == DTYPES
    assert codes(HELD.messages) == ["44 tensor-dtype"]
