"""What is made of each of a few unlike items is known of each."""

from tests.mypy_plugin.checking import program

EACH = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Buffer:
    def __init__(self) -> None:
        self.states, self.actions = np.zeros((9, 3), dtype=np.float32), np.zeros((9, 2))
    def tensor(self, array):
        return torch.as_tensor(array)
    def sample(self):
        return tuple(map(self.tensor, (self.states, self.actions)))
def use(x: Tensor[Float32, CPU, "3"], y: Tensor[Int64, CPU, "3"], xs: list[Tensor[Float32]]) -> None:
    reveal_type(Buffer().sample()[1])
    reveal_type(tuple(map(torch.neg, (x, y))))
    reveal_type(tuple(map(torch.neg, xs)))
""")


def test_a_tuple_of_what_a_function_gives_of_each():
    assert EACH.revealed == [
        'Tensor[Float64, CPU, "_ _"]',
        'tuple[Tensor[Float32, CPU, "3"], Tensor[Int64, CPU, "3"]]',
        "tuple[Tensor[Float32], ...]",
    ]


ROUNDS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def use(pair: tuple[Tensor[Float32, CPU, "n 3"], Tensor[Int64, CPU, "n"]], xs: list[Tensor[Float32, CPU, "n"]]) -> None:
    reveal_type(tuple(t.double() for t in pair))
    reveal_type(tuple([t.double() for t in pair]))
    reveal_type(tuple([pair[0], 3]))
    reveal_type(tuple(t.double() for t in xs))
    reveal_type(tuple(t for t in pair if t.ndim == 1))
""")


def test_a_tuple_of_the_rounds_of_a_comprehension():
    first, second = 'Tensor[Float64, CPU, "n 3"]', 'Tensor[Float64, CPU, "n"]'
    assert ROUNDS.revealed == [
        f"tuple[{first}, {second}]",
        f"tuple[{first}, {second}]",
        'tuple[Tensor[Float32, CPU, "n 3"], int]',
        f"tuple[{second}, ...]",
        'tuple[Tensor[Int64, CPU, "n"], ...]',
    ]


REFUSED = program("""
# mypy: disallow-untyped-defs=False, disallow-incomplete-defs=False
def alike(pair: tuple[Tensor[Float32, CPU, "3"], Tensor[Float32, CPU, "3"]], w: Tensor[Float32, CUDA, "3"]):
    return tuple(t + w for t in pair)  # refused
def unlike(pair: tuple[Tensor[Float32, CPU, "3"], Tensor[Float64, CPU, "3"]], w: Tensor[Float32, CUDA, "3"]):
    x, y = (t + w for t in pair)  # refused
    return x
""")


def test_what_is_wrong_in_a_round_is_said():
    assert REFUSED.refused == REFUSED.marked
