"""Bodies of other files are read for one call, as if they stood in this file, whatever mypy's cache knows of them."""

import shutil

import pytest

from tests.mypy_cache import rewrite
from tests.mypy_plugin.several_files import errors, written

SETTINGS = """[mypy]
plugins = dtensortypes.mypy_plugin
allow_redefinition = true
local_partial_types = true
check_untyped_defs = true
"""
FILES = {
    "layers.py": """
import torch

def block(x):
    return torch.relu(x)

def filled(n):
    return torch.zeros(n, 3)
""",
    "model.py": """
import numpy as np
import torch
import torch.nn as nn
from layers import block

class Config:
    def __init__(self, hidden=8):
        self.hidden = hidden

class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.fc1 = nn.Linear(4, config.hidden)
        self.fc2 = nn.Linear(8, 2)
        self.places = [np.arange(start, start + 2) for start in (config.hidden, 8)]
        self.joined = np.concatenate([np.arange(start, start + 2) for start in (config.hidden, 8)])

    def encode(self, x):
        return self.fc1(block(x))

    @torch.no_grad()
    def forward(self, x):
        return self.fc2(self.encode(x))
""",
    "data.py": """
import torch
from torch.utils.data import Dataset

class Pairs(Dataset):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return torch.zeros(4), torch.tensor(i)
""",
    "train.py": """
import layers
from torch.utils.data import DataLoader
from data import Pairs
from model import Config, Net

net = Net(Config(8))
for x, y in DataLoader(Pairs(10), batch_size=2):
    net(x)
layers.filled(2) @ layers.filled(2)
""",
}
ALWAYS = "train.py:10 [tensor-shape]"
CHANGES = {
    "an argument of a constructor": ("train.py", "Config(8)", "Config(9)", ["train.py:9 [tensor-shape]"]),
    "a layer": ("model.py", "nn.Linear(8, 2)", "nn.Linear(7, 2)", ["train.py:9 [tensor-shape]"]),
    "a function that the body calls": (
        "layers.py",
        "return torch.relu(x)",
        "return torch.relu(x)[:, 1:]",
        ["train.py:9 [tensor-shape]"],
    ),
    "an item of a data set": ("data.py", "zeros(4)", "zeros(5)", ["train.py:9 [tensor-shape]"]),
    "a layer that is replaced from here": (
        "train.py",
        "net = Net(Config(8))",
        "net = Net(Config(9)); net.fc2 = layers.torch.nn.Linear(9, 2)",
        [],
    ),
}


def mypy(folder):
    """The lines and codes of mypy's errors about tensors."""
    return [one for one in errors(folder, "train.py") if "[tensor-" in one]


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """The program, with a cache that knows it: that of torch alone knew no file of it."""
    folder = written(tmp_path_factory.mktemp("elsewhere"), SETTINGS, FILES)
    assert mypy(folder) == [ALWAYS]
    return folder


def hears(said, folder, known, change, *, target, always):
    """Mypy says of the known program with the change what that is to say, at once and with a warm cache."""
    name, old, new, expected = change
    shutil.copytree(known, folder)
    text = (folder / name).read_text()
    assert old in text
    rewrite(folder / name, text.replace(old, new))
    expected = sorted([always, *expected])
    assert said(folder) == expected, "the cache knows the program as it was before"
    with (folder / target).open("a") as file:
        file.write("# changed\n")
    assert said(folder) == expected, "the other files come from the cache"


@pytest.mark.parametrize("change", CHANGES)
def test_what_another_file_says_is_heard_with_a_warm_cache(change, known, tmp_path):
    hears(mypy, tmp_path / "program", known, CHANGES[change], target="train.py", always=ALWAYS)


INSIDE = {
    "deeper.py": "import torch\ndef made(n):\n    return torch.zeros(n, 3)\n",
    "helper.py": "import deeper\ndef made(n):\n    return deeper.made(n)\n",
    "round.py": "import helper\nimport about\ndef made(n):\n    return helper.made(n)\n",
    "about.py": "import round\ndef made(n):\n    return round.made(n)\n",
    "train.py": "import torch\nimport about\ndef main():\n    return about.made(2) @ torch.zeros(3, 1)\n",
}


def test_what_a_function_reads_of_files_that_others_import_is_heard_with_a_warm_cache(tmp_path):
    folder = written(tmp_path, SETTINGS, INSIDE)
    assert mypy(folder) == []
    rewrite(folder / "deeper.py", INSIDE["deeper.py"].replace("3)", "3).double()"))
    assert mypy(folder) == ["train.py:4 [tensor-dtype]"]
    rewrite(folder / "deeper.py", INSIDE["deeper.py"])
    assert mypy(folder) == []


UNDER_AUTOCAST = {
    "first.py": """
import torch
from dtensortypes import checked

@checked
def first(x: torch.Tensor) -> None:
    print(x + torch.ones(3))
""",
    "helper.py": """
import torch

@torch.autocast("cpu", dtype=torch.bfloat16)
def squared(x):
    return x @ x.mT
""",
    "train.py": """
import torch
from helper import squared

half = torch.ones(3, 3, dtype=torch.float16)
squared(half) @ half
""",
}


@pytest.mark.parametrize("targets", [["train.py"], ["first.py", "train.py"]])
def test_a_function_of_another_file_is_run_in_the_region_that_it_is_decorated_with(targets, tmp_path):
    folder = written(tmp_path, SETTINGS, UNDER_AUTOCAST)
    assert errors(folder, *targets) == ["train.py:6 [tensor-dtype]"]
    (folder / "train.py").write_text(UNDER_AUTOCAST["train.py"] + "# changed\n")
    assert errors(folder, *targets) == ["train.py:6 [tensor-dtype]"], "the helper comes from the cache"


