"""What a function gives a variable of the file, or of the function around it, is known in that function alone."""

from tests.mypy_plugin.checking import program
from tests.mypy_plugin.several_files import errors, written

GIVEN = program("""
rows = torch.zeros(3)
some: list[Tensor] = []
nothing = None
def first() -> None:
    reveal_type(rows)
def second() -> None:
    global rows, some, nothing
    rows = torch.zeros(4).double()
    some = [rows]
    nothing = 3
    reveal_type(rows)
def third() -> None:
    global rows
    second()
    reveal_type(rows)
reveal_type(rows)
""")
INSIDE = program("""
def around() -> None:
    total = torch.zeros(3)
    def reset() -> None:
        nonlocal total
        reveal_type(total)
        total = torch.zeros(4)
    def read() -> None:
        reveal_type(total)
    def own() -> None:
        total = torch.zeros(5)
        reveal_type(total)
    reveal_type(total)
""")


def test_other_functions_know_nothing_of_it():
    assert GIVEN.revealed == ["Tensor", 'Tensor[Float64, CPU, "4"]', "Tensor", 'Tensor[Float32, CPU, "3"]']
    assert not [one for one in GIVEN.messages if ": error: " in one]


def test_functions_inside_of_another_one():
    assert INSIDE.revealed == ["Tensor", "Tensor", 'Tensor[Float32, CPU, "5"]', 'Tensor[Float32, CPU, "3"]']
    assert not [one for one in INSIDE.messages if ": error: " in one]


SETTINGS = """[mypy]
plugins = dtensortypes.mypy_plugin
allow_redefinition = true
local_partial_types = true
check_untyped_defs = true
"""
FILES = {
    "config.py": """
import torch
from torch import nn

device = torch.device("cpu")
dtype = torch.float32
net = nn.Linear(4, 2)
rows = torch.zeros(3)
kept = torch.zeros(3)
""",
    "main.py": """
import torch
from torch import nn

import config

def start():
    config.device = torch.device("cuda")
    config.dtype = torch.float64
    config.net = nn.Linear(8, 2)
    config.rows = torch.zeros(4)

def main():
    start()
    torch.zeros(3, device=config.device) + torch.zeros(3, device="cuda")
    torch.zeros(3, dtype=config.dtype) @ torch.zeros(3, dtype=torch.float64)
    config.net(torch.zeros(2, 8))
    config.rows + torch.zeros(4)
    config.kept + torch.zeros(5)
""",
}


def test_what_a_file_gives_the_variables_of_another_one(tmp_path):
    assert errors(written(tmp_path, SETTINGS, FILES), "main.py") == ["main.py:19 [tensor-shape]"]


AWAITED = program("""
class Net(nn.Module):
    def hooked(self) -> Any:
        handles = []
        def before(module: nn.Module) -> None:
            nonlocal handles
            for part in self.modules():
                handles.append(part.register_forward_pre_hook(print))
            for handle in handles:
                handle.remove()
        def anew() -> None:
            nonlocal handles
            handles = []
        return before, anew, self.late
    def load(self, x: torch.Tensor) -> None:
        self.late = x.shape[0]
""")


def test_a_variable_of_which_a_function_inside_tells_the_type() -> None:
    assert AWAITED.messages == []


DECLARED = program("""
from collections.abc import Callable
last: Tensor[Float32, CPU, "n"] = torch.zeros(3)
def keep(x: Tensor[Float32, CPU, "n"], y: Tensor[Float32, CUDA, "n"]) -> None:
    global last
    last = x
    last = y  # refused
def use() -> None:
    reveal_type(last)
def counter() -> Callable[[Tensor[Float32, CUDA, "n"]], Tensor[Float32, CUDA, ""]]:
    total: Tensor[Float32, CUDA, ""] = torch.zeros((), device="cuda")
    def add(x: Tensor[Float32, CUDA, "n"]) -> Tensor[Float32, CUDA, ""]:
        nonlocal total
        total = total + x.sum()
        total = x  # refused
        return total
    use()
    reveal_type(total)
    return add
""")


def test_what_is_declared_holds_of_all_that_a_variable_is_given():
    assert DECLARED.refused == DECLARED.marked
    assert DECLARED.revealed == ['Tensor[Float32, CPU, "n"]', 'Tensor[Float32, CUDA, ""]']


HANDED = program("""
from collections.abc import Callable
best = torch.zeros(2)
def change() -> None:
    global best
    best = torch.zeros(3)
callbacks = [change]
best = torch.zeros(4)
for one in callbacks:
    one()
reveal_type(best)
""")


def test_who_is_kept_for_later_may_give_it_another_value_at_any_time():
    assert HANDED.revealed == ["Tensor"]
