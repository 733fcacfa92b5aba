"""The user's line, and the public function that was called there, whatever lies between the two."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
import torch
from torch.utils.data import default_collate

import dtensortypes
from dtensortypes.runtime.lineage.frames import _public, here

TORCH = Path(torch.__file__).parent
OURS = Path(dtensortypes.__file__).parent
STANDARD = Path(os.__file__).parent


def calls(file, name="call", module="anything"):
    """A function that calls what it is given, as if it stood in that file, in line 1."""
    scope = {"__name__": module}
    exec(compile(f"def {name}(inner): return inner()", str(file), "exec"), scope)  # noqa: S102 - a file that lies elsewhere
    return scope[name]


def at(line):
    return f"test_frames.py:{line}"


def line():
    return sys._getframe(1).f_lineno


def test_ones_own_line():
    assert here() == (at(line()), "")


@pytest.mark.parametrize(
    "file",
    [
        STANDARD / "contextlib.py",
        TORCH / "_ops.py",
        TORCH / "overrides.py",
        OURS / "runtime" / "judge.py",
        "<checked 3: train.forward>",
        "<frozen importlib._bootstrap>",
        "<eval_with_key>.9",
        "/home/me/.venv/lib/python3.11/site-packages/lightning/trainer.py",
        "/usr/lib/python3/dist-packages/numpy/_core.py",
    ],
)
def test_lines_that_are_not_the_users(file):
    call = calls(file)
    assert call(here) == (at(line()), "")
    assert call(lambda: call(here)) == (at(line()), "")


@pytest.mark.parametrize(
    ("file", "place"),
    [
        ("/home/me/project/train.py", "train.py:1"),
        ("data.py", "data.py:1"),
        ("/var/ipykernel_12/34.py", "34.py:1"),
        ("<stdin>", "<stdin>:1"),
        ("<ipython-input-1-0a>", "<ipython-input-1-0a>:1"),
    ],
)
def test_lines_that_are_the_users(file, place):
    assert calls(file)(here) == (place, "")
    assert calls(TORCH / "utils.py")(lambda: calls(file)(here)) == (place, "")


def test_what_torch_compiled_is_torchs_wherever_it_lies():
    inductor = calls("/var/torchinductor_me/ab/cab.py", module="torch._inductor.runtime.compile_tasks.cab")
    assert inductor(here) == (at(line()), "")


def test_of_a_program_that_is_all_installed_its_innermost_line():
    train, model = (calls(f"/usr/lib/python3/dist-packages/theirs/{name}.py") for name in ("train", "model"))
    step = partial(model, partial(calls(TORCH / "nn.py"), here))
    with ThreadPoolExecutor() as threads:
        assert threads.submit(train, step).result() == ("model.py:1", "")
        assert threads.submit(here).result() is None


@pytest.mark.parametrize(
    ("function", "module", "name"),
    [
        (torch.nn.Linear.forward, "torch.nn.modules.linear", "torch.nn.Linear.forward"),
        (torch.nn.Linear.__init__, "torch.nn.modules.linear", "torch.nn.Linear"),
        (torch.nn.Module.half, "torch.nn.modules.module", "torch.nn.Module.half"),
        (torch.nn.Module._apply, "torch.nn.modules.module", ""),
        (torch.load, "torch.serialization", "torch.load"),
        (default_collate, "torch.utils.data._utils.collate", "torch.utils.data.default_collate"),
        (torch._utils._rebuild_tensor, "torch._utils", ""),
        (torch.nn.Module.half, "torch.utils.data", ""),
        (torch.nn.Module.half, "not.loaded", ""),
        (lambda: None, "torch", ""),
    ],
)
def test_the_name_under_which_users_find_a_function(function, module, name):
    assert _public(function.__code__, module) == name
