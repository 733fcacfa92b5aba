"""Objects, and modules, that are given functions are told from those that are given others."""

from dtensortypes.mypy_plugin.objects import objects, told_apart
from dtensortypes.mypy_plugin.types.types_of import anything
from tests.mypy_plugin.checking import program, types

PROGRAM = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
def one(x):
    return x @ torch.zeros(3, 4)
def other(x):
    return x @ torch.zeros(5, 6)
class Rows:
    def __init__(self, change):
        self.change = change
    def get(self, x):
        return self.change(x)
class Net(nn.Module):
    def __init__(self, act):
        super().__init__()
        self.act = act
    def forward(self, x):
        return self.act(x)
class Several:
    def __init__(self, changes):
        self.changes = changes
    def get(self, x):
        return self.changes
def use(flag: bool, x: Tensor[Float32, CPU, "b 3"], y: Tensor[Float32, CPU, "b 5"]) -> None:
    reveal_type(Net(one)(x))
    reveal_type(Net(other)(y))
    reveal_type(Rows(one).get(x))
    reveal_type(Rows(other).get(y))
    net = Net(one) if flag else Net(other)
    rows = Rows(one) if flag else Rows(other)
    Net(other)(x)  # refused
    Several([one, other]).get(x)
    reveal_type(rows.get(y))
    reveal_type(net(torch.zeros(2, 9)))  # refused
""")


def test_which_function_it_is():
    tensor = "Tensor[Float32, CPU, {}]"
    known = [tensor.format(f'"b {size}"') for size in (4, 6, 4, 6)]
    assert PROGRAM.revealed == [*known, "Any", "Any"]
    assert PROGRAM.refused == PROGRAM.marked


def test_lists_that_hold_other_things_are_of_other_types():
    one, other = (
        told_apart.apart(
            objects.made(types(), types().instance("builtins.list", anything()), [types().literal(0), item])
        )
        for item in (types().literal(3), types().literal(4))
    )
    assert one != other


KINDS = program("""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
import numpy as np
class Buffer:
    def __init__(self, n, kind=np.float32, labels=np.int64):
        self.x = np.zeros((n, 3), dtype=kind)
        self.y = np.zeros(n, dtype=labels)
    def rows(self):
        return torch.from_numpy(self.x)
def zeros(kind=np.float64):
    return np.zeros(3, dtype=kind)
def main(given, flag: bool):
    reveal_type(Buffer(2).rows())
    wide = Buffer(2, np.float64, labels=np.int32)
    reveal_type(wide.rows())
    reveal_type(torch.from_numpy(wide.y))
    reveal_type(zeros())
    reveal_type(Buffer(2, given).rows())
    either = Buffer(2) if flag else Buffer(2, np.float64)
    reveal_type(either.rows())
""")


def test_classes_of_numpys_numbers():
    assert KINDS.revealed == [
        'Tensor[Float32, CPU, "2 3"]',
        'Tensor[Float64, CPU, "2 3"]',
        'Tensor[Int32, CPU, "2"]',
        "numpy.ndarray[tuple[Literal[3]], numpy.dtype[numpy.float64]]",
        "Tensor[Any, CPU]",
        "Tensor[Any, CPU]",
    ]
