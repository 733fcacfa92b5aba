"""A NamedTuple's open fields are what it is made of; declared ones stay as they are declared."""

from tests.mypy_plugin.checking import program

MADE = program("""
class Pair(NamedTuple):
    x: torch.Tensor
    y: Tensor[Float32, CPU]
    z: torch.Tensor | None = None
def use(x: Tensor[Float32, CPU, "3"], h: Tensor[Float16, CPU, "3"]) -> None:
    pair = Pair(h, x, z=h)
    reveal_type(pair.x)
    reveal_type(pair.y)
    reveal_type(pair.z)
    reveal_type(pair._replace(x=x).x)
    reveal_type(pair._replace(**{"x": x}).x)
    reveal_type(Pair(*(h, x)).x)
    pair.x.dot(x)
""")


def test_open_fields_are_what_is_given():
    assert MADE.revealed == [
        'Tensor[Float16, CPU, "3"]',
        "Tensor[Float32, CPU]",
        'Tensor[Float16, CPU, "3"] | None',
        'Tensor[Float32, CPU, "3"]',
        "Tensor",
        'Tensor[Float16, CPU, "3"]',
    ]
    assert [message.partition("  [")[2] for message in MADE.messages if "error" in message] == ["tensor-dtype]"]


WITHOUT_TYPES = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
from collections import namedtuple
Batch = namedtuple("Batch", ["x", "n"])
def made(x):
    return Batch(x, 3)
def use(x: Tensor[Float32, CPU, "3"]) -> None:
    reveal_type(made(x).x)
    reveal_type(made(x)[0])
""")


def test_fields_without_types_are_the_tensors_that_are_given():
    assert WITHOUT_TYPES.revealed == ['Tensor[Float32, CPU, "3"]'] * 2


COLUMNS = program("""
class Step(NamedTuple):
    x: torch.Tensor
    n: int
def use(rows: list[Step], others: Any) -> None:
    reveal_type(Step(*zip(*rows)).n)  # type: ignore[arg-type]
    reveal_type(Step(*zip(*others)).n)  # type: ignore[arg-type]
    reveal_type(Step(*map(torch.stack, zip(*others))).n)  # type: ignore[arg-type]
    reveal_type(Step(*others).n)
""")


def test_columns_are_tuples_whatever_a_field_declares_of_one():
    assert COLUMNS.revealed == ["tuple[int, ...]", "tuple[Any, ...]", "Any", "int"]
