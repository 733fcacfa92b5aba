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


BEGUN = program("""
x, y = torch.zeros(2, 1), torch.zeros(1, 3)
reveal_type(sum([x, x], y))
reveal_type(sum([x.double()], start=torch.zeros(2, 1)))
reveal_type(sum([x > 0], torch.zeros(2, 1, dtype=torch.int8)))
reveal_type(sum([x.int(), x.int()], 0.5))
reveal_type(sum([x, x], torch.zeros(2, 1)))
def some(xs: Any) -> None:
    reveal_type(sum(xs, x))
def declared(x: Tensor[Int32, CPU, "n"], several: tuple[torch.Tensor, torch.Tensor], flag: bool) -> None:
    if flag:
        x = x.half()
    else:
        x = sum(several)
    reveal_type(x)
""")


def test_a_sum_begins_with_what_it_is_given():
    assert BEGUN.messages == []
    assert BEGUN.revealed == [
        'Tensor[Float32, CPU, "2 3"] | Tensor[Float32, CPU, "1 3"]',
        'Tensor[Float64, CPU, "2 1"] | Tensor[Float32, CPU, "2 1"]',
        'Tensor[Int8, CPU, "2 1"]',
        'Tensor[Float32, CPU, "2 1"] | float',
        'Tensor[Float32, CPU, "2 1"]',
        "Any | Tensor",
        'Tensor[Int32, CPU, "n"] | Tensor[Float16, CPU, "n"] | Tensor',
    ]
