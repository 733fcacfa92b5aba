"""Operators answer for a union on their right, member by member."""

from tests.mypy_plugin.checking import program

UNIONS = program("""
def run(x: Tensor[Float32, CPU, "n n"], flag: bool) -> None:
    y = x.half() if flag else x.double()
    reveal_type(x + y)
    reveal_type(x - y)
    reveal_type(x / y)
    reveal_type(2 - y)
    reveal_type(y @ y)
    x @ y
    z = x if flag else x.double()
    reveal_type(x @ z)
    reveal_type(z**2)
""")
OTHERS = program("""
class Own(torch.Tensor): ...
class Money:
    def __radd__(self, other: object) -> int:
        return 1
def run(x: torch.Tensor, own: Own, parameter: nn.Parameter, flag: bool, money: Money) -> None:
    reveal_type(x - own)
    reveal_type(own - x)
    reveal_type(parameter @ x)
    either = money if flag else x
    reveal_type(sum([x, x]))
""")


def test_each_member_is_asked():
    assert UNIONS.revealed == [
        'Tensor[Float32, CPU, "n n"] | Tensor[Float64, CPU, "n n"]',
        'Tensor[Float32, CPU, "n n"] | Tensor[Float64, CPU, "n n"]',
        'Tensor[Float32, CPU, "n n"] | Tensor[Float64, CPU, "n n"]',
        'Tensor[Float16, CPU, "n n"] | Tensor[Float64, CPU, "n n"]',
        'Tensor[Float16, CPU, "n n"] | Tensor[Float64, CPU, "n n"]',
        'Tensor[Float32, CPU, "n n"]',
        'Tensor[Float32, CPU, "n n"] | Tensor[Float64, CPU, "n n"]',
    ]


def test_what_is_wrong_with_each_is_an_error():
    assert [text.partition(":")[0] for text in UNIONS.messages if "error" in text] == ["8"]


def test_other_operands_are_what_they_were():
    assert OTHERS.revealed == ["Tensor", "Tensor", "Tensor", "Tensor | Literal[0]"]
    assert not OTHERS.messages
