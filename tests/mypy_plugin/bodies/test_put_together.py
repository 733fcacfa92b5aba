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
