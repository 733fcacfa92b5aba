"""The dims of a type are said in the names of those who get it."""

from tests.mypy_plugin.checking import program

FOUND = program("""
from dataclasses import dataclass
class Pair(NamedTuple):
    first: Tensor[Float32, CPU, "n m"]
    second: Tensor[Float32, CPU, "m"]
def turned(x: Tensor[Float32, CPU, "n m"]) -> list[Tensor[Float32, CPU, "m n"]]:
    return [x.T]
@dataclass
class Row:
    x: Tensor[Float32, CPU, "n 3"]
def pair_of() -> Pair: ...  # type: ignore[empty-body]
def use(a: Tensor[Float32, CPU, "rows 4"], pair: Pair, row: Row, b: Tensor[Float32, CPU, "n"]) -> None:
    reveal_type(turned(a))
    reveal_type(pair.first)
    reveal_type(row.x)
    reveal_type(pair_of().first)
""")


def test_dims_are_said_in_other_names():
    assert FOUND.revealed == [
        'list[Tensor[Float32, CPU, "4 rows"]]',
        'Tensor[Float32, CPU, "n m"]',
        'Tensor[Float32, CPU, "n 3"]',
        'Tensor[Float32, CPU, "_ _"]',
    ]
