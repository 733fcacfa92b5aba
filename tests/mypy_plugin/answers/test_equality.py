"""Comparisons with what may be no tensor."""

from tests.mypy_plugin.checking import program

COMPARED = program("""
def run(x: Tensor[Float32, CPU, "b"], y: torch.Tensor | None, z: object, s: str) -> None:
    reveal_type(x == y)
    reveal_type(x != z)
    reveal_type(x == None)
    reveal_type(x == s)
""")


def test_only_what_may_be_a_tensor_leaves_it_open():
    assert COMPARED.revealed == ['Tensor[Bool, CPU, "... b"] | bool', "Any", "bool", "bool"]
