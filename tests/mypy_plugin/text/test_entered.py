"""A `with` whose region is a variable, an attribute or a function's result may be one of autocast."""

import pytest

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


OF_DEVICE = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
import contextlib
@contextlib.contextmanager
def on(device: torch.device) -> Iterator[None]:
    with {entered}:
        yield
class On:
    def __enter__(self) -> None:
        pass
    def __exit__(self, *_: object) -> None:
        pass
stack, ctx = contextlib.ExitStack(), torch.device("meta")
{body}
"""
MADE = "reveal_type(torch.zeros(3))"
DEVICES = [
    (f"with on(ctx):\n    {MADE}", "device", "Any"),
    (f"with on(ctx):\n    {MADE}", "torch.device(device)", "Any"),
    (f"with on(ctx):\n    {MADE}", "torch.no_grad()", "CPU"),
    (f"with On():\n    {MADE}", "torch.device(device)", "CPU"),
    (f"with On():\n    {MADE}", "torch.no_grad()", "CPU"),
    (f"stack.enter_context(ctx)\n{MADE}", "torch.no_grad()", "Any"),
    (f"ctx.__enter__()\n{MADE}", "torch.no_grad()", "Any"),
]
REGIONS = [(program(OF_DEVICE.format(body=body, entered=entered)), found) for body, entered, found in DEVICES]


@pytest.mark.parametrize(("said", "found"), REGIONS)
def test_a_device_that_is_entered_elsewhere(said, found):
    assert [shown.strip("]").split(", ")[1] for shown in said.revealed] == [found]
