"""The document of operations is the table's."""

import importlib.util
from pathlib import Path
from types import ModuleType

DOCS = Path(__file__).parents[2] / "docs"


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_operations_are_up_to_date() -> None:
    """Else run `make docs`."""
    assert (DOCS / "operations.md").read_text("utf-8") == generator().operations()


def test_a_line_is_told_in_its_words() -> None:
    lines = generator().operations().splitlines()
    names = "`matmul(self, other: Tensor)`, `__matmul__ linalg.matmul`"
    line = f"{names} | `matched_batches` | `strictly_colocated` | `contracted`"
    assert any(found.startswith(f"| {line} |") for found in lines)
    assert any(line.startswith("| `nn.ReLU(inplace=False)` | `nn.functional.relu(input)` |") for line in lines)
