"""Which lambdas can be called wherever they have got to: those that speak of no variable of a function around them."""

from tests.mypy_plugin.checking import program

PROGRAM = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
SCALE = 2
def called(f, x):
    return f(x)
def scaled(x, factor):
    return called(lambda y: (y * factor).half(), x)
def use(x: Tensor[Float32, CPU, "2 3"]) -> None:
    factor = torch.zeros(3)
    reveal_type(called(lambda y: y.half(), x))
    reveal_type(called(lambda y: y * SCALE, x))
    reveal_type(called(lambda y, n=2: y.sum(n - 1), x))
    reveal_type(called(lambda y: y * factor, x))
    reveal_type(called(lambda y, n=factor: y * n, x))
    reveal_type(scaled(x, factor))
""")


def test_those_of_their_own():
    known = ['Tensor[Float16, CPU, "2 3"]', 'Tensor[Float32, CPU, "2 3"]', 'Tensor[Float32, CPU, "2"]']
    assert PROGRAM.revealed == [*known, "Any", "Any", "Any"]
