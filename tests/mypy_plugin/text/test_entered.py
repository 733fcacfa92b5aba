"""A `with` whose region is a variable, an attribute or a function's result may be one of autocast."""

from tests.mypy_plugin.checking import program

CTX = program("""
from contextlib import AbstractContextManager, contextmanager, nullcontext
from collections.abc import Iterator
class Trainer:
    def __init__(self, flag: bool) -> None:
        self.ctx = torch.autocast("cpu") if flag else nullcontext()
        self.plain = nullcontext()
    @contextmanager
    def region(self) -> Iterator[None]:
        with self.ctx:
            yield
    def step(self, y: Tensor[Float32, CPU, "n n"], ctx: Any, given: AbstractContextManager[None], flag: bool) -> None:
        with self.ctx:
            reveal_type(y @ y)
        with self.region():
            reveal_type(y @ y)
        with ctx:
            reveal_type(y @ y)
        with given:
            reveal_type(y @ y)
        own = torch.autocast("cpu", dtype=torch.float16)
        with torch.no_grad(), own:
            reveal_type(y @ y)
        own = nullcontext() if flag else torch.autocast("cpu")
        either = nullcontext() if flag else torch.autocast("cpu")
        with either:
            reveal_type(y @ y)
        with self.plain, open("x"), torch.no_grad():
            reveal_type(y @ y)
        with ctx, torch.autocast("cpu", enabled=False):
            reveal_type(y @ y)
""")

APART = program("""
def helper(y: Tensor[Float32, CPU, "n n"]) -> Tensor:
    return reveal_type(y @ y)
def other(y: Tensor[Float32, CPU, "n n"]) -> Tensor:
    return reveal_type(y @ y)
def step(y: Tensor[Float32, CPU, "n n"]) -> None:
    ctx = torch.autocast("cpu")
    with ctx:
        helper(y)
    with open("x"):
        other(y)
""")


def dtypes(one):
    return [shown.split("[")[1].split(",")[0] for shown in one.revealed]


def test_what_may_be_a_region_is_one_of_which_nothing_is_known():
    assert CTX.messages == []
    assert dtypes(CTX) == ["Any", "Any", "Any", "Any", "Any", "Any", "Float32", "Float32"]


def test_what_is_called_in_a_variables_region_may_run_in_one():
    assert APART.messages == []
    assert dtypes(APART) == ["Any", "Float32"]
