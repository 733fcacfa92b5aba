"""The shop window: lazy, complete, and the same names for type checkers as for programs."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import dtensortypes

SOURCE = ast.parse(Path(dtensortypes.__file__).read_text("utf-8"))


def test_every_name_is_there():
    assert [name for name in dtensortypes.__all__ if not hasattr(dtensortypes, name)] == []
    assert set(dtensortypes.__all__) <= set(dir(dtensortypes))


def test_type_checkers_see_the_same_names():
    (checking,) = (node for node in SOURCE.body if isinstance(node, ast.If))
    seen = [alias.name for node in ast.walk(checking) if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert sorted(seen) == sorted(dtensortypes.__all__)


def test_there_is_nothing_else():
    with pytest.raises(AttributeError, match="no attribute 'tensor'"):
        _ = dtensortypes.tensor


@pytest.mark.parametrize("used", ["", "dtensortypes.Tensor[dtensortypes.Float32, dtensortypes.CPU, 'b n']"])
def test_annotations_do_not_import_torch(used):
    program = f"import sys, dtensortypes\n{used}\nsys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
