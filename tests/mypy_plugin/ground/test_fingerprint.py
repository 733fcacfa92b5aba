"""The fingerprint changes with any rule, and with nothing else."""

import importlib
import shutil
from pathlib import Path

import pytest

from dtensortypes import mypy_plugin

# By its name: the package has a function of the same one.
module = importlib.import_module("dtensortypes.mypy_plugin.ground.fingerprint")


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A copy of the package, which the fingerprint is taken of from now on, and the fingerprint before."""
    before = module.fingerprint()
    copy = shutil.copytree(Path(module.__file__).parents[2], tmp_path / "dtensortypes")
    monkeypatch.setattr(module, "__file__", str(copy / "mypy_plugin" / "ground" / "fingerprint.py"))
    return copy, before


def test_a_copy_has_the_same_fingerprint(package):
    assert module.fingerprint() == package[1]


@pytest.mark.parametrize("source", ["core/ops/matmul.py", "annotations/dtypes.py", "mypy_plugin/answers/hints.py"])
def test_a_changed_rule_changes_it(package, source):
    (package[0] / source).write_text("# changed")
    assert module.fingerprint() != package[1]


def test_a_renamed_rule_changes_it(package):
    (package[0] / "core/ops/matmul.py").rename(package[0] / "core/ops/product.py")
    assert module.fingerprint() != package[1]


def test_the_run_time_side_does_not(package):
    (package[0] / "runtime/__init__.py").write_text("# changed")
    assert module.fingerprint() == package[1]


def test_mypy_is_told():
    assert mypy_plugin.__version__ == module.fingerprint()
