"""The parts of a module that are not what its class says, in files of their own and in others."""

from tests.mypy_plugin.checking import SETTINGS
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


def test_parts_of_a_module_of_another_file(tmp_path):
    folder = written(tmp_path, SETTINGS, {"nets.py": NETS, "main.py": USE})
    wanted = ["main.py:20 [tensor-dtype]", "main.py:9 [tensor-device]"]
    assert errors(folder, "main.py") == wanted
    (folder / "main.py").write_text(f"{USE}\n")  # a warm cache
    assert errors(folder, "main.py") == wanted
