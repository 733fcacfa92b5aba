"""A size that a call leaves open is one size in the body, and nobody's outside of it."""

import pytest

from dtensortypes.core.problems import Kind, Problem
from dtensortypes.mypy_plugin.bodies.open_sizes import unnamed
from dtensortypes.mypy_plugin.ground import names
from tests.mypy_plugin.checking import program

BODIES = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
from torch.utils.data import DataLoader, TensorDataset
def flat(x):
    return x.view(x.size(0), -1)
def flat_later(x):
    b = x.shape[0]
    y = nn.Conv2d(3, 4, 3)(x)
    return y.reshape(b, -1)
def through(x):
    return flat(torch.relu(x)).view(len(x), 3, 64)
def of_another(x, y):
    return y.view(x.size(0), -1)
def rows(x):
    return x.size(0), x
def both(x, y):
    return x + y
def of_list(xs):
    return xs[0].view(xs[1].size(0), -1)
def use() -> None:
    data = TensorDataset(torch.zeros(9, 3, 8, 8), torch.zeros(9))
    for x, y in DataLoader(data, batch_size=2):
        {body}
"""
CASES = [
    ("reveal_type(flat(x))", 'Tensor[Float32, CPU, "_ 192"]'),
    ("reveal_type(flat_later(x))", 'Tensor[Float32, CPU, "_ 144"]'),
    ("reveal_type(through(x))", 'Tensor[Float32, CPU, "_ 3 64"]'),
    ("reveal_type(of_another(y, x))", 'Tensor[Float32, CPU, "_ _"]'),
    ("reveal_type(rows(x)[1])", 'Tensor[Float32, CPU, "_ 3 8 8"]'),
    ("reveal_type(both(x[:, 0, 0, 0], y))", 'Tensor[Float32, CPU, "_"]'),
    ("reveal_type(of_list([x, x[1:]]))", 'Tensor[Float32, CPU, "_ _"]'),
]
PROGRAMS = [(program(BODIES.format(body=body)), found) for body, found in CASES]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_open_sizes(said, found):
    assert (said.revealed, said.messages) == ([found], [])


def test_nobody_is_told_of_their_names():
    one = f"{names.OPEN_SIZE}1"
    said = unnamed(Problem(Kind.SHAPE, f"shapes ({one}, 3) and (2*{one}+1, {one}) differ", f"add {one}"))
    assert said == Problem(Kind.SHAPE, "shapes (_, 3) and (_, _) differ", "add _")
