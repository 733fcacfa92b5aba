"""Messages that are bogus are dropped, and those that stay are said in users' words."""

import pytest

from tests.mypy_plugin.checking import program

BOGUS = program("""
n = 3
def item() -> int: return 3
import os
One = Tensor[Float32, CPU, "undefined"]
Two: TypeAlias = Tensor[Float32, CPU, "n"]
Three = Optional[list[Tensor[Float32, CPU, "n"]]]
def f(x: Tensor[Float32, CPU, "item"], y: Tensor[Float32, CPU, "os"], z: "Tensor[Float32, CPU, 'nowhere']") -> None:
    if x.dtype == torch.float16 or x.device == torch.device("cuda"):
        raise ValueError
    if x.shape[0] == 3 or x.ndim == 2 or x.shape == (1, 2) or x.device.type == "cuda":
        raise ValueError
    assert x.size(0) != y.size(0)
    x.sum(axis=0, keepdims=True)
""")

REAL = program("""
def f(x: undefined, y: Tensor[Float32, CPU, "n"]) -> None: ...
if 1 == "a":
    pass
x: int = "a"
f(1, torch.zeros(3).half())
torch.zeros(3).nothing
z: Tensor[Float32, CPU, "q"] = undefined
""")


def test_bogus_messages_are_dropped():
    assert BOGUS.messages == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (1, 'Name "undefined" is not defined  [name-defined]'),
        (2, "Non-overlapping equality check"),
        (4, "Incompatible types in assignment"),
        (5, 'argument "y" of "f" is float16, declared Float32 ("n")'),
        (6, '"Tensor[Float32, CPU, "3"]" has no attribute "nothing"'),
        (7, 'Name "undefined" is not defined  [name-defined]'),
    ],
)
def test_real_ones_stay(line, words):
    (said,) = [message for message in REAL.messages if message.startswith(f"{line}: error")]
    assert words in said


CALLED_BEFORE = program("""
def use(net: nn.Linear, x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float32, CPU, "b n"]:
    y = x.double()
    return y
use(nn.Linear(3, 3), torch.zeros(2, 3))
""")


def test_what_a_call_has_found_is_not_said_again():
    """Mypy comes to what stands in no function first."""
    assert [one.partition(":")[0] for one in CALLED_BEFORE.messages if "error:" in one] == ["3"]
