"""However mypy is run, its answers are the same; after a rule has changed, they are the new ones."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mypy_cache import environment, warmed
from tests.mypy_plugin.checking import SETTINGS

SOURCE = Path(__file__).parents[2] / "src"
LAYERS = """
import torch
from torch import nn

from dtensortypes import CPU, Float16, Float32, Tensor, checked

LOWER = torch.float16

class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.dtype = LOWER
        self.fc = nn.Linear(4, 2)
        self.bias: Tensor[Float32, CPU, "2"] = torch.ones(2)

    @checked
    def forward(self, x: Tensor[Float32, CPU, "b 4"]) -> Tensor[Float32, CPU, "b 2"]:
        return self.fc(x) + self.bias

class Tower(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 2)])
        self.cuda()

    def forward(self, x):  # type: ignore[no-untyped-def]
        return self.layers[0](x)

def lower(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float16, CPU, "n"]:
    return x

def summed(x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float32, CPU, "b"]:
    return x.sum(dim=1)
"""
MAIN = """
import torch

from layers import LOWER, Net, Tower, summed

net, x = Net(), torch.zeros(3, 4)
reveal_type(net.fc(x))
reveal_type(net(x))
reveal_type(net.bias)
reveal_type(x.to(net.dtype))
reveal_type(x.to(LOWER))
reveal_type(summed(x))
reveal_type(x.bool().sum())
net(x.double())
summed(x[0])
net.half()
net.fc(x)
x.half()
reveal_type(Tower().layers[0](x.cuda()))
Tower()(x.cuda())
"""
FOUND = {
    "layers.py:30: return value of lower is float32, declared Float16": "tensor-dtype",
    "main.py:7: Tensor[Float32, CPU, 3 2]": "",
    "main.py:8: Tensor[Float32, CPU, 3 2]": "",
    "main.py:9: Tensor[Float32, CPU, 2]": "",
    "main.py:10: Tensor[Float16, CPU, 3 4]": "",
    "main.py:11: Tensor[Float16, CPU, 3 4]": "",
    "main.py:12: Tensor[Float32, CPU, 3]": "",
    "main.py:13: Tensor[Int64, CPU, ]": "",
    "main.py:14: is float64, declared Float32": "tensor-dtype",
    "main.py:15: has shape (4,), declared b n": "tensor-shape",
    "main.py:17: float32": "tensor-dtype",
    "main.py:18: half": "tensor-discarded",
    "main.py:19: Tensor[Float32, CUDA, 3 2]": "",
}
FILES = ("layers.py", "main.py")
MESSAGE = re.compile(r"\w+\.py:\d+: (error|note): .*")


class Project:
    """Two modules on disk, a copy of the package, and ways to have the modules checked by the plugin in the copy."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "package" / "dtensortypes"
        shutil.copytree(SOURCE / "dtensortypes", self.package, ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "mypy.ini").write_text(SETTINGS)
        warmed(folder / ".mypy_cache")  # which knows torch, and neither the modules nor this copy
        (folder / "layers.py").write_text(LAYERS)
        (folder / "main.py").write_text(MAIN)

    def change(self, *names):
        """Give mypy a reason to look at these files again."""
        for name in names:
            with (self.folder / name).open("a") as file:
                file.write("# changed\n")

    def change_rule(self, name, old, new):
        path = self.package / name
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    def mypy(self, *options):
        return self.answers("mypy", *options, *FILES)

    def dmypy(self, *options):
        return self.answers("mypy.dmypy", "--status-file", "daemon.json", *options)

    def answers(self, module, *options):
        command, own = [sys.executable, "-m", module, *options], environment(str(self.package.parent))
        done = subprocess.run(command, cwd=self.folder, env=own, capture_output=True, text=True, check=False)
        assert done.returncode in {0, 1}, done.stdout + done.stderr
        return sorted(line for line in done.stdout.splitlines() if MESSAGE.fullmatch(line))


@pytest.fixture
def project(tmp_path):
    made = Project(tmp_path)
    yield made
    if (tmp_path / "daemon.json").exists():
        made.dmypy("stop")


def is_said(answers, expected, code):
    place, words = expected.split(": ", 1)
    plain = [line.replace('"', "") for line in answers]
    return any(
        line.startswith(f"{place}:") and words in line and line.endswith(f"[{code}]" * bool(code)) for line in plain
    )


def test_the_answers_are_the_same_however_mypy_is_run_until_a_rule_changes(project):
    cold = project.mypy()
    assert [expected for expected, code in FOUND.items() if not is_said(cold, expected, code)] == []
    assert sum(": error: " in line for line in cold) == sum(map(bool, FOUND.values()))

    assert project.mypy() == cold, "nothing has changed"
    project.change("main.py")
    assert project.mypy() == cold, "what main.py needs of layers.py comes from the cache"
    project.change("layers.py", "main.py")
    assert project.mypy("-n", "2") == cold, "two workers"

    assert project.dmypy("run", "--", *FILES) == cold, "a daemon"
    project.change("main.py")
    assert project.dmypy("run", "--", *FILES) == cold, "a daemon that has checked layers.py before"

    project.change_rule("core/ops/casts.py", 'Tensor.double(self, memory_format=None)", dtype=always(FLOAT64)',
                        'Tensor.double(self, memory_format=None)", dtype=always(INT64)')  # fmt: skip
    changed = project.mypy()
    assert is_said(changed, "main.py:14: is int64, declared Float32", "tensor-dtype")
    assert len(changed) == len(cold)
