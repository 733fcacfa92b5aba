"""A parameter has the type of what one call gives it, of its default, or what is declared."""

from tests.mypy_plugin.checking import program

GIVEN = program("""
def f(x, y=None, flag=False):
    if y is not None:
        return y
    if flag:
        return x.half()
    return x

def use(x: Tensor[Float32, CPU, "b n"], y: Tensor[Int64, CPU, "b"], flag: bool) -> None:
    reveal_type(f(x))
    reveal_type(f(x, y))
    reveal_type(f(x, flag=True))
    reveal_type(f(x, None, flag))
    reveal_type(f(*[x]))
    with torch.device("cuda"):
        reveal_type(f(x))
""")


def test_what_is_left_out_has_its_default():
    assert GIVEN.revealed == [
        'Tensor[Float32, CPU, "b n"]',
        'Tensor[Int64, CPU, "b"]',
        'Tensor[Float16, CPU, "b n"]',
        'Tensor[Float16, CPU, "b n"] | Tensor[Float32, CPU, "b n"]',
        'Tensor[Float32, CPU, "b n"]',
        "Any",
    ]
