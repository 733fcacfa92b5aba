"""A module begins in training, and stays so where no file of the program switches one."""

import pytest

from tests.mypy_plugin.several_files import errors, written

SETTINGS = """[mypy]
plugins = dtensortypes.mypy_plugin
allow_redefinition = true
local_partial_types = true
check_untyped_defs = true
"""
NET = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self, rate=0.5):
        super().__init__()
        self.rate = rate

    def forward(self, x):
        if not self.training:
            return x
        return x @ torch.zeros(3, 3)

    def drop(self, x):
        if self.training and self.rate:
            x = x @ torch.zeros(3, 3)
        return x
"""
RUN = """
import torch
from net import Net

net = Net()
net.train()
net.drop(torch.zeros(2, 4))
net(torch.zeros(2, 4))
"""
FILES = {
    "net.py": NET,
    "run.py": RUN,
    "quiet.py": "import torch\nfrom net import Net\ndef sample(net: Net):\n    return net(torch.zeros(2, 4))\n",
    "beside.py": "from other import evaluated\nevaluated.eval()\n",
    "other.py": "from torch import nn\nevaluated = nn.Linear(2, 2)\n",
}


def test_a_body_goes_on_where_nothing_is_switched(tmp_path):
    folder = written(tmp_path, SETTINGS, FILES)
    at_calls = ["run.py:7 [tensor-shape]", "run.py:8 [tensor-shape]"]
    assert errors(folder, "run.py", "quiet.py", "beside.py") == at_calls


@pytest.mark.parametrize("text", ["net.eval()", "net.train(False)", "setattr(net, 'training', False)"])
def test_another_file_switches_one(tmp_path, text):
    folder = written(tmp_path, SETTINGS, {**FILES, "third.py": f"from run import net\n{text}\n"})
    assert errors(folder, "third.py", "run.py") == []


def test_installed_packages_may_switch_their_own(tmp_path):
    folder = written(tmp_path, SETTINGS, FILES)
    package = tmp_path / "site-packages" / "package"
    package.mkdir(parents=True)
    (package / "py.typed").write_text("")
    (package / "__init__.py").write_text("from torch import nn\nclass Pretrained(nn.Module): ...\n")
    (folder / "net.py").write_text(NET.replace("class Net(nn.Module)", "class Net(Pretrained)"))
    (folder / "net.py").write_text("from package import Pretrained\n" + (folder / "net.py").read_text())
    (folder / "mypy.ini").write_text(SETTINGS + f"mypy_path = {package.parent}\n")
    assert errors(folder, "run.py") == []


def test_a_package_that_may_be_given_the_module_switches_it(tmp_path):
    handed = RUN.replace("net = Net()", "import skorch  # type: ignore[import-not-found]\nnet = Net()")
    folder = written(tmp_path, SETTINGS, {**FILES, "run.py": handed})
    assert errors(folder, "run.py") == []
    drawn = handed.replace("skorch", "matplotlib")
    (folder / "run.py").write_text(drawn)
    assert errors(folder, "run.py") == ["run.py:8 [tensor-shape]", "run.py:9 [tensor-shape]"]
