"""Of a batch that a body tells from a tuple nothing is known there, and of all others what is in it."""

from tests.mypy_plugin.checking import program

FOUND = program("""
# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="index"
from torch.utils.data import DataLoader, TensorDataset
def stored(x):
    x[0] = x[0].half()
    return x[0]
def read(x):
    return x[0]
pairs = DataLoader(TensorDataset(torch.zeros(4, 3)), batch_size=2)
for batch in pairs:
    reveal_type(read(batch))
    reveal_type(stored(batch))
for one in pairs:
    reveal_type(one)
    one[0] = one[0].half()
for i, two in enumerate(pairs):
    reveal_type(two)
    print(isinstance(two, tuple))
""")


def test_what_is_known_of_it():
    assert FOUND.revealed == ['Tensor[Float32, CPU, "_ 3"]', "Any", "Any", "Any"]
