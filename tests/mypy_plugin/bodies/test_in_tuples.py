"""The numbers in a tuple are known one by one; those that mypy knows stay what they are."""

from tests.mypy_plugin.checking import program

PROGRAM = program("""
class Shaped:
    def __init__(self, shape, name):
        channels, height, width = shape
        self.shape = (1, height // 2, width // 2)
        self.named = (name, channels)
        self.rest = (1, *shape)
def rows(sizes):
    return torch.zeros(*sizes)
def use() -> None:
    one = Shaped((3, 8, 4), "x")
    torch.zeros(1, 4, 2) + torch.zeros(one.shape)
    torch.zeros(1, 4, 4) + torch.zeros(one.shape)  # refused
    torch.zeros(4) + torch.zeros(one.named[1])  # refused
    torch.zeros(1, 3, 8, 4) + torch.zeros(one.rest)
    n = 8
    rows((2, n // 2)) + torch.zeros(2, 4)
    rows((2, n // 2)) + torch.zeros(2, 8)  # refused
""")


def test_what_is_refused():
    assert PROGRAM.refused == PROGRAM.marked
