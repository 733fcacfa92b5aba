"""What is assigned at once is read before anything is given a value."""

from tests.mypy_plugin.checking import program

SWAPPED = program("""
def f(x: Tensor[Float32, CPU, "b n"], y: Tensor[Int64, CPU, "b"]) -> None:
    a, b = x.float(), y
    a, b = b, a
    reveal_type(a)
    reveal_type(b)
    a, b = b + 1, a.unsqueeze(0)
    reveal_type(b)
    a, (b, c) = x, (y, a)
    reveal_type(c)
    a, b = y, x
    a, b = x, y.half()
    reveal_type(b)
""")


def test_what_is_swapped():
    assert SWAPPED.messages == []
    assert SWAPPED.revealed == [
        'Tensor[Int64, CPU, "b"]',
        'Tensor[Float32, CPU, "b n"]',
        'Tensor[Int64, CPU, "1 b"]',
        'Tensor[Float32, CPU, "b n"]',
        'Tensor[Float16, CPU, "b"]',
    ]


CROSSED = program("""
class Cell:
    def __init__(self, h: Tensor[Float32, CPU, "b n"], c: Tensor[Float64, CPU, "b n"]) -> None:
        self.h, self.c = h.clone(), c

def rounds(h: Tensor[Float32, CPU, "b n"], c: Tensor[Float64, CPU, "b n"], cell: Cell) -> None:
    for _ in range(2):
        h, c = c * 2, h
    reveal_type(h)
    names: list[str]
    x, names = h.sum(), []
    reveal_type(names)
    x, both = c, [x]
    reveal_type(both)
""")


def test_what_is_not_a_tensor_stays():
    assert CROSSED.messages == []
    assert CROSSED.revealed == [
        'Tensor[Float32, CPU, "b n"] | Tensor[Float64, CPU, "b n"]',
        "list[str]",
        'list[Tensor[Float32, CPU, ""] | Tensor[Float64, CPU, ""]]',
    ]
