"""The parts of a module that are not what its class says, in files of their own and in others."""

from tests.mypy_plugin.checking import SETTINGS, program
from tests.mypy_plugin.several_files import errors, written

NETS = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.body = nn.Linear(8, width)
        self.fc = nn.Linear(width, 10)

    def forward(self, x):  # type: ignore[no-untyped-def]
        return self.fc(torch.relu(self.body(x)))
"""
USE = """
import torch
from torch import nn
from nets import Net

def late() -> None:
    model = Net(32).cuda()
    model.fc = nn.Linear(32, 2)
    model(torch.zeros(4, 8, device="cuda"))

def early() -> None:
    model = Net(32)
    model.fc = nn.Linear(32, 2)
    model.cuda()
    model(torch.zeros(4, 8, device="cuda"))

def part() -> None:
    model = Net()
    model.body.half()
    model(torch.zeros(4, 8))

def given(model: Net) -> None:
    model(torch.zeros(4, 8).half())
"""

HEADS = """
class Wide(nn.Linear):
    def forward(self, x: Any) -> Any:
        return super().forward(x).double()
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Linear(3, 16)
        self.fc = nn.Linear(16, 10)
    def forward(self, x: Any) -> Any:
        return self.fc(self.body(x))
def run(net: Any, x: Any) -> Any:
    return net(x)
def with_head(device: Any) -> Any:
    net = Net().to(device)
    net.fc = Wide(16, 4)
    return net
x = torch.zeros(2, 3)
"""
HANDED_ON = program(f"""{HEADS}
def given() -> None:
    net = Net()
    net.fc = Wide(16, 4)
    other = net
    reveal_type(run(net, x))
    reveal_type(other(x))
    reveal_type(nn.Sequential(net)(x))
    reveal_type(with_head("cpu")(x))
""")
AGAIN = program(f"""{HEADS}
def again(n: int) -> None:
    net = Net()
    net.fc = Wide(16, 4)
    reveal_type(net(x))
    for _ in range(n):
        net.fc = nn.Linear(16, 5)
    reveal_type(net(x))
def two() -> None:
    one, other = Net(), Net()
    one.fc = nn.Linear(16, 4)
    other.fc = nn.Linear(16, 5)
    reveal_type(one(x))
""")
BY_OTHER_NAMES = program(f"""{HEADS}
def same() -> None:
    net = Net()
    other = net
    net.fc = Wide(16, 4)
    other.fc = nn.Linear(16, 5)
    reveal_type(net(x))
def stale() -> None:
    net = Net()
    net.fc = Wide(16, 4)
    other = net
    net.fc = nn.Linear(16, 5)
    reveal_type(other(x))
def later() -> None:
    net = Net()
    def inner() -> Any:
        return net(x)
    net.fc = Wide(16, 4)
    net.fc = nn.Linear(16, 5)
    reveal_type(inner())
def each() -> None:
    net = Net()
    net.fc = Wide(16, 4)
    for one in [net]:
        one.fc = nn.Linear(16, 5)
    reveal_type(net(x))
""")


def test_what_is_put_into_a_module_goes_with_it():
    assert HANDED_ON.revealed == ['Tensor[Float64, CPU, "2 4"]'] * 4


def test_parts_are_those_put_there_last():
    either = 'Tensor[Float64, CPU, "2 4"] | Tensor[Float32, CPU, "2 5"]'
    assert AGAIN.revealed == ['Tensor[Float64, CPU, "2 4"]', either, 'Tensor[Float32, CPU, "2 4"]']


def test_nothing_is_known_of_parts_that_another_name_may_have_replaced():
    assert BY_OTHER_NAMES.revealed == ["Any"] * 4


def test_parts_of_a_module_of_another_file(tmp_path):
    folder = written(tmp_path, SETTINGS, {"nets.py": NETS, "main.py": USE})
    wanted = ["main.py:20 [tensor-dtype]", "main.py:9 [tensor-device]"]
    assert errors(folder, "main.py") == wanted
    (folder / "main.py").write_text(f"{USE}\n")  # a warm cache
    assert errors(folder, "main.py") == wanted
