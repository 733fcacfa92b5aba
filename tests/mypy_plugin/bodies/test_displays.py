"""The items of a list or dict that is written in place are sizes, as long as the file only reads them."""

import pytest

from tests.mypy_plugin.checking import program, unplaced

NET = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.fc = nn.Linear(sizes[0], sizes[-1])
    def forward(self, x):
        return self.fc(x)
def shuffled(xs: list[int]) -> None: ...
def use() -> None:
    {body}
"""
MISFIT = ["shapes (2, 5) and (8, 4) cannot be multiplied: 5 against 8"]
CASES = [
    ("sizes = [8, 6, 4]; nn.Linear(sizes[0], sizes[-1])(torch.zeros(2, 5))", MISFIT),
    ("widths = (8, 6, 4); nn.Linear(widths[0], widths[2])(torch.zeros(2, 5))", MISFIT),
    ("table = {'in': 8, 'out': 4}; nn.Linear(table['in'], table['out'])(torch.zeros(2, 5))", MISFIT),
    ("Net([8, 4])(torch.zeros(2, 5))", MISFIT),
    ("Net([5, 4])(torch.zeros(2, 5))", []),
    ("mixed = [8, 4]; mixed.reverse(); nn.Linear(mixed[0], mixed[1])(torch.zeros(2, 5))", []),
    ("grown = [8, 4]; grown[0] = 5; nn.Linear(grown[0], grown[1])(torch.zeros(2, 5))", []),
    ("given = [8, 4]; shuffled(given); nn.Linear(given[0], given[1])(torch.zeros(2, 5))", []),
    ("short = [8]; nn.Linear(short[-2], 4)(torch.zeros(2, 5))", []),
]
PROGRAMS = [(program(NET.format(body=body)), wrong) for body, wrong in CASES]


@pytest.mark.parametrize(("said", "wrong"), PROGRAMS)
def test_items(said, wrong):
    assert [unplaced(message.partition("error: ")[2]).partition("  [")[0] for message in said.messages] == wrong


STATES = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
from typing import Any
def begun(n):
    return [(torch.zeros(n), torch.zeros(n).half()) for _ in range(2)]
def first(n):
    h, c = begun(n)[0]
    return c
def changed(n, other):
    states = begun(n)
    states[0] = other
    h, c = states[0]
    return c
def use(other: Any) -> None:
    reveal_type(first(3))
    reveal_type(changed(3, other))
""")


def test_a_row_of_tensors_out_of_a_list():
    assert STATES.messages == []
    assert STATES.revealed == ['Tensor[Float16, CPU, "3"]', "Any"]


COLLATED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
from torch.utils.data import DataLoader, Dataset
class Houses(Dataset[Any]):
    def __init__(self, rows, prices):
        self.rows, self.prices = rows, prices
    def __len__(self):
        return len(self.prices)
    def __getitem__(self, i):
        return {"row": self.rows[i].astype("float32"), "price": self.prices[i]}
def as_array(items):
    return torch.tensor(np.array([one["price"] for one in items]))
def as_list(items):
    return torch.tensor([one["price"] for one in items])
houses = Houses(np.random.rand(40, 5), np.random.rand(40))
for prices in DataLoader(houses, collate_fn=as_array):
    reveal_type(prices)
for numbers in DataLoader(houses, collate_fn=as_list):
    reveal_type(numbers)
""")


def test_numbers_of_numpy_in_a_dict():
    assert COLLATED.revealed == ['Tensor[Float64, CPU, "_"]'] * 2
