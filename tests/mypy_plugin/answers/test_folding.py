"""What is made of many items in turn has the type of the first one, and of what the function gives."""

from tests.mypy_plugin.checking import program

FOLDED = program("""
import functools, itertools, operator
def step(a: Tensor[Float32, CPU, "n n"], b: Tensor[Float32, CPU, "n n"]) -> Tensor[Float32, CPU, "n n"]:
    return a @ b
def use(xs: list[Tensor[Float32, CPU, "n n"]], v: Tensor[Float32, CUDA, "n"]) -> None:
    reveal_type(functools.reduce(torch.matmul, xs))
    reveal_type(functools.reduce(operator.add, xs))
    reveal_type(functools.reduce(step, xs))
    reveal_type(functools.reduce(lambda a, b: a * b, xs, torch.zeros(4, 4).double()))
    reveal_type(functools.reduce(lambda a, b: torch.cat([a, b]), xs))
    reveal_type(functools.reduce(lambda a, b: a + len(b), xs, 0))
    reveal_type(list(itertools.accumulate(xs, torch.add)))
    reveal_type(sum([x > 0 for x in xs]))
    functools.reduce(torch.matmul, xs) @ v  # refused
    functools.reduce(lambda a, b: a @ b.double(), xs)  # refused
""")


def test_folds():
    assert FOLDED.refused == FOLDED.marked
    assert FOLDED.revealed == [
        'Tensor[Float32, CPU, "n n"]',
        'Tensor[Float32, CPU, "n n"]',
        'Tensor[Float32, CPU, "n n"]',
        'Tensor[Float64, CPU, "4 4"]',
        'Tensor[Float32, CPU, "_ n"]',
        "int",
        "list[Tensor]",
        'Tensor[Int64, CPU, "n n"] | Literal[0]',
    ]
