"""What is called out of a table of the file is looked up where it is called, or stands in a variable."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

SOURCE = """
def narrow(x): return x[:, :2]
def same(x): return x
class Layer(nn.Linear): ...
TABLE = {{"narrow": narrow, "same": same}}
LAYERS = {{"own": Layer, "linear": nn.Linear}}
def build(name, dim):
    {body}
{asked} @ torch.zeros(4, 4)
"""
CASES = [
    ("return LAYERS[name](dim, 3)", "build('linear', 4)(torch.zeros(2, 4))", True),
    ("return LAYERS[name](dim, 4)", "build('linear', 4)(torch.zeros(2, 4))", False),
    ("cls = LAYERS[name]\n    return cls(dim, 3)", "build('linear', 4)(torch.zeros(2, 4))", True),
    ("cls = LAYERS.get(name)\n    return cls(dim, 3)", "build('linear', 4)(torch.zeros(2, 4))", True),
    ("cls = LAYERS.get(name, nn.Linear)\n    return cls(dim, 3)", "build('other', 4)(torch.zeros(2, 4))", True),
    ("cls = LAYERS[name]\n    cls = Layer\n    return cls(dim, 4)", "build('linear', 4)(torch.zeros(2, 4))", False),
    ("return TABLE[name](torch.zeros(4, dim))", "build('narrow', 4)", True),
    ("return TABLE[name](torch.zeros(4, dim))", "build('same', 4)", False),
    ("return TABLE[name](torch.zeros(4, dim))", "build(input(), 4)", False),
]
PROGRAMS = [(program(SOURCE.format(body=body, asked=asked), PLAIN), is_wrong) for body, asked, is_wrong in CASES]


@pytest.mark.parametrize(("said", "is_wrong"), PROGRAMS, ids=[f"{body}: {asked}" for body, asked, _ in CASES])
def test_what_is_made_of_it(said, is_wrong):
    assert (len(said.refused) == 1) is is_wrong
