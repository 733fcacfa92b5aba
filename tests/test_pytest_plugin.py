"""`--dtensortypes-trace` and `--dtensortypes-audit`, in a pytest of its own."""

import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
TESTS = """\
import pytest
import torch
from dtensortypes import Float32, Tensor, checked

WEIGHTS = torch.zeros(3, dtype=torch.float64)

@pytest.fixture
def x():
    return torch.zeros(3).half()

@checked
def forward(x: Tensor[Float32]) -> None: ...

def test_module(): forward(WEIGHTS)
def test_fixture(x): forward(x)
def test_own(): forward(torch.ones(3).double())
"""


def pytest_in(folder, *options):
    run = [sys.executable, "-m", "pytest", "-p", "dtensortypes.pytest_plugin", "-p", "no:cacheprovider", *options]
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(run, cwd=folder, env=env, capture_output=True, text=True, check=False).stdout


def test_every_test_is_traced_and_what_it_is_made_of(tmp_path):
    (tmp_path / "test_model.py").write_text(TESTS, "utf-8")
    said = pytest_in(tmp_path, "--dtensortypes-trace")
    assert "dtensortypes: recording where tensors get their dtype and device" in said
    for origin in (
        "float64 since test_model.py:5, torch.zeros",
        "float16 since test_model.py:9, torch.Tensor.half",
        "float64 since test_model.py:16, torch.Tensor.double",
    ):
        assert re.search(f"^E +{re.escape(origin)}$", said, re.MULTILINE)


def test_without_the_option_nothing_is(tmp_path):
    (tmp_path / "test_model.py").write_text(TESTS, "utf-8")
    said = pytest_in(tmp_path)
    assert "3 failed" in said
    assert " since " not in said
    assert "recording" not in said


def test_every_test_is_audited_and_what_it_is_made_of(tmp_path):
    (tmp_path / "test_model.py").write_text(TESTS, "utf-8")
    said = pytest_in(tmp_path, "--dtensortypes-audit")
    assert "dtensortypes: laying the table of operations beside what torch does" in said
    assert re.search(r"=== dtensortypes audit ===.*\d operations, \d+ calls: .* 0 disagreements", said, re.DOTALL)
    for operation, calls in (("zeros", 2), ("Tensor.half", 1), ("Tensor.double", 1)):
        assert re.search(rf"^torch\.{operation} +{calls} +{calls} +0 +0$", said, re.MULTILINE)
    assert "dtensortypes audit" not in pytest_in(tmp_path)


def test_an_audit_in_several_processes_is_refused(tmp_path):
    (tmp_path / "test_model.py").write_text(TESTS, "utf-8")
    several = pytest_in(tmp_path, "-p", "xdist.plugin", "-n", "2", "--dtensortypes-audit")
    one = pytest_in(tmp_path, "-p", "xdist.plugin", "-n", "0", "--dtensortypes-audit")
    assert "3 failed" not in several
    assert "3 failed" in one


def test_projects_that_do_not_use_torch_do_not_pay_for_it(tmp_path):
    (tmp_path / "test_plain.py").write_text("import sys\ndef test(): assert 'torch' not in sys.modules\n", "utf-8")
    assert "1 passed" in pytest_in(tmp_path)


def test_pytest_finds_it():
    entry = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["entry-points"]["pytest11"]
    assert hasattr(import_module(entry["dtensortypes"]), "pytest_addoption")
