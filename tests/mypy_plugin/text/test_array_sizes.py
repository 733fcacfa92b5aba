"""Sizes of arrays are known of what makes them, and of a variable where it is certain what it was given."""

import pytest

from tests.mypy_plugin.checking import program

KNOWN = {
    "a variable": ("x = np.zeros((3, 4))", "x", "3 4"),
    "given anew": ("x = np.zeros(3)\nx = np.zeros((2, 2))", "x", "2 2"),
    "a second name": ("x = np.zeros(3)\ny = x", "y", "3"),
    "what is made of it": ("x = np.zeros((3, 4))", "x.T", "4 3"),
    "a row": ("x = np.zeros((3, 4))", "x[0]", "4"),
    "one of a tuple": ("x, y = np.zeros(3), np.zeros(4)", "y", "4"),
    "in a loop of its own": ("for i in range(3):\n    x = np.zeros(3)\n    y = torch.from_numpy(x)", "y.numpy()", "3"),
}
OPEN = {
    "a choice": ("c = bool(input())\nx = np.zeros(3) if c else np.zeros(4)", "x", "_"),
    "one or the other": ("c = bool(input())", "(c and np.zeros(3)) or np.zeros(4)", "_"),
    "branches": ("if input():\n    x = np.zeros(3)\nelse:\n    x = np.zeros(4)", "x", "_"),
    "an earlier round": ("x = np.zeros(3)\nfor i in range(3):\n    y = x\n    x = np.zeros(4)", "y", "_"),
    "the variable of a loop": ("for x in (np.zeros(3), np.zeros(4)):\n    pass", "x", "_"),
    "a list": ("x = [np.zeros(3)]\nx[0] = np.zeros(4)", "x[0]", "_"),
    "updated": ("x = np.zeros(1)\nx += np.zeros(1)", "x", "_"),
}
PROGRAMS = {
    case: program(f"\n{text}\nreveal_type(torch.from_numpy({shown}))")
    for case, (text, shown, _) in (KNOWN | OPEN).items()
}
CAUGHT = program("""
try:
    x = np.zeros(3)
    input()
    x = np.zeros(4)
except EOFError:
    reveal_type(torch.from_numpy(x))
""")


@pytest.mark.parametrize("case", KNOWN | OPEN)
def test_the_sizes_that_are_certain(case):
    assert PROGRAMS[case].revealed == [f'Tensor[Float64, CPU, "{(KNOWN | OPEN)[case][2]}"]']
    assert not [one for one in PROGRAMS[case].messages if ": error: " in one]


def test_what_was_given_in_another_block_of_a_try():
    assert CAUGHT.revealed == ['Tensor[Float64, CPU, "_"]']


CHANGED = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
a = np.zeros((2, 3))
arrays = [np.zeros((2, 3))]
{body}
reveal_type(torch.from_numpy(a))
reveal_type(torch.from_numpy(arrays[0]))
"""
IN_PLACE = [
    "def f(v):\n    v.shape = (6,)\nf(a)",
    "def f():\n    a.shape = (6,)\nf()",
    "a.dtype = np.int64  # type: ignore",
    "setattr(a, 'shape', (6,))",
    "for v in arrays:\n    v.shape = (6,)",
    "{'a': a}['a'].shape = (6,)",
    "a.resize((3, 2), refcheck=False)",
]
ELSEWHERE = [program(CHANGED.format(body=body)) for body in IN_PLACE]
LOOKED_AT = program(CHANGED.format(body="class C:\n    def __init__(self, shape):\n        self.shape = shape"))


@pytest.mark.parametrize("said", ELSEWHERE)
def test_an_array_that_may_be_made_another_one_in_place(said):
    assert said.revealed == ["Tensor[Any, CPU]"] * 2


def test_what_an_object_says_of_itself_is_no_arrays():
    assert LOOKED_AT.revealed[0] == 'Tensor[Float64, CPU, "2 3"]'
