"""Which files set torch's defaults, and which ones run after them, is read off the texts of the program's folder."""

import os
from pathlib import Path

import pytest
import torch

from dtensortypes.mypy_plugin.ground.defaults import defaults, forget, set_around
from tests.mypy_plugin.several_files import errors, written

SETS = "import torch\ntorch.set_default_dtype(torch.float64)\n"


def test_what_a_text_speaks_of(tmp_path):
    file = tmp_path / "m.py"
    told = {
        "torch.set_default_dtype(d)\nset_default_devices = 3": {"dtype"},
        "torch.set_default_tensor_type(t)": {"dtype", "device"},
        "torch.zeros(3)": frozenset(),
    }
    for at, (text, wanted) in enumerate(told.items()):
        file.write_text(text)
        os.utime(file, ns=(at, at))
        assert defaults("m", str(file)) == wanted
    assert defaults("m", str(tmp_path / "none.py")) == defaults("torch", torch.__file__) == frozenset()
    assert set_around("torch", torch.__file__) == frozenset()


FILES = {
    "main.py": f"{SETS}from model import Net\n",
    "model.py": "import pkg.layers\n",
    "pkg/__init__.py": "",
    "pkg/layers.py": "from . import (  # (both)\n    other, deep as it\n)\n",
    "pkg/deep.py": "",
    "start.py": "def start():\n    from placing import place\n    import torch, \\\n        placed\n",
    "placing.py": "def place():\n    torch.set_default_device('cuda')\n",
    "placed.py": "",
    "apart.py": "import torch\n",
    "broken.py": "import (",
}
FOUND = dict.fromkeys(("main", "model", "pkg", "pkg.layers", "pkg.deep"), frozenset({"dtype"}))
FOUND |= dict.fromkeys(("start", "placing", "placed"), frozenset({"device"}))


@pytest.mark.parametrize("name", FILES)
def test_what_runs_with_what_sets_a_default(name, tmp_path, monkeypatch):
    forget()
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    assert set_around(module, str(tmp_path / name)) == FOUND.get(module, frozenset())
    monkeypatch.chdir((tmp_path / name).parent)
    assert set_around(module, Path(name).name) == FOUND.get(module, frozenset()), "mypy is run in the package"


SETTINGS = """[mypy]
plugins = dtensortypes.mypy_plugin
allow_redefinition = true
local_partial_types = true
check_untyped_defs = true
"""
MODEL = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 2)
        self.mixed = torch.rand(2, 2)

    def forward(self, x):
        return self.linear(x) @ self.mixed

def fit(net):
    return net(torch.zeros(5, 3, dtype=torch.float64)) @ torch.zeros(2, 1)

def run():
    return fit(Net()).T @ torch.zeros(5, 1, dtype=torch.float64)
"""
USE = "from model import Net, run\nrun()\nNet().mixed @ torch.zeros(2, 1, dtype=torch.float64)\n"


def test_a_file_that_another_one_calls_with_other_defaults_is_not_refused(tmp_path):
    folder = written(tmp_path, SETTINGS, {"model.py": MODEL, "main.py": f"import torch\n{USE}"})
    refused = errors(folder, "main.py", "model.py")
    assert {"main.py:4 [tensor-dtype]", "model.py:15 [tensor-dtype]"} <= set(refused)
    (folder / "main.py").write_text(f"{SETS}{USE}")
    assert errors(folder, "main.py", "model.py") == [], "a cache knows the file from before"
    (folder / "main.py").write_text(f"{SETS}{USE}run() @ torch.zeros(3, 1)\n")
    assert errors(folder, "main.py", "model.py") == ["main.py:6 [tensor-shape]"], "shapes are known all the same"
    (folder / "main.py").write_text(f"import torch\n{USE}")
    assert errors(folder, "main.py", "model.py") == refused
