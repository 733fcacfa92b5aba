"""Python's own classes are dtypes to torch; what mypy says of them is said all the same in files without our types."""

from tests.mypy_plugin.checking import program
from tests.mypy_plugin.several_files import errors, written

SETTINGS = """[mypy]
plugins = dtensortypes.mypy_plugin
allow_redefinition = true
local_partial_types = true
check_untyped_defs = true
"""
PLAIN = """
import torch

def use(n):
    weight = torch.zeros(3, n, dtype=float)
    return torch.ones(2, 3) @ weight

whole = torch.zeros(3, dtype=float)
"""

USED = program("""
def use(n: int, x: Tensor[Float32, CPU, "3"]) -> None:
    reveal_type(torch.zeros(n, 3, dtype=float))
    reveal_type(torch.eye(3, dtype=bool))
    reveal_type(torch.full((3,), 1, dtype=int))
    reveal_type(x.to(float))
    reveal_type(x.sum(dtype=float))
    x @ torch.ones(3, dtype=float)
""")


def test_they_are_dtypes():
    assert USED.revealed == [
        'Tensor[Float64, CPU, "_ 3"]',
        'Tensor[Bool, CPU, "3 3"]',
        'Tensor[Int64, CPU, "3"]',
        'Tensor[Float64, CPU, "3"]',
        'Tensor[Float64, CPU, ""]',
    ]
    assert [message.partition("  [")[2] for message in USED.messages if "error" in message] == ["tensor-dtype]"]


def test_mypys_own_messages_stay(tmp_path):
    folder = written(tmp_path, SETTINGS, {"plain.py": PLAIN})
    assert errors(folder, "plain.py") == [
        "plain.py:5 [call-overload]",
        "plain.py:6 [tensor-dtype]",
        "plain.py:8 [call-overload]",
    ]
