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


GONE_THROUGH = program("""
class Halves:
    def __init__(self, xs: list[torch.Tensor]) -> None:
        self.xs = xs
    def __iter__(self) -> Iterator[torch.Tensor]:
        for x in self.xs:
            yield x.half()
class Counted:
    def __init__(self, n: int) -> None:
        self.n = n
    def __iter__(self) -> "Counted":
        return self
    def __next__(self) -> torch.Tensor:
        self.n -= 1
        if self.n < 0:
            raise StopIteration
        return torch.zeros(2, 3)
class Other:
    def __iter__(self) -> Counted:
        return Counted(2)
class Entered:
    def __init__(self, x: torch.Tensor) -> None:
        self.x = x
    def __enter__(self) -> torch.Tensor:
        return self.x.double()
    def __exit__(self, *raised: object) -> None: ...
class Wrong:
    def __iter__(self) -> Iterator[torch.Tensor]:
        yield torch.zeros(3) @ torch.zeros(4)
def make(x: torch.Tensor) -> Entered:
    return Entered(x)
def run(x: Tensor[Float32, CPU, "n"], several: list[int]) -> None:
    for one in Halves([x]):
        reveal_type(one)
    for _, one in enumerate(Halves([x])):
        reveal_type(one)
    for first, second in zip(Halves([x]), Counted(1)):
        reveal_type(second)
    for one in Counted(2):
        reveal_type(one)
    for another in Other():
        reveal_type(another)
    for number in several:
        reveal_type(number)
    with Entered(x) as one:
        reveal_type(one)
    with make(x) as one:
        reveal_type(one)
    for one in Wrong():
        pass
""")


def test_loops_and_with_ask_the_body():
    half, rows = 'Tensor[Float16, CPU, "n"]', 'Tensor[Float32, CPU, "2 3"]'
    assert GONE_THROUGH.revealed == [half, half, rows, rows, "Tensor", "int", *['Tensor[Float64, CPU, "_"]'] * 2]
    assert [unplaced(text) for text in GONE_THROUGH.messages if "error" in text] == [
        "28: error: shapes (3,) and (4,) cannot be multiplied: 3 against 4  [tensor-shape]",
    ]
