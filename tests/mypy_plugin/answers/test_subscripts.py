"""Brackets after an object of the program are a call of its own method."""

from tests.mypy_plugin.checking import program, unplaced

FOUND = program("""
class Rows:
    def __init__(self, n: int) -> None:
        self.x = torch.zeros(n, 8)
    def __getitem__(self, index: int) -> torch.Tensor:
        return self.x[index]
    def __setitem__(self, index: int, value: torch.Tensor) -> None: ...
class Taken:
    def __getitem__(self, index: torch.Tensor) -> torch.Tensor:
        return torch.zeros(4, 4) @ index
class Given:
    def __getitem__(self, index: Tensor[Int64, Any, Any]) -> None: ...
def run(row: torch.Tensor) -> None:
    rows = Rows(2)
    reveal_type(rows[0])
    reveal_type(rows.__getitem__(0))
    rows[0] = row
    Taken()[torch.zeros(3, 4)]
    Given()[torch.zeros(3)]
""")


def test_the_body_tells():
    assert FOUND.revealed == ['Tensor[Float32, CPU, "8"]'] * 2


def test_what_torch_or_the_declaration_refuses_is_reported_once():
    assert [unplaced(text) for text in FOUND.messages if "error" in text] == [
        "9: error: shapes (4, 4) and (3, 4) cannot be multiplied: 4 against 3",
        '18: error: argument "1" of "__getitem__" is float32, declared Int64; cast with .long()  [tensor-dtype]',
    ]
