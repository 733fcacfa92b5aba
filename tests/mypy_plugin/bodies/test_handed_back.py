"""A function that gives a module back has perhaps cast it by another name."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

CASTS = [
    "for c in m.children(): c.double()",
    "for c in m.modules():\n        if isinstance(c, nn.Linear): c.double()",
    "for c in m.children(): go(c)\n    if isinstance(m, nn.Linear): m.double()",
    "m.apply(lambda c: c.double())",
    "other = m\n    other.double()",
    "[c.double() for c in m.children()]",
    "list(map(lambda c: c.double(), m.children()))",
    "m[0].double()",
    "nn.Module.double(m)",
    "a, b = m\n    a.double()",
    "ms = [m]\n    ms[0].double()",
]
GIVEN = """
def go(m):
    {}
    return {}
"""
CALL = "go(nn.Sequential(nn.Linear(3, 2), nn.ReLU())){}(torch.ones(3).double())"
RIGHT = [program(GIVEN.format(body, "m") + CALL.format(""), PLAIN) for body in CASTS]
RIGHT += [program(GIVEN.format(body, "m, 1") + CALL.format("[0]"), PLAIN) for body in CASTS[:3]]
PART = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
    def get(self):
        for c in self.modules():
            if isinstance(c, nn.Linear): c.double()
        return self.fc
Net().get()(torch.ones(3).double())
"""
RIGHT.append(program(PART, PLAIN))
WRONG = [
    program(GIVEN.format("print(m.training)", "m") + CALL.format(""), PLAIN),
    program(GIVEN.format("m = m.half()", "m") + CALL.format(""), PLAIN),
]


@pytest.mark.parametrize("said", RIGHT)
def test_what_others_have_cast_is_in_no_known_state(said):
    assert said.refused == []


@pytest.mark.parametrize("said", WRONG)
def test_what_is_only_looked_at_is_known(said):
    assert said.refused