def test_a_file_that_sets_a_default_leaves_the_shapes_known_of_what_bodies_make(known, tmp_path):
    folder = tmp_path / "program"
    shutil.copytree(known, folder)
    setting = "import torch\ntorch.set_default_dtype(torch.float64)\n"
    rewrite(folder / "model.py", FILES["model.py"].replace("import torch\n", setting, 1))
    assert mypy(folder) == [ALWAYS]


def test_a_cache_may_be_taken_along_to_another_folder(tmp_path):
    (tmp_path / "left").mkdir()
    assert mypy(written(tmp_path / "left", SETTINGS, FILES)) == [ALWAYS]
    folder = (tmp_path / "left").rename(tmp_path / "program")
    rewrite(folder / "train.py", FILES["train.py"].replace("Config(8)", "Config(9)"))
    assert mypy(folder) == sorted([ALWAYS, "train.py:9 [tensor-shape]"])


def test_files_of_which_nothing_is_to_be_said_are_looked_into(tmp_path):
    folder = written(tmp_path, f"{SETTINGS}follow_imports = silent\n", FILES)
    rewrite(folder / "train.py", FILES["train.py"].replace("Config(8)", "Config(9)"))
    expected = sorted([ALWAYS, "train.py:9 [tensor-shape]"])
    assert mypy(folder) == expected, "no file is known yet"
    with (folder / "train.py").open("a") as file:
        file.write("# changed\n")
    assert mypy(folder) == expected, "the other files come from the cache"


ON_DEVICES = {
    "parts.py": """
import torch
from torch import nn

class Code(nn.Module):
    def __init__(self):
        super().__init__()
        self.drawn = torch.randn(4, 2)
    def forward(self, v):
        return v @ self.drawn.T
""",
    "on_cuda.py": """
import torch
from parts import Code
with torch.device("cuda"):
    code = Code()
code(torch.rand(3, 2, device="cuda"))
""",
    "on_cpu.py": """
import torch
from parts import Code
Code()(torch.rand(3, 2, device="cuda"))
""",
}


def test_what_another_file_makes_is_where_this_one_says(tmp_path):
    folder = written(tmp_path, SETTINGS, ON_DEVICES)
    assert errors(folder, "on_cuda.py", "on_cpu.py") == ["on_cpu.py:4 [tensor-device]"]


CONFIGURED = {
    "settings.py": """
from dataclasses import dataclass, field

@dataclass
class Model:
    name: str = "plain"
    width: int = 8

@dataclass
class Settings:
    model: Model = field(default_factory=Model)
    batch: int = 4
    amp: bool = False
""",
    "models.py": """
from torch import nn

class Plain(nn.Module):
    def __init__(self, width, hidden=None):
        super().__init__()
        hidden = hidden or 2 * width
        self.first = nn.Linear(width, hidden)
        self.last = nn.Linear(hidden, 2)

    def forward(self, x):
        return self.last(self.first(x))

class Wide(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.only = nn.Linear(3 * width, 2)

    def forward(self, x):
        return self.only(x)

def build(model):
    if model.name == "plain":
        return Plain(model.width)
    return Wide(model.width)
""",
    "batches.py": """
import torch
from torch.utils.data import DataLoader, TensorDataset

def loaders(settings):
    data = TensorDataset(torch.zeros(16, 8), torch.zeros(16, dtype=torch.long))
    return DataLoader(data, settings.batch), DataLoader(data, 1)
""",
    "engine.py": """
import torch
from torch import nn
from batches import loaders
from models import build
from settings import Settings

class Trainer:
    def __init__(self, settings: Settings):
        self.settings = settings
        self.model = build(settings.model)
        self.batches, self.held_out = loaders(settings)
        self.loss = nn.CrossEntropyLoss()

    def train(self):
        for x, y in self.batches:
            with torch.autocast("cpu", enabled=self.settings.amp):
                loss = self.loss(self.model(x), y)
            loss.backward()

def lowered(x, weight):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return x @ weight
""",
    "run.py": """
import torch
from engine import Trainer, lowered
from settings import Model, Settings

Trainer(Settings()).train()
Trainer(Settings(model=Model(width=8))).train()
lowered(torch.zeros(2, 3), torch.zeros(3, 4)) @ torch.zeros(4, 1)
""",
}
IN_HALF = "run.py:8 [tensor-dtype]"
SET_OTHERWISE = {
    "a default": ("settings.py", "width: int = 8", "width: int = 7", ["run.py:6 [tensor-shape]"]),
    "the default that decides": (
        "settings.py",
        '"plain"',
        '"wide"',
        ["run.py:6 [tensor-shape]", "run.py:7 [tensor-shape]"],
    ),
    "a setting": ("run.py", "Model(width=8)", "Model(width=9)", ["run.py:7 [tensor-shape]"]),
    "what stands in for None": (
        "models.py",
        "nn.Linear(hidden, 2)",
        "nn.Linear(width, 2)",
        ["run.py:6 [tensor-shape]", "run.py:7 [tensor-shape]"],
    ),
    "the data": (
        "batches.py",
        "dtype=torch.long",
        "dtype=torch.int32",
        ["engine.py:18 [tensor-dtype]"],
    ),
}


@pytest.fixture(scope="module")
def configured(tmp_path_factory):
    folder = written(tmp_path_factory.mktemp("configured"), SETTINGS, CONFIGURED)
    assert errors(folder, "run.py") == [IN_HALF]
    return folder


@pytest.mark.parametrize("change", SET_OTHERWISE)
def test_a_program_is_followed_from_its_settings_on(change, configured, tmp_path):
    change = SET_OTHERWISE[change]

    def said(folder):
        return errors(folder, "run.py")

    hears(said, tmp_path / "program", configured, change, target="run.py", always=IN_HALF)
