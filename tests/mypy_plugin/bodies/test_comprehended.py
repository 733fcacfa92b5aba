"""What a comprehension makes of items that are written out, or of numbers that it counts, is known one by one."""

import pytest

from tests.mypy_plugin.checking import program

COMPREHENDED = program("""
def use(x: Tensor[Float32, CPU, "b n"], y: Tensor[Float16, CPU, "4"], z: list[Tensor[Float32, CPU, "4"]]) -> None:
    reveal_type(torch.cat([t.flatten() for t in (x, x)]))
    reveal_type(torch.cat([t.float().flatten() for t in [x, y]]))
    reveal_type(torch.stack([t for t in (y, y) if t.any()]))
    reveal_type(torch.stack([t for t in (y, *z)]))
    reveal_type(torch.stack([t for t in z]))
    torch.stack([t @ x if t is x.T else t for t in (x, x.T)])
    torch.stack([torch.dot(t, y) if t is y else t for t in (x.half(), y)][:1])
""")


def test_a_list_of_what_is_written_out_is_made_item_by_item():
    shapes = ["2*b*n", "b*n+4", "_ 4", "_ 4", "_ 4"]
    assert COMPREHENDED.messages == []
    assert [said.partition('"')[2].strip('"]') for said in COMPREHENDED.revealed] == shapes


COUNTED = """
# mypy: disable-error-code="no-untyped-call, no-untyped-def"
class Net(nn.Module):
    def __init__(self, size, half=False):
        super().__init__()
        self.fc = nn.Linear(size, 4)
    def forward(self, x):
        return self.fc(x)
SIZES = (3, 4)
def made() -> Net:
    return Net(3)
def main(n: int, one: Net) -> None:
    net = nn.Sequential({})
    reveal_type(net(torch.zeros(2, 3)))
"""
KNOWN, UNKNOWN = 'Tensor[Float32, CPU, "2 4"]', "Any"
MADE = {
    "*[Net(3) for _ in range(1)], *[Net(4) for _ in range(2)]": KNOWN,
    "*[Net(SIZES[i]) for i in range(2)]": KNOWN,
    "*(Net(4 - i) for i in range(1, 0, -1))": KNOWN,
    "*(nn.Linear(i, i + 1) for i in range(3, 4))": KNOWN,
    "*[Net(3) for _ in range(n)]": UNKNOWN,
    "*[Net(3) for i in range(1) if n]": UNKNOWN,
    "*[one for _ in range(1)]": UNKNOWN,
    "*[Net(3 if i else n) for i in range(0, 2, 0)]": UNKNOWN,
}
PROGRAMS = [(program(COUNTED.replace("{}", text)), found) for text, found in MADE.items()]


@pytest.mark.parametrize(("said", "found"), PROGRAMS, ids=list(MADE))
def test_modules_that_are_made_while_it_counts(said, found):
    assert said.messages == []
    assert said.revealed == [found]
