"""The modules of an `nn.Sequential` are called in turn, the program's own among them."""

from tests.mypy_plugin.checking import program
from tests.mypy_plugin.several_files import errors, written

BLOCKS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Block(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.conv = nn.Conv2d(i, o, 3, padding=1)
    def forward(self, x):
        return self.conv(x).relu()
def use(x: Tensor[Float32, CPU, "b 3 8 8"]) -> None:
    net = nn.Sequential(Block(3, 4), nn.Flatten(), nn.Linear(4 * 64, 10))
    reveal_type(net(x))
    reveal_type(net.double()(x.double()))
    nn.Sequential(Block(3, 4), nn.MaxPool2d(2), Block(5, 6))(x)
    nn.Sequential(Block(3, 4), nn.MaxPool2d(2), nn.Conv2d(5, 6, 1))(x)
    net.half()(x)
""")


def test_own_modules_are_called_in_turn():
    assert BLOCKS.revealed == ['Tensor[Float32, CPU, "b 10"]', 'Tensor[Float64, CPU, "b 10"]']


def test_what_does_not_fit_is_said_of_the_call_where_others_suit_the_body():
    said = [message for message in BLOCKS.messages if "error: " in message]
    assert [message.partition("error: ")[2].partition(" (")[0] for message in said] == [
        "the weight takes 5 channels, and shape",
        "the weight takes 5 channels, and shape",
        '"Conv2d" needs all tensors in one dtype: float32 and float16',
    ]


OPEN = program("""
class Flat(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.flatten(1)
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(1, 4, 3), Flat())
    def forward(self, x):  # type: ignore[no-untyped-def]
        return self.net(x)
def use(n: int) -> None:
    Net()(torch.zeros(n, n, 8, 8))
""")


def test_a_size_that_is_not_known_may_be_one():
    assert OPEN.refused == []


NETS = """
from torch import nn

class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.conv1 = nn.Conv2d(n, n, 1)
        self.conv2 = nn.Conv2d(n, n, 1)

    def forward(self, x):
        return self.conv2(self.conv1(x))

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(3, 4, 1), Block(4))

    def forward(self, x):
        return self.layers(x)
"""
MAIN = """
import torch
from nets import Net

net = Net().cuda()
x = torch.zeros(2, 3, 8, 8).cuda()

with torch.autocast("cuda"):
    net(x)
net(x.double())
"""
SETTINGS = """\
[mypy]
plugins = dtensortypes.mypy_plugin
allow_redefinition = true
local_partial_types = true
check_untyped_defs = true
"""


def test_modules_of_another_file_are_called_in_the_state_of_the_call(tmp_path):
    project = written(tmp_path, SETTINGS, {"nets.py": NETS, "main.py": MAIN})
    assert errors(project, "main.py") == ["main.py:10 [tensor-dtype]"]
