"""Of what a body gives, what is about tensors is kept; of several returns, what they have in common."""

from tests.mypy_plugin.checking import program

GIVEN = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
def either(x, flag):
    if flag:
        return x
    return x.double()
def perhaps(x, flag):
    return x if flag else None
def beside(x):
    return x, 3, "words"
def plain(x):
    return 3, "words"
def use(x: Tensor[Float32, CPU, "b 8"], flag: bool) -> None:
    reveal_type(either(x, flag))
    reveal_type(perhaps(x, flag))
    reveal_type(beside(x))
    reveal_type(plain(x))
""")


def test_what_is_kept():
    assert GIVEN.revealed == [
        'Tensor[Float32, CPU, "b 8"] | Tensor[Float64, CPU, "b 8"]',
        'Tensor[Float32, CPU, "b 8"] | None',
        'tuple[Tensor[Float32, CPU, "b 8"], Any, Any]',
        "Any",
    ]
