"""Functions that torch makes when it is imported: calls are followed, what the table does not know stays `Any`."""

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.types.untyped import _callable, declare, decorated, is_decorated
from tests.mypy_plugin.checking import parsed, program, types

CALLED = program("""
from torch import linalg
from torch.special import expit

def f(x: Tensor[Float64, CUDA, "n n"], y: Tensor[Float32, CUDA, "n n"]) -> None:
    reveal_type(torch.linalg.norm(x))
    reveal_type(linalg.norm(x, dim=1))
    reveal_type(expit(x))
    linalg.matmul(x, y)

class Distance(nn.Module):
    def forward(self, x: Tensor[Float32, CPU, "n"]) -> Tensor[Float64, CPU]:
        return torch.linalg.vector_norm(x)
""")

UNKNOWN = program("""
reveal_type(torch.linalg.common_notes)
linalg_function: Callable[..., int] = torch.linalg.norm
torch.linalg.norm(torch.ones(2), surprise=1)
""")


def test_their_calls_are_followed():
    assert CALLED.revealed == [
        'Tensor[Float64, CUDA, ""]',
        'Tensor[Float64, CUDA, "n"]',
        'Tensor[Float64, CUDA, "n n"]',
    ]
    assert any("8: error:" in message and "float64 and float32" in message for message in CALLED.messages)
    assert any("12: error:" in message and "is float32, declared Float64" in message for message in CALLED.messages)


def test_nothing_else_changes():
    assert UNKNOWN.messages == []
    assert not UNKNOWN.revealed[0].startswith("Tensor")


def test_a_declaration_does_not_depend_on_how_far_mypy_is():
    name = next(name for name in sorted(ops.names()) if name.startswith("torch.special."))
    file = parsed(f"{name.rpartition('.')[2]} = made()\nother = made()\nthird: int = made()")
    file._fullname = "torch.special"
    declare({"torch.special": file}, lambda _: types().instance("builtins.function"))
    first, other, third = file.defs
    assert str(first.unanalyzed_type) == "def (*Any, **Any) -> Any"
    assert other.unanalyzed_type is None
    assert str(third.unanalyzed_type) == "int?"


UNDER = program("""
@torch.autocast("cpu")
def summed(x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float32, CPU, "b"]:
    return x.sum(1)

reveal_type(summed(torch.zeros(2, 3)))
""")


def test_a_function_under_an_untyped_decorator_stays_what_it_was_with_a_mark():
    assert UNDER.revealed == ['Tensor[Float32, CPU, "2"]']
    function = _callable(types().instance("builtins.function"))
    marked = decorated(function)
    assert str(marked) == str(function)
    assert is_decorated(marked)
    assert not is_decorated(function)
    assert not is_decorated(None)
