"""Roots of what may be negative are not known."""

from tests.mypy_plugin.checking import program

HERE = program("""
def run(x: torch.Tensor, d: int) -> None:
    z = torch.zeros(3)
    less, more, open_ = x.shape[0] - 10, x.shape[0] * 4, int(x.sum())
    reveal_type(z * less ** 0.5)
    reveal_type(z * more ** 0.5)
    reveal_type(z * open_ ** 0.5)
    reveal_type(z * d ** -0.5)
    reveal_type(z * len(x) ** 0.5)
""")


def test_roots():
    known = 'Tensor[Float32, CPU, "3"]'
    assert HERE.revealed == ["Any", known, "Any", known, known]
