"""What annotations make up is not believed."""

from tests.mypy_plugin.checking import program

GIVEN = program("""
def f(x: torch.Tensor, y: Tensor[Float32, CPU, ""]) -> None:
    reveal_type(x.tolist())
    reveal_type(y.tolist())
    reveal_type(torch.as_tensor(x.numpy() / 2))
    reveal_type(torch.as_tensor(y.numpy() / 2))
""")


def test_what_is_believed():
    assert GIVEN.messages == []
    assert GIVEN.revealed == ["Any", "float", "Tensor[Any, CPU]", "Tensor[Any, CPU]"]
