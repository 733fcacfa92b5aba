"""The fingerprint changes with any rule, and with nothing else."""

import importlib
import shutil
from pathlib import Path

import pytest

from dtensortypes import mypy_plugin

module = importlib.import_module("dtensortypes.mypy_plugin.fingerprint")  # the package has a function of that name


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A copy of the package, which the fingerprint is taken of."""
    copy = shutil.copytree(Path(module.__file__).parents[1], tmp_path / "dtensortypes")
    monkeypatch.setattr(module, "__file__", str(copy / "mypy_plugin" / "fingerprint.py"))
    return copy


def test_a_copy_has_the_same_fingerprint_and_mypy_is_told(package):
    assert module.fingerprint() == mypy_plugin.__version__


@pytest.mark.parametrize("source", ["core/ops/matmul.py", "annotations/dtypes.py", "mypy_plugin/hints.py"])
def test_a_changed_rule_changes_it(package, source):
    (package / source).write_text("# changed")
    assert module.fingerprint() != mypy_plugin.__version__


def test_a_renamed_rule_changes_it(package):
    (package / "core/ops/matmul.py").rename(package / "core/ops/product.py")
    assert module.fingerprint() != mypy_plugin.__version__


def test_the_run_time_side_does_not(package):
    (package / "runtime/__init__.py").write_text("# changed")
    assert module.fingerprint() == mypy_plugin.__version__
