"""The statements of a file are read as a function's, where no function has a hand in them."""

import pytest

from tests.mypy_plugin.checking import program

LAYERS = """
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
{before}
layers = [nn.Linear(2, 3)]
for n in (4, 5):
    layers.append(nn.Linear(n - 1, n))
x = nn.Sequential(*layers)(torch.zeros(1, 2))
reveal_type(x)
"""
CASES = [
    ("", True),
    ("Pair = tuple[int, int]", True),
    ("class C: ...", True),
    ("def f(): return 3", True),
    ("def f():\n    global layers\n    layers = []", False),
    ("steps = 0\ndef f():\n    global steps\n    steps += 1", True),
    ("steps = 0\nprint(steps)\ndef f():\n    global steps\n    steps += 1", False),
    ("steps = 0\nsteps += 1\ndef f():\n    global steps\n    steps = 3", False),
    ("def f(): layers.append(nn.Linear(9, 9))", False),
    ("def f(): return n", False),
    ("def f(n): return n", True),
    ("if torch.rand(1) > 0:\n    import math", False),
]
FOUND = [(program(LAYERS.format(before=before)), is_read) for before, is_read in CASES]


@pytest.mark.parametrize(("said", "is_read"), FOUND)
def test_as_function(said, is_read):
    assert said.revealed == ['Tensor[Float32, CPU, "1 5"]' if is_read else "Any"]


SHOWN = program("""
layers = [nn.Linear(2, 3), nn.Linear(4, 5)]
x = torch.zeros(1, 2)
for layer in layers:
    reveal_type(x)
    x = layer(x)
""")


def test_what_mypy_looks_at_in_the_place_of_a_call():
    assert [said.partition(" ")[0] for said in SHOWN.messages] == ["5:"]
