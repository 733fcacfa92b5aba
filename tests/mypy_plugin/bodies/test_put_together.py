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
