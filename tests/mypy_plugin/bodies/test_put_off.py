"""What stands in no function knows what a constructor gives that reads what the file says further down."""

from tests.mypy_plugin.checking import PLAIN, program

HEAD = "\n# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False"
NET = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(words, 3)
        self.out = nn.Linear(3, words)
    def forward(self, x):
        return self.out(self.embed(x))
"""
LATER = """
table = {word: i for i, word in enumerate("a b c".split())}
words = len(table)
net = Net()
"""
USED = program(
    HEAD
    + NET
    + LATER
    + """
reveal_type(net(torch.zeros(2, 4, dtype=torch.int64)))
net(torch.zeros(2, 4))  # refused
def use() -> None:
    reveal_type(Net()(torch.zeros(2, 4, dtype=torch.int64)))
"""
)
BEFORE = program(
    HEAD
    + NET
    + """
def early(x):
    return Net()(x)
words = int(input())
reveal_type(early(torch.zeros(2, dtype=torch.int64)))
"""
)
REPLACED = program(
    HEAD
    + NET
    + LATER
    + """
net.embed = nn.Linear(4, 3)  # type: ignore[assignment]
reveal_type(net(torch.zeros(2, 4)))
"""
)
ASKED = program(NET + LATER + "print(net.embed)\n", prelude=PLAIN)


def test_statements_behind_it_know_what_it_holds():
    assert USED.revealed == ['Tensor[Float32, CPU, "2 4 _"]'] * 2
    assert USED.refused == USED.marked


def test_of_a_variable_that_comes_later_still_nothing_is_believed_too_early():
    assert BEFORE.revealed == ['Tensor[Float32, CPU, "2 _"]']
    assert BEFORE.refused == []


def test_what_is_put_in_the_place_of_a_part_counts():
    assert "int64" not in "".join(REPLACED.messages)


def test_mypy_itself_hears_nothing_of_it():
    assert any("Cannot determine type" in one for one in ASKED.messages)
