"""What methods put into attributes, joined to what is known of these."""

import pytest

from tests.mypy_plugin.checking import program

FIRST = {
    "self.kept[0] = self.kept[0] + x": 'dict[int, Tensor[Float32, CPU, "3"]]',
    "self.kept[0] = self.kept[0].half()": 'dict[int, Tensor[Float16 | Float32, CPU, "3"]]',
    "self.kept[0] = given": "dict[int, Tensor]",
    "self.pairs[0] = (x, self.pairs[0][0])": (
        'dict[int, tuple[Tensor[Float32, CPU, "3"], Tensor[Float32 | Int64, CPU, "3"]]]'
    ),
    "self.pairs[0] = (self.pairs[0][0] + x, given)": 'dict[int, tuple[Tensor[Float32, CPU, "3"], Tensor]]',
}
CLASS = """
# mypy: disable-error-code="var-annotated"
class Kept:
    def __init__(self) -> None:
        self.kept = {{}}
        self.pairs = {{}}
        for i in range(2):
            self.kept[i] = torch.zeros(3)
            self.pairs[i] = (torch.zeros(3), torch.zeros(3, dtype=torch.int64))
    def put(self, x: Tensor[Float32, CPU, "3"], given: torch.Tensor) -> None:
        {}
    def read(self) -> None:
        reveal_type(self.{})
"""
PROGRAMS = [(program(CLASS.format(put, put[5:].partition("[")[0])), found) for put, found in FIRST.items()]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_what_comes_first_decides_what_is_made_of_it(said, found):
    assert (said.messages, said.revealed) == ([], [found])
