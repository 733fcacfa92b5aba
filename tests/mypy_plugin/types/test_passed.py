"""Sizes that nobody has counted are followed as far as dtype and device go; other arguments have to be counted."""

from tests.mypy_plugin.checking import program

SAID = program("""
def f(x: Tensor[Float16, CPU, "b c h w"], sizes: list[int], two: tuple[int, int], both: list[torch.Tensor]) -> None:
    reveal_type(x[:, 0, 0, 0].reshape(x.shape[0], *([1] * (x.ndim - 1))))
    reveal_type(x[:, 0, 0, 0].reshape(x.shape[0], *([1] * two[0])))
    reveal_type(torch.zeros(3, *sizes, dtype=torch.float64))
    reveal_type(x.expand(*sizes))
    reveal_type(x.reshape(-1, *two))
    reveal_type(torch.add(*both))
""")


def test_uncounted_sizes():
    assert SAID.messages == []
    assert SAID.revealed == [
        'Tensor[Float16, CPU, "b 1 1 1"]',
        'Tensor[Float16, CPU, "b ..."]',
        'Tensor[Float64, CPU, "3 ..."]',
        "Tensor[Float16, CPU]",
        'Tensor[Float16, CPU, "_ _ _"]',
        "Tensor",
    ]
