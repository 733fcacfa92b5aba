"""What a program's own context managers, functions and attributes enter is known where the text leaves no doubt."""

import pytest

from tests.mypy_plugin.checking import program

HEAD = """
import contextlib
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, untyped-decorator"
from contextlib import contextmanager
"""
STEP = """
def step(x: Tensor[Float32, CPU, "n n"], flag: bool) -> None:
    with {region}:
        reveal_type(x @ x)
"""
MANAGER = """
@contextmanager
def amp({taken}) -> Iterator[None]:
    '''Compute in the lower dtype.'''
{body}
"""


def managed(body, region="amp()", taken=""):
    return MANAGER.format(taken=taken, body="\n".join(f"    {line}" for line in body)) + STEP.format(region=region)


LOWER = 'with torch.autocast("cpu"):'
GENERATORS = {
    "around the yield": ("BFloat16", managed([LOWER, "    yield"])),
    "that has ended": ("Float32", managed([LOWER, "    pass", "yield"])),
    "inside of others": ("BFloat16", managed(["with torch.no_grad(), torch.autocast('cpu'):", "    yield"])),
    "tried": ("BFloat16", managed(["try:", f"    {LOWER}", "        yield", "finally:", "    print()"])),
    "none": ("Float32", managed(["print('in')", "yield", "torch.autocast('cpu')"])),
    "switched off by default": (
        "Float32",
        managed(["with torch.autocast('cpu', enabled=on):", "    yield"], taken="on: bool = False"),
    ),
    "switched on by the call": (
        "Float16",
        managed(
            ["with torch.autocast('cpu', dtype, on):", "    yield"],
            "amp(torch.float16, on=True)",
            "dtype: torch.dtype, on: bool = False",
        ),
    ),
    "switched by the caller": (
        "Any",
        managed(["with torch.autocast('cpu', enabled=on):", "    yield"], "amp(flag)", "on: bool"),
    ),
    "given another value": (
        "Any",
        managed(
            ["on = bool(print())", "with torch.autocast('cpu', enabled=on):", "    yield"], "amp(False)", "on: bool"
        ),
    ),
    "by a branch": ("Any", managed(["if print():", f"    {LOWER}", "        yield", "else:", "    yield"])),
    "by a loop": ("Any", managed(["for _ in range(1):", f"    {LOWER}", "        yield"])),
    "at the end": ("Any", managed([LOWER, "    pass", "try:", "    pass", "finally:", "    yield"])),
    "by hand": ("Any", managed(["torch.set_autocast_enabled('cpu', True)", "yield"])),
    "defined again": ("Any", managed([LOWER, "    yield"]) + "amp = contextlib.nullcontext  # type: ignore"),
}

MADE = """
DTYPE = torch.float16
def amp(): return torch.autocast("cpu")
def named(dtype=DTYPE): return torch.autocast("cpu", dtype=dtype)
def through(on): return switched(on)
def switched(on): return torch.autocast("cpu", enabled=on)
def either(on): return torch.autocast("cpu") if on else contextlib.nullcontext()
class Timer:
    def __enter__(self): return self
    def __exit__(self, *exc): return None
class Trainer:
    kind = torch.bfloat16
    def __init__(self, dtype: torch.dtype) -> None:
        self.region = torch.autocast("cpu", dtype=torch.float16)
        self.other = torch.autocast("cpu", dtype=dtype)
        self.twice = torch.autocast("cpu", dtype=torch.float16)
        self.on = True
    def again(self) -> None:
        self.twice = torch.autocast("cpu", enabled=False)
    def method(self): return torch.autocast("cpu", dtype=self.kind)
    @property
    def held(self): return torch.autocast("cpu", dtype=torch.float16)
    @staticmethod
    def static(on=False): return torch.autocast("cpu", enabled=on)
    def step(self, x: Tensor[Float32, CPU, "n n"], ctx: Timer) -> None:
        with self.region:
            reveal_type(x @ x)
        with self.other:
            reveal_type(x @ x)
        with self.twice:
            reveal_type(x @ x)
        with self.method():
            reveal_type(x @ x)
        with self.held:
            reveal_type(x @ x)
        with self.static():
            reveal_type(x @ x)
        with ctx:
            reveal_type(x @ x)
class Base:
    def amp(self): return torch.autocast("cpu")
    def step(self, x: Tensor[Float32, CPU, "n n"]) -> None:
        with self.amp():
            reveal_type(x @ x)
class Heir(Base):
    def amp(self): return contextlib.nullcontext()
def step(x: Tensor[Float32, CPU, "n n"]) -> None:
    with amp():
        reveal_type(x @ x)
    with named():
        reveal_type(x @ x)
    with through(False):
        reveal_type(x @ x)
    with either(True):
        reveal_type(x @ x)
    with Timer(), amp():
        reveal_type(x @ x)
    with Timer():
        reveal_type(x @ x)
    local = named(torch.bfloat16)
    with local:
        reveal_type(x @ x)
"""
ELSEWHERE = program(HEAD + MADE)

DECORATED = program(
    HEAD
    + MANAGER.format(taken="", body=f"    {LOWER}\n        yield")
    + """
def made(): return torch.autocast("cpu")
region = torch.autocast("cpu")
def timed(function): return function
@amp()
def first(x: Tensor[Float32, CPU, "n n"]) -> None:
    reveal_type(x @ x)
@made()
def second(x: Tensor[Float32, CPU, "n n"]) -> None:
    reveal_type(helper(x))
@region
def third(x: Tensor[Float32, CPU, "n n"]) -> None:
    reveal_type(x @ x)
@timed
def fourth(x: Tensor[Float32, CPU, "n n"]) -> None:
    reveal_type(x @ x)
def helper(x: Tensor[Float32, CPU, "n n"]) -> Tensor:
    return reveal_type(x @ x)
"""
)
MANAGED = {name: (dtype, program(HEAD + text)) for name, (dtype, text) in GENERATORS.items()}


def dtypes(one):
    return [shown.split("[")[1].split(",")[0] for shown in one.revealed]


@pytest.mark.parametrize("name", MANAGED)
def test_a_generator_that_manages_is_known_by_what_is_around_its_yield(name):
    dtype, one = MANAGED[name]
    assert one.messages == []
    assert dtypes(one) == [dtype]


def test_what_is_made_elsewhere_is_known_by_what_is_written_there():
    assert ELSEWHERE.messages == []
    of_trainer = ["Float16", "Any", "Any", "BFloat16", "Float16", "Float32", "Any"]
    of_functions = ["BFloat16", "Float16", "Float32", "Any", "BFloat16", "Float32", "BFloat16"]
    assert dtypes(ELSEWHERE) == [*of_trainer, "Any", *of_functions]


def test_a_function_under_a_region_runs_in_it():
    assert DECORATED.messages == []
    assert dtypes(DECORATED) == ["BFloat16", "BFloat16", "BFloat16", "Float32", "Any"]
