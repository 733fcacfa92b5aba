"""What is in a list or tuple that is put together of others in place."""

import pytest

from tests.mypy_plugin.checking import program

MAKER = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
def mlp(sizes):
    layers = []
    for i in range(len(sizes) - 1):
        layers += [nn.Linear(sizes[i], sizes[i + 1]), nn.ReLU()]
    return nn.Sequential(*layers)
def added(hidden):
    return mlp([8] + list(hidden) + [3])
def starred(*hidden):
    return mlp([8, *hidden, 3])
def tupled(hidden, n):
    return mlp((8,) + tuple(hidden) + (n,))
def refilled(hidden):
    hidden.append(5)
    return mlp([8] + hidden + [3])
def use(x: Tensor[Float32, CPU, "b 8"], many: list[int]) -> None:
    reveal_type({})
"""
SIZES = {
    "mlp([8] + [4, 4] + [3])(x)": "b 3",
    "mlp([8] + [4] * 3)(x)": "b 4",
    "mlp([8, *[4, 4], 2])(x)": "b 2",
    "mlp([8] + list((4, 5)))(x)": "b 5",
    "added([4, 4])(x)": "b 3",
    "added((4, 4))(x)": "b 3",
    "starred(4, 5)(x)": "b 3",
    "tupled((4, 4), 6)(x)": "b 6",
    "mlp([5, 8, 4, 2][1:-1])(x)": "b 4",
    "mlp([2, 4, 8][::-1])(x)": "b 2",
    "mlp([8, 4, 2][: len(many)])(x)": None,
    "mlp([8] + many)(x)": None,
    "mlp([8, *many])(x)": None,
    "refilled([4])(x)": None,
}
PROGRAMS = [(program(MAKER.format(body)), size) for body, size in SIZES.items()]


@pytest.mark.parametrize(("said", "size"), PROGRAMS, ids=list(SIZES))
def test_the_layers_that_are_made_of_it(said, size):
    assert said.revealed == ["Any" if size is None else f'Tensor[Float32, CPU, "{size}"]']


NUMBERED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
class Net(nn.Module):
    def __init__(self, size, name="net"):
        super().__init__()
        self.size = size
        self.fc = nn.Linear(self.size[0] * self.size[1], 2)
    def forward(self, x):
        return self.fc(x)
def use(n: int, flag: bool) -> None:
    size = (3, 4)
    Net(size)(torch.zeros(2, 11))  # refused
    Net(size)(torch.zeros(2, 12))
    words = (3, "wide", 4)
    torch.zeros(words[0], 2).view(words[2], 2)  # refused
    of_many = (n, 4)
    Net(of_many)(torch.zeros(2, 11))
    several = (3, 4)
    if flag:
        several = (5, 4)
    Net(several)(torch.zeros(2, 20))
""")


def test_a_tuple_of_numbers_in_a_variable():
    assert NUMBERED.refused == NUMBERED.marked


COUNTED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
TAGS = {"B": 0, "I": 1}
CLASSES = ["cat", "dog", "bird"]
FILLED = {"B": 0}
KEPT = {"B": 0}
class Vocabulary:
    def __init__(self, words):
        self.words = words
    def add(self, word):
        self.words[word] = len(self.words)
def fill(words):
    words["more"] = 1
fill(FILLED)
vocabulary = Vocabulary(KEPT)
def head(names):
    return nn.Linear(4, len(names))
def longer(names):
    names.append("fish")
    return nn.Linear(4, len(names))
def use(x: Tensor[Float32, CPU, "b 4"], words: list[str]) -> None:
    reveal_type(torch.zeros(len(TAGS), len(CLASSES)))
    reveal_type(torch.zeros(len(FILLED), len(KEPT), len(words)))
    reveal_type(head(CLASSES)(x))
    reveal_type(longer(["a", "b"])(x))
""")


def test_how_many_there_are_in_what_is_only_read():
    counted = ["2 3", "_ _ _"]
    assert COUNTED.revealed == [*(f'Tensor[Float32, CPU, "{size}"]' for size in (*counted, "b 3", "b _"))]
