"""What a body tells completes what is declared, where that is open, and never changes it."""

from tests.mypy_plugin.checking import program

SAID = program("""
class Item(TypedDict):
    x: torch.Tensor
    n: int
def opened(x: Tensor[Float32, CPU, "3"]) -> torch.Tensor:
    return x.half()
def partly(x: Tensor[Float32, CPU, "3"]) -> tuple[torch.Tensor, int]:
    return x.half(), 3
def closed(x: Tensor[Float32, CPU, "3"]) -> Tensor[Float32]:
    return x
def typed(x: Tensor[Float32, CPU, "3"]) -> Item:
    return {"x": x.half(), "n": 3}
def use(x: Tensor[Float32, CPU, "3"]) -> None:
    reveal_type(opened(x))
    reveal_type(partly(x))
    reveal_type(closed(x))
    reveal_type(typed(x)["x"])
    reveal_type(typed(x)["n"])
""")


def test_open_parts_are_completed():
    assert SAID.messages == []
    assert SAID.revealed == [
        'Tensor[Float16, CPU, "3"]',
        'tuple[Tensor[Float16, CPU, "3"], int]',
        "Tensor[Float32]",
        'Tensor[Float16, CPU, "3"]',
        "int",
    ]
