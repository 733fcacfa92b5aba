"""A program of several files: a bug between two of them is found, and found again with whatever mypy's cache knows."""

import shutil

import pytest

from tests.mypy_cache import rewrite
from tests.mypy_plugin.checking import SETTINGS
from tests.mypy_plugin.several_files import errors, written

FILES = {
    "config.py": """
import torch

WIDTH = 12
WHERE = "cpu"
LOWER = torch.float32
""",
    "layers.py": """
import torch
from torch import nn

from dtensortypes import CPU, Float32, Float64, Tensor

class Base(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.scale = torch.ones(1)
        self.register_buffer("shift", torch.zeros(64))
    def scaled(self, x: Tensor[Float32, CPU, "b 64"]) -> Tensor[Float32, CPU, "b 64"]:
        return x * self.scale
    def lower(self) -> None:
        pass

class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.up = nn.Linear(64, 64)
    def forward(self, x: Tensor[Float32, CPU, "b 64"]) -> Tensor[Float32, CPU, "b 64"]:
        return x + self.up(x)
""",
    "model.py": """
from torch import nn

from config import WIDTH
from dtensortypes import CPU, Float32, Tensor
from layers import Base, Block

class Head(Base):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(64, 10)
    def forward(self, x: Tensor[Float32, CPU, "b 64"]) -> Tensor[Float32, CPU, "b 10"]:
        x = x + self.shift
        return self.fc(super().scaled(x))

class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inp = nn.Linear(WIDTH, 64)
        self.block = Block()
        self.head = Head()
    def forward(self, x: Tensor[Float32, CPU, "b 12"]) -> Tensor[Float32, CPU, "b 10"]:
        return self.head(self.block(self.inp(x)))

def prepare(net: Net) -> None:
    net.eval()
""",
    "data.py": """
import torch
from torch.utils.data import Dataset

from dtensortypes import CPU, Float32, Int64, Tensor

MEAN = torch.zeros(12)

class Points(Dataset[tuple[Tensor[Float32, CPU, "12"], Tensor[Int64, CPU, ""]]]):
    def __init__(self) -> None:
        self.points = torch.randn(10, 12)
        self.labels = torch.randint(0, 10, (10,))
    def __getitem__(self, i: int) -> tuple[Tensor[Float32, CPU, "12"], Tensor[Int64, CPU, ""]]:
        return self.points[i], self.labels[i]
""",
    "losses.py": """
import torch

class Smooth:
    def __init__(self) -> None:
        self.margin = torch.ones(10)
        self.seen = [torch.zeros(10)]
    def lower(self) -> None:
        pass
""",
    "train.py": """
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader

from config import LOWER, WHERE, WIDTH
from data import MEAN, Points
from losses import Smooth
from model import Net, prepare

def train(net: Net, smooth: Smooth) -> None:
    for points, labels in DataLoader(Points(), batch_size=4):
        logits = net((points - MEAN).to(WHERE))
        F.cross_entropy(logits - smooth.margin, labels)
        torch.dot(logits[0].to(LOWER), smooth.margin)
        torch.dot(smooth.margin, smooth.seen[0])
        net.inp(torch.zeros(4, WIDTH))
        torch.dot(net.head.scale, torch.ones(1))

def late(net: Net, smooth: Smooth) -> None:
    prepare(net)
    net.inp(torch.zeros(4, 12))
    smooth.lower()
    torch.dot(smooth.margin, torch.zeros(10))
""",
}
BUGS = {
    "a size in another file": (
        "config.py",
        "WIDTH = 12",
        "WIDTH = 13",
        ["model.py:23 [tensor-shape]", "train.py:22 [tensor-shape]"],
    ),
    "a device in another file": ("config.py", '"cpu"', '"cuda"', ["train.py:13 [tensor-device]"]),
    "a dtype in another file": ("config.py", "float32", "int64", ["train.py:15 [tensor-dtype]"]),
    "an attribute of a base": (
        "layers.py",
        "ones(1)",
        "ones(3)",
        ["layers.py:13 [tensor-shape]", "train.py:18 [tensor-shape]"],
    ),
    "a dtype of a base's attribute": (
        "layers.py",
        "self.scale = torch.ones(1)\n",
        "self.scale = torch.ones(1, dtype=torch.float64)\n",
        ["layers.py:13 [tensor-dtype]", "train.py:18 [tensor-dtype]"],
    ),
    "a buffer of a base": ("layers.py", "zeros(64)", "zeros(65)", ["model.py:13 [tensor-shape]"]),
    "what a method of the base gives": (
        "layers.py",
        '-> Tensor[Float32, CPU, "b 64"]:\n        return x * self.scale',
        '-> Tensor[Float64, CPU, "b 64"]:\n        return (x * self.scale).double()',
        ["model.py:14 [tensor-dtype]"],
    ),
    "a layer inside of a layer": (
        "layers.py",
        "nn.Linear(64, 64)",
        "nn.Linear(32, 64)",
        ["layers.py:22 [tensor-shape]"],
    ),
    "a global tensor": ("data.py", "zeros(12)", "zeros(11)", ["train.py:13 [tensor-shape]"]),
    "the items of a dataset": (
        "data.py",
        "self.labels = torch.randint(0, 10, (10,))",
        "self.labels = torch.randn(10)",
        ["data.py:14 [tensor-dtype]"],
    ),
    "an attribute of a plain class": (
        "losses.py",
        "ones(10)",
        "ones(9)",
        [
            "train.py:14 [tensor-shape]",
            "train.py:15 [tensor-shape]",
            "train.py:16 [tensor-shape]",
            "train.py:24 [tensor-shape]",
        ],
    ),
    "a list of another file's class": (
        "losses.py",
        "[torch.zeros(10)]",
        "[torch.zeros(9)]",
        ["train.py:16 [tensor-shape]"],
    ),
}
"""What is changed in a file, and what is found then."""
SILENT = {
    "the attribute is given another value by a method": (
        "losses.py",
        "        pass",
        "        self.margin = self.margin.double()",
    ),
    "the list is filled by a method": ("losses.py", "        pass", "        self.seen.append(torch.zeros(9))"),
    "the module is replaced by a function": ("model.py", "net.eval()", "net.inp = nn.Linear(13, 64)"),
    "the constant is given twice": ("config.py", "WIDTH = 12", "WIDTH = 12\nWIDTH = 13"),
}
USED = {
    "the attribute is given another value by a method": ("torch.zeros(10))", "torch.zeros(10).double())"),
    "the list is filled by a method": ("smooth.seen[0]", "torch.cat([smooth.seen[-1], torch.zeros(1)])"),
    "the module is replaced by a function": ("    net.inp(torch.zeros(4, 12))", "    net.inp(torch.zeros(4, 13))"),
    "the constant is given twice": ("    net.inp(torch.zeros(4, 12))", "    torch.zeros(WIDTH) + torch.zeros(13)"),
}
"""What may be done in train.py then."""


