"""A method begins an object if its constructor calls it, and nothing else that may be of the same class does."""

from tests.mypy_plugin.checking import program

NETS = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.begin(n)
    def begin(self, n):
        self.fc = nn.Linear(n, 2)
class Other(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.begin(n)
    def begin(self, n):
        self.conv = nn.Conv1d(n, 2, 3)
"""
USE = """
def use() -> None:
    Net(3).fc(torch.zeros(2, 5))
"""
NAMESAKES = program(NETS + USE)
MIXED_IN = program(f"""{NETS}
class Again:
    def again(self):
        self.begin(5)  # type: ignore[attr-defined]
class Both(Again, Net):
    pass
{USE}""")
BY_OTHERS = program(f"""{NETS}
def again(net):
    net.begin(5)
{USE}""")


def test_a_namesake_of_another_class_is_another_method():
    assert [message.partition(" ")[2] for message in NAMESAKES.messages] == [
        "error: shapes (2, 5) and (3, 2) cannot be multiplied: 5 against 3  [tensor-shape]"
    ]


def test_who_may_call_it_again():
    assert [MIXED_IN.messages, BY_OTHERS.messages] == [[], []]
