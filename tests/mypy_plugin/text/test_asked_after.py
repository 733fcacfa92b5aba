"""The calls behind statements that mypy has passed when it first asks something: in the first function of a file."""

from tests.mypy_plugin.checking import program

SHARED = program(
    prelude="",
    source="""
import torch
from dtensortypes import CPU, Bool, Tensor
seen: object
def run(x: Tensor[Bool, CPU, "n m"]) -> None:
    global seen
    seen = x
    x = x.diagonal()
    x = x.diagonal()  # refused
""",
)
GIVEN = program(
    prelude="",
    source="""
import torch
from dtensortypes import CPU, Bool, Tensor
def run(args, x: Tensor[Bool, CPU, "n m"]) -> None:  # type: ignore[no-untyped-def]
    args.first = x
    args.second = args
    x = x.diagonal()
    x = x.diagonal()  # refused
""",
)


def test_a_statement_is_not_looked_at_twice() -> None:
    assert SHARED.refused == SHARED.marked
    assert GIVEN.refused == GIVEN.marked
