"""A variable that is declared as a tensor, or a module, where it gets its first value is what the value is."""

from tests.mypy_plugin.checking import program

FIRST = program("""
def made(x: torch.Tensor) -> torch.Tensor:
    y: torch.Tensor = x.half()
    return y
def run(x: Tensor[Float32, CPU, "n"], flag: bool) -> None:
    y: torch.Tensor = x.double()
    reveal_type(y)
    reveal_type(made(x))
    if flag:
        y = x
    reveal_type(y)
    z: Tensor[Float16] = x.half()
    reveal_type(z)
    for _ in range(3):
        w: torch.Tensor = x.half()
        reveal_type(w)
    other: torch.Tensor = "no"
    layer: nn.Module = nn.Linear(3, 4)
    reveal_type(layer(torch.zeros(2, 3)))
    layer = nn.Flatten()
    reveal_type(layer(torch.zeros(2, 3, 4)))
before = torch.zeros(3)
whole: torch.Tensor = torch.zeros(3)
reveal_type(whole)
class Held:
    table: torch.Tensor = torch.zeros(3)
def of(held: Held) -> None:
    reveal_type(held.table)
    reveal_type(whole)
""")


def test_the_first_value_is_known_as_later_ones_are():
    assert FIRST.revealed[:8] == [
        'Tensor[Float64, CPU, "n"]',
        'Tensor[Float16, CPU, "n"]',
        'Tensor[Float32, CPU, "n"] | Tensor[Float64, CPU, "n"]',
        "Tensor[Float16]",
        'Tensor[Float16, CPU, "n"]',
        'Tensor[Float32, CPU, "2 4"]',
        'Tensor[Float32, CPU, "2 12"]',
        'Tensor[Float32, CPU, "3"]',
    ]


def test_a_field_or_a_global_variable_may_be_given_others():
    assert FIRST.revealed[8:] == ["Tensor", "Tensor"]


def test_what_is_no_tensor_is_refused_as_before():
    assert [text.partition(" (")[0] for text in FIRST.messages if "error" in text] == [
        "16: error: Incompatible types in assignment"
    ]
