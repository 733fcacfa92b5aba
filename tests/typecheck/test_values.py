"""The variables of some of the chapters hold what mypy reveals of them; `make values` asks about those of all."""

import pytest

from tests.typecheck.chapters import blocks, chapters
from tests.typecheck.values import disagreements, sampled, showing

SHARE = 3
CHAPTER = """# Chapter

```python
import torch

from dtensortypes import CPU, Float32, Float64, Tensor, checked
```

## Heading

```python
{}
```
"""


def test_values_are_of_the_types_that_mypy_reveals(tmp_path):
    count, found = disagreements(sampled((block for path in chapters() for block in blocks(path)), SHARE), tmp_path)
    assert not found, "\n".join(found)
    assert count > 2000


def of(tmp_path, *lines):
    path = tmp_path / "chapter.md"
    path.write_text(CHAPTER.format("\n".join(lines)))
    return list(blocks(path))


def test_a_value_of_another_type_is_found(tmp_path):
    every = of(
        tmp_path,
        "def run() -> None:",
        "    x = torch.zeros(3)",
        "    exec('torch.set_default' + '_dtype(torch.float64)')  # what nobody reads",
        "    y = torch.zeros(3)",
    )
    count, found = disagreements(every, tmp_path)
    assert count == 2
    assert len(found) == 1
    assert "Float32" in found[0]
    assert "torch.float64" in found[0]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("x = 1", "x = 1; reveal_type((x,))"),
        ("a, self.b = c = 1, 2  # both", "a, self.b = c = 1, 2; reveal_type((a, self.b, c,))  # both"),
        ("x += 1", "x += 1; reveal_type((x,))"),
        ("x: Tensor = y", "x: Tensor = y; reveal_type((x,))"),
        ("reveal_type(x := 1)", "reveal_type(x := 1)"),
        ("x[0] = 1", "x[0] = 1"),
    ],
)
def test_assignments_show_what_they_give(tmp_path, line, shown):
    (block,) = of(tmp_path, line)
    assert showing(block).source.splitlines()[block.own.start - 1] == shown
