"""Dicts in the lists and dicts of objects: under which keys a file stores there, and whom it gives them."""

import pytest

from tests.mypy_plugin.checking import program

KEPT = """
import json
class Kept:
    out: Any
    log: Any
    def __init__(self) -> None:
        self.rows: List[Dict[str, torch.Tensor]] = []
        self.state: Dict[str, Dict[str, torch.Tensor]] = {}
    def put(self, x: Tensor[Float32, CPU, "n"]) -> None:
        self.rows.append({"x": x, "y": x})
        self.state["a"] = {"x": x}
        self.total = torch.zeros(3)
        self.total += x.sum()
        self.total[0] = 1
    def change(self, x: Tensor[Float32, CPU, "n"]) -> None:
        CHANGE
    def read(self, h: Tensor[Float16, CPU, "n"]) -> None:
        nn.Linear(4, 4).half()(self.rows[0]["x"])  # refused
        nn.Linear(4, 4).half()(self.state["a"]["x"])  # refused
def store(row: Dict[str, torch.Tensor], x: torch.Tensor) -> None:
    STORE
"""
STORES = [
    ("pass", "pass", True),
    ("self.rows[0]['y'] = x.half()", "pass", True),
    ("self.rows[0]['y'].add_(self.state['a']['x'])", "row['z'] = x", True),
    ("self.rows[0]['x'] = x.half()", "pass", False),
    ("for row in self.rows: row['x'] = x.half()", "pass", False),
    ("for key, row in self.state.items(): store(row, x)", "row['x'] = x", False),
    ("row = self.state['a']; row |= {'x': x.half()}", "pass", False),
    ("row = self.state['a']; row.update(x=x.half())", "pass", False),
    ("row = self.state['a']; key = str(x); row[key] = x.half()", "pass", False),
    ("pass", "row['x'] = x", False),
    ("self.rows[0]['y'].unsqueeze_(0)", "pass", False),
    ("for row in self.rows: row['y'].add_(row['x'])", "print(row)", True),
    ("for row in self.rows: json.dump(row, self.out)", "pass", True),
    ("for row in [*self.rows, *self.state.values()]: self.log(row)", "pass", False),
    ("self.log(list(self.rows)[0], self.state['a'])", "pass", False),
    ("self.log({'a': [row for row in self.rows], 'b': self.state['a']})", "pass", False),
    ("self.best = self.state['a']; self.rows[0] = self.rows[1]", "pass", False),
    ("self.log(self.rows[0]['x'], [row['x'] for row in self.rows])", "pass", True),
]
WITH_STORES = [
    (program(KEPT.replace("CHANGE", change).replace("STORE", store)), is_known) for change, store, is_known in STORES
]


@pytest.mark.parametrize(("said", "is_known"), WITH_STORES)
def test_which_keys_are_stored_under(said, is_known):
    assert said.refused == (said.marked if is_known else [])
