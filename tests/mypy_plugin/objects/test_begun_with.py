"""What a constructor gives is where what methods give begins, for all methods of the file, wherever they stand."""

from tests.mypy_plugin.checking import program

FOUND = program("""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
class Before:
    def __init__(self):
        self.after = After()
    def ask(self):
        reveal_type(self.after.total)
class After:
    def __init__(self):
        self.total, self.rows = torch.zeros(3), []
        self.total = self.total * 2
        self.mean = torch.zeros(3)
        self.set_elsewhere = torch.zeros(3)
    def add(self):
        self.mean = self.mean / 2
        self.rows.append(self.mean)
        self.set_elsewhere = self.set_elsewhere / 2
    def ask(self):
        reveal_type(self.mean)
        reveal_type(self.rows)
        reveal_type(self.set_elsewhere)
def outside(after: After, given: Any) -> None:
    after.set_elsewhere = given
""")


def test_what_is_known_at_the_beginning():
    assert FOUND.revealed == [
        "Tensor",
        'Tensor[Float32, CPU, "3"]',
        'list[Tensor[Float32, CPU, "3"]]',
        "Tensor",
    ]
