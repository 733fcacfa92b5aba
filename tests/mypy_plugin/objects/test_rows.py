"""Tuples in lists of objects."""

import pytest

from tests.mypy_plugin.checking import program

ROWS = {
    "self.rows.append((x, x.long(), 1))": 'list[tuple[Tensor[Float32, CPU, "3"], Tensor[Int64, CPU, "3"], int]]',
    "self.rows.append((x, 0.5))": 'list[tuple[Tensor[Float32, CPU, "3"], Any]]',
    "self.rows.append((x,)); self.rows.append((x.half(),))": 'list[tuple[Tensor[Float16 | Float32, CPU, "3"]]]',
    "self.rows.append((x, 1)); self.rows.append((x, x))": 'list[tuple[Tensor[Float32, CPU, "3"], Any]]',
    "self.rows.append((x, 1)); self.rows.append((x,))": "list[Any]",
    "self.rows.append((x, 1)); self.rows.append(x)": "list[Any]",
    "self.rows.append({'a': x}); self.rows.append({'a': x.half()})": "list[dict[Any, Any]]",
    "self.rows.append({'a': x}); self.rows.append({'b': x})": "list[Any]",
    "self.rows.append({'a': x}); self.rows.append(x)": "list[Any]",
    "self.rows.append(x)": 'list[Tensor[Float32, CPU, "3"]]',
    "self.rows.append(len(x)); self.rows.append(3)": "list[int]",
    "self.rows.append(x.requires_grad)": "list[bool]",
    "self.rows.append(3); self.rows.append(0.5)": "list[Any]",
    "self.rows.append(3); self.rows.append(x)": "list[Any]",
    "self.rows.append(3); self.rows[0] += 0.5": "list[Any]",
}
CLASS = """
# mypy: disable-error-code="var-annotated"
class Rows:
    def __init__(self) -> None:
        self.rows = []
    def add(self, x: Tensor[Float32, CPU, "3"]) -> None:
        {}
    def read(self) -> None:
        reveal_type(self.rows)
"""
PROGRAMS = [(program(CLASS.format(row)), found) for row, found in ROWS.items()]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_what_is_known_of_each_item(said, found):
    assert said.revealed == [found]
