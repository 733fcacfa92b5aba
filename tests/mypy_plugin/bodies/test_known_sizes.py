"""Sizes that are numbers decide branches, until the tensor is another one."""

import pytest

from tests.mypy_plugin.bodies.test_elsewhere import SETTINGS
from tests.mypy_plugin.checking import program
from tests.mypy_plugin.several_files import errors, written

F = """
def f(x: Any, flag: bool) -> Any:
    {before}
    return torch.zeros(1) if {asked} else torch.zeros(9)
def use(flag: bool) -> None:
    reveal_type(f(torch.zeros(2, 7), flag))
"""
KNOWN = [
    ("pass", "x.shape[1] > 5", "1"),
    ("pass", "x.shape[-1] > 7", "9"),
    ("n = x.size(1)", "n >= 7", "1"),
    ("b, n = x.shape", "b > n", "9"),
    ("b, n = x.size()", "n == 7", "1"),
    ("n = x.shape[1] // 2", "n > 3", "9"),
    ("y = x\n    x = torch.zeros(9)", "y.size(1) > 7", "9"),
]
OPEN = [
    ("x = x[0]", "x.shape[0] > 5"),
    ("x = torch.cat([x, x])", "x.shape[0] > 3"),
    ("if flag: x = torch.zeros(3, 9)", "x.shape[1] > 7"),
    ("while flag: x = x[:1]", "x.shape[0] > 1"),
]


def either(asked):
    return program(F.format(before=asked[0], asked=asked[1]))


DECIDED = [(either(one[:2]), one[2]) for one in KNOWN]
UNDECIDED = list(map(either, OPEN))


@pytest.mark.parametrize(("said", "size"), DECIDED)
def test_a_branch_that_sizes_decide(said, size):
    assert said.revealed == [f'Tensor[Float32, CPU, "{size}"]']


@pytest.mark.parametrize("said", UNDECIDED)
def test_a_tensor_that_is_another_one_by_then(said):
    assert "1" in said.revealed[0]
    assert "9" in said.revealed[0]


LIB = """
import torch

def picked(x):
    return torch.zeros(2, 1) if x.shape[1] > 5 else torch.zeros(2, 9)
"""
USE = """
import torch
from lib import picked

picked(torch.zeros(2, 7)) @ torch.zeros(9, 3)
"""
FILES = {"lib.py": LIB, "one.py": USE, "two.py": f"{USE}\ntorch.zeros(3).unsqueeze_(0)\n", "three.py": USE}


def test_a_file_that_reshapes_tensors_is_told_for_itself(tmp_path):
    folder = written(tmp_path, SETTINGS, FILES)
    assert errors(folder, "one.py", "two.py", "three.py") == ["one.py:5 [tensor-shape]", "three.py:5 [tensor-shape]"]
