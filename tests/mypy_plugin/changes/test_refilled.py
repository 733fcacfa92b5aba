"""A list or dict is not what it was after a call of a function that puts something into it."""

import pytest

from tests.mypy_plugin.checking import program

HELPERS = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def move(batch):
    for key in batch:
        batch[key] = batch[key].cuda()
def read(batch):
    return batch["x"]
def filled(xs, n):
    xs.append(torch.zeros(n).cuda())
class Runner:
    def move(self, batch):
        batch["x"] = batch["x"].cuda()
def use() -> None:
    {body}
"""
BATCH = "batch = {'x': torch.zeros(2), 'y': torch.zeros(2)}"
CASES = [
    (f"{BATCH}; move(batch); reveal_type(batch['x'])", "Tensor"),
    (f"{BATCH}; move(batch=batch); reveal_type(batch['x'])", "Tensor"),
    (f"{BATCH}; Runner().move(batch); reveal_type(batch['x'])", "Tensor"),
    (f"{BATCH}; read(batch); reveal_type(batch['x'])", 'Tensor[Float32, CPU, "2"]'),
    ("xs = [torch.zeros(2)]; filled(xs, 2); reveal_type(xs[0])", "Tensor"),
]
PROGRAMS = [(program(HELPERS.format(body=body)), found) for body, found in CASES]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_refilled(said, found):
    assert (said.revealed, said.messages) == ([found], [])
