"""A condition asks a tensor whether it is true, which it is only of one item."""

from tests.mypy_plugin.checking import program

ASKED = program("""
x, y, one = torch.zeros(3), torch.zeros(3), torch.zeros(1, 1)
if x > y: pass  # refused
if not torch.isnan(x): pass  # refused
n = 1 if x == y else 2  # refused
while x.gt(3): pass  # refused
assert x == y  # refused
if one.sum() > 2 or y > 2: pass  # refused
if one > 2: pass
if (x > y).any() and (x == y).all(): pass
z = one.sum() > 2 or y > 2
if x.shape == y.shape: pass
if x is y: pass
w = [i for i in range(3) if i > 1]
def ask(x, y):
    if x > y:  # refused
        return x
    return y
ask(x, y)
def caught(x):
    try:
        return 1 if x > 2 else 2
    except RuntimeError:
        return 3
caught(x)
def of_any_size(x: Tensor[Float32, CPU, "_"]) -> None:
    if x > 2:
        print("more")
""")


def test_several_items_are_neither_true_nor_false():
    assert sorted(ASKED.refused) == ASKED.marked