def mypy(folder):
    """The lines and codes of mypy's errors."""
    return errors(folder, *FILES)


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """The program, with a cache that knows it, and another one that knows what it imports."""
    folder = written(tmp_path_factory.mktemp("files"), SETTINGS, FILES)
    assert mypy(folder) == []
    return folder


@pytest.fixture
def copied(known, tmp_path):
    folder = tmp_path / "program"
    shutil.copytree(known, folder)
    return folder


def change(folder, name, old, new):
    text = (folder / name).read_text()
    assert old in text
    rewrite(folder / name, text.replace(old, new))


def touch(folder, name):
    """Give mypy a reason to look at the file again."""
    with (folder / name).open("a") as file:
        file.write("# changed\n")


def forget(folder):
    """Let mypy's cache know no file of the program."""
    shutil.rmtree(folder / "cache")
    shutil.copytree(folder / "cold", folder / "cache")


@pytest.mark.parametrize("bug", BUGS)
def test_a_bug_in_another_file_is_found_cold_and_warm(bug, copied):
    name, old, new, expected = BUGS[bug]
    change(copied, name, old, new)
    assert mypy(copied) == expected, "the cache knows the program as it was before"
    for each in {name, *(place.partition(":")[0] for place in expected)}:
        touch(copied, each)
        assert mypy(copied) == expected, f"{each} is looked at again, the others come from the cache"
    forget(copied)
    assert mypy(copied) == expected, "the cache knows nothing of the program"
    rewrite(copied / name, FILES[name])
    assert mypy(copied) == [], "the bug is mended"


@pytest.mark.parametrize("reason", SILENT)
def test_what_another_file_may_have_changed_is_unknown(reason, copied):
    change(copied, *SILENT[reason])
    change(copied, "train.py", *USED[reason])
    assert mypy(copied) == []
    touch(copied, "train.py")
    assert mypy(copied) == [], "the other files come from the cache"
    forget(copied)
    assert mypy(copied) == [], "the cache knows nothing of the program"
