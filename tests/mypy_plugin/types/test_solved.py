"""A call of a generic function has, as an argument, the type that it has by itself."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

ARGUMENTS = program("""
import copy, random
T = TypeVar("T")
def first(xs: Sequence[T]) -> T: return xs[0]
def halved(x: Tensor[Float64, CPU, "n"]) -> Tensor[Float16, CPU, "n"]: return x.half()
def single(x: Tensor[Float32, CPU, "n"]) -> None: ...
def use(x: Tensor[Float64, CPU, "n"], xs: list[Tensor[Float64, CPU, "n"]], plain: list[torch.Tensor]) -> None:
    reveal_type(torch.relu(first(xs)))
    reveal_type(torch.relu(next(iter(xs))))
    reveal_type(torch.cat(list(map(halved, xs))))
    reveal_type(torch.stack(tuple(halved(y) for y in xs)))
    reveal_type(torch.cat(sorted(xs)))
    reveal_type(torch.relu(first(plain)))
    reveal_type(torch.cat(list(plain)))
    single(copy.deepcopy(x))
    single(first(xs))
    single(random.choice(plain))
""")


def test_what_is_known_of_the_items_is_known_of_the_call():
    assert ARGUMENTS.revealed[:5] == [
        'Tensor[Float64, CPU, "_"]',
        'Tensor[Float64, CPU, "n"]',
        'Tensor[Float16, CPU, "_"]',
        'Tensor[Float16, CPU, "_ n"]',
        'Tensor[Float64, CPU, "_"]',
    ]


def test_what_is_unknown_stays_unknown():
    assert ARGUMENTS.revealed[5:] == ["Tensor", "Tensor"]


def test_declared_parameters_see_it_too():
    errors = [message for message in ARGUMENTS.messages if ": error:" in message]
    assert len(errors) == 2
    assert all('argument "x" of "single" is float64, declared Float32' in error for error in errors)


PLAIN_CLASSES = program(
    """
def plain(film: Callable[[int], int], n: int) -> None:
    layer = nn.Linear(n, n)
    layer = copy.deepcopy(film)
    kept: nn.Linear = copy.deepcopy(film)
    x: Tensor = first([film])
@dataclasses.dataclass
class Config:
    dtype: torch.dtype = dataclasses.field(default=None)
""",
    "import copy, dataclasses; import torch; from torch import Tensor, nn; from typing import *; T = TypeVar('T')\n"
    "def first(xs: Sequence[T]) -> T: return xs[0]",
)


def test_a_class_that_only_the_plugin_makes_generic_decides_nothing():
    errors = [message for message in PLAIN_CLASSES.messages if ": error:" in message]
    assert [error.rpartition("[")[2] for error in errors] == ["assignment]"] * 3


GENERIC = """
import contextvars, functools, itertools
T = TypeVar("T")
def apply(f: Callable[[T], T], x: T) -> T:
    print(f)
    return f(x) if f else x
class Box(Generic[T]):
    def __init__(self, v: T): self.v = v
    def set(self, v: T): self.v = v
    def get(self) -> T: return self.v
class Stack(Generic[T]):
    def __init__(self, first: T): self.items: list[T] = [first]
    def push(self, x: T) -> None: self.items.append(x)
    def pop(self) -> T: return self.items.pop()
box, stack, pair = Box(torch.ones(3)), Stack(torch.ones(3)), [torch.ones(2, 3), torch.ones(3, 5)]
"""
USES = [
    'var = contextvars.ContextVar("v", default=torch.ones(3)); var.set(torch.ones(4)); var.get() @ torch.ones(4)',
    "apply(torch.flatten, torch.ones(2, 3)) @ torch.ones(6)",
    "apply(lambda x: x.double(), torch.ones(3)) @ torch.ones(3).double()",
    "box.set(torch.ones(4).double()); box.get() @ torch.ones(4).double()",
    "stack.push(torch.ones(4).double()); stack.pop() @ torch.ones(4).double()",
    "functools.reduce(lambda a, b: torch.cat([a, b]), [torch.ones(2)], torch.ones(1)) @ torch.ones(3)",
    "functools.reduce(torch.matmul, pair, torch.eye(2)) @ torch.ones(5)",
    "list(itertools.accumulate(pair, torch.matmul))[1] @ torch.ones(5)",
]
GENERIC_USES = [program(GENERIC + use, PLAIN) for use in USES]


@pytest.mark.parametrize("said", GENERIC_USES)
def test_what_a_callback_gives_or_a_method_puts_is_not_what_was_given_first(said):
    assert said.refused == []


EINOPS = program("""
import einops
from einops import rearrange
def run(x: Tensor[Float32, CPU, "b n 4"], pattern: str) -> None:
    reveal_type(rearrange(x, pattern))
    y = einops.rearrange(x, "b n d -> (b n) d")
    reveal_type(y)
    y = rearrange(x, "b n d -> n (b d)")
    first, shapes = einops.pack([x, x], "b * d")
    reveal_type(first)
    rearrange(3, "b")
""")


def test_functions_of_einops_are_not_solved_by_what_they_are_given():
    assert EINOPS.revealed == [
        "Tensor[Float32, CPU]",
        'Tensor[Float32, CPU, "b*n 4"]',
        'Tensor[Float32, CPU, "b 2*n 4"]',
    ]
    assert EINOPS.refused == []


ADDED_UP = program("""
def mixed(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float64, CPU, ""]:
    return sum({"a": x.mean(), "b": x.double().mean()}.values())
def wrong(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, ""]:
    return sum([x.mean(), x.double().mean()])
""")


def test_what_is_declared_of_a_sum_does_not_decide_what_is_added():
    assert ADDED_UP.refused == [4]
    assert [one.partition(":")[0] for one in ADDED_UP.messages if "error:" in one] == ["4"]


OF_ARRAYS = program("""
import numpy as np
from collections import deque
def stacked(n: int) -> None:
    frames: deque[Any] = deque(maxlen=n)
    for _ in range(n):
        frames.append(np.zeros((3, 3), dtype=np.float32))
    reveal_type(torch.from_numpy(np.stack(frames)))
    reveal_type(torch.from_numpy(np.stack(list(frames))))
    reveal_type(torch.from_numpy(np.concatenate(tuple(frames))))
""")


def test_a_list_of_arrays_is_what_it_is_whatever_numpy_declares_to_take():
    assert OF_ARRAYS.revealed == [
        'Tensor[Float32, CPU, "_ _ _"]',
        'Tensor[Float32, CPU, "_ _ _"]',
        'Tensor[Float32, CPU, "_ _"]',
    ]
