"""An object that a call has made is of its class and of none below, whatever the call gives it."""

import pytest

from tests.mypy_plugin.checking import program

SOURCE = """
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, disable-error-code="assignment"
class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)
    def forward(self, x):
        return self.fc(x)
class Large(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 7)
    def forward(self, x):
        return self.fc(x)
class Net(nn.Module):
    width = 4
    part_cls = Small
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(self.width, 4)
        self.part = self.part_cls()
    def forward(self, x):
        return self.part(self.fc(x))
class Wide(Net):
    width = 8
class Other(Net):
    part_cls = Large
class Same(Net):
    pass
class Rows:
    size = 3
    def row(self):
        return torch.zeros(self.size)
class Long(Rows):
    size = 5
class Reader:
    def __init__(self, rows):
        self.rows = rows
    def read(self):
        return self.rows.row()
def main(flag: bool, given: Net):
    reveal_type({asked})
"""
ASKED = {
    "Net()(torch.zeros(2, 4))": 'Tensor[Float32, CPU, "2 2"]',
    "Same()(torch.zeros(2, 4))": 'Tensor[Float32, CPU, "2 2"]',
    "Wide()(torch.zeros(2, 8))": 'Tensor[Float32, CPU, "2 2"]',
    "Other()(torch.zeros(2, 4))": 'Tensor[Float32, CPU, "2 7"]',
    "(Net() if flag else Other())(torch.zeros(2, 4))": 'Tensor[Float32, CPU, "2 2"] | Tensor[Float32, CPU, "2 7"]',
    "given(torch.zeros(2, 4))": "Any",
    "Rows().row()": 'Tensor[Float32, CPU, "3"]',
    "Long().row()": 'Tensor[Float32, CPU, "5"]',
    "(Long() if flag else Rows()).row()": 'Tensor[Float32, CPU, "_"]',
    "Reader(Long()).read()": 'Tensor[Float32, CPU, "5"]',
    "[row.row() for row in (Rows(), Long())]": 'list[Tensor[Float32, CPU, "_"]]',
}
PROGRAMS = [(program(SOURCE.format(asked=asked)), found) for asked, found in ASKED.items()]
REFUSED = program(SOURCE.format(asked="Wide()(torch.zeros(2, 4))"))


@pytest.mark.parametrize(("said", "found"), PROGRAMS, ids=list(ASKED))
def test_what_the_class_of_the_object_makes(said, found):
    assert said.revealed == [found]


def test_the_class_below_takes_another_width():
    assert REFUSED.refused
