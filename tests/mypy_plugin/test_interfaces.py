"""What mypy keeps to itself may be gone in its next version: the plugin says so once, and goes on with the rest."""

import os
import subprocess
import sys

import pytest

from dtensortypes.mypy_plugin.types.failures import LOUD
from tests.mypy_cache import warmed
from tests.mypy_plugin.checking import SETTINGS

WITHOUT = """
import re, sys
from importlib.machinery import SourceFileLoader
gone = sys.argv.pop(1)
whole = SourceFileLoader.get_code

def get_code(loader, name):
    if not name.startswith("dtensortypes.mypy_plugin."):
        return whole(loader, name)
    source = re.sub(rf"\\b{gone}\\b", gone + "_is_gone", loader.get_source(name))
    return compile(source, loader.path, "exec")

SourceFileLoader.get_code = get_code
from mypy.__main__ import console_entry
console_entry()
"""
"""Runs mypy with the plugin reading one of mypy's attributes under a name that it does not have."""
PROGRAM = """
import torch
from dtensortypes import CPU, Float32, Float64, Tensor

def helper(x):  # type: ignore[no-untyped-def]
    return x.double()

def use(x: Tensor[Float32, CPU, "b n"], w: Tensor[Float64, CPU, "n"], y: torch.Tensor) -> Tensor[Float32, CPU, "b n"]:
    x.matmul(w)
    x @ w
    if y.dtype == torch.float32:
        y.matmul(w)
    y.unsqueeze_(0)
    helper(x).matmul(torch.zeros(3))
    split = {"a": [x], "b": [x, x.half()]}
    split["a"][0]
    size: int = x.shape[0]
    return x.double()
"""
FOUND = {
    "torch": [9, 10],  # what torch would refuse
    "question": [12],  # what was asked of y
    "body": [14],  # what the helper gives
    "words": [18],  # mypy's own message about the return, in our words
}


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return warmed(tmp_path_factory.mktemp("gone") / "cache")


def said(gone, folder, cache):
    """What mypy says of the program, under our codes and under its own, and beside that."""
    (folder / "mypy.ini").write_text(SETTINGS)
    # A name of its own: mypy takes a file of one size and one second of change for the one in its cache.
    program = folder / f"without_{gone}.py"
    program.write_text(f"{PROGRAM}# {folder}")
    command = [sys.executable, "-c", WITHOUT, gone, f"--cache-dir={cache}", program.name]
    environment = {name: value for name, value in os.environ.items() if name != LOUD}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in {0, 1}, done.stdout + done.stderr
    errors = [line.split(":", 2) for line in done.stdout.splitlines() if ": error:" in line]
    ours = {int(number) for _, number, text in errors if "[tensor-" in text}
    return ours, {int(number) for _, number, _ in errors} - ours, done.stderr.splitlines()


@pytest.mark.parametrize(
    ("gone", "what", "lost"),
    [
        ("_watchers", "reword mypy's messages", {"words"}),
        ("_type_maps", "sizes and containers", set()),
        ("binder", "asked of variables", {"question"}),
        ("deferred_nodes", "look into functions", {"body"}),
        ("local_type_map", "look into functions", {"body"}),
        ("treetransform", "look into functions", {"body"}),
    ],
)
def test_the_rest_goes_on(gone, what, lost, tmp_path, cache):
    ours, _, beside = said(gone, tmp_path, cache)
    assert ours >= {line for name, lines in FOUND.items() if name not in lost for line in lines}
    assert [line for line in beside if line.startswith("dtensortypes: ")] == beside
    assert len(beside) == 1, sorted(ours)
    assert what in beside[0]


def test_nothing_is_said_where_all_is_there(tmp_path, cache):
    assert said("nothing", tmp_path, cache) == ({line for lines in FOUND.values() for line in lines}, set(), [])
