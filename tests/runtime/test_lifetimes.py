"""A check keeps nothing: no tensor lives longer for it, passed or refused, and its errors hold none."""

import asyncio
import contextlib
import gc
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import pytest
import torch

from dtensortypes import CPU, Float32, Float64, Tensor, TensorTypeError, checked

zeros = torch.zeros
Row = Tensor[Float32, CPU, "n"]


@pytest.fixture(autouse=True)
def no_collector():
    """What is dropped goes at once, or is in a cycle."""
    gc.disable()
    yield
    gc.enable()


@dataclass
class Batch:
    x: Row
    rest: list[Row]


class Loud(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return super().__torch_function__(func, types, args, kwargs or {})


@checked
def one(x: Row) -> Any: ...
@checked
def default(x: Row | None = None, *, flag: bool = True) -> Any: ...
@checked
def listed(x: list[Row]) -> Any: ...
@checked
def paired(x: tuple[Row, Row]) -> Any: ...
@checked
def named(x: dict[str, Sequence[Row]]) -> Any: ...
@checked
def starred(*xs: Row, **named: Row) -> Any: ...
@checked
def field(x: Batch) -> Any: ...
@checked
def either(x: list[Row] | Tensor[Float32, CPU, "n m k"]) -> Any: ...
@checked
def returned(x: Any) -> Row:
    return x


@checked
def listed_back(x: Any) -> list[Row]:
    return [x, x]


@checked
def passed_on(x: Row) -> list[Row]:
    return [one(x) or x]


@checked
def yielded(x: Row) -> Iterator[Row]:
    yield x
    yield x[1:]


@checked
async def awaited(x: Row) -> Row:
    await asyncio.sleep(0)
    return x


def ended(coroutine):
    """Run it to its end; an event loop would keep what it has seen."""
    with contextlib.suppress(StopIteration):
        while True:
            coroutine.send(None)


CALLS = {
    "one": one,
    "keyword": lambda x: one(x=x),
    "default": lambda x: default(x, flag=True),
    "list": lambda x: listed([x, x]),
    "tuple": lambda x: paired((x, x)),
    "dict": lambda x: named({"a": [x], "b": (x,)}),
    "stars": lambda x: starred(x, a=x),
    "field": lambda x: field(Batch(x, [x])),
    "union": lambda x: either([x]),
    "return value": returned,
    "list that is returned": listed_back,
    "nested": passed_on,
    "generator": lambda x: list(yielded(x)),
    "one value of a generator": lambda x: next(yielded(x)),
    "coroutine": lambda x: ended(awaited(x)),
    "isinstance": lambda x: isinstance(x, Row),
}
KINDS = {
    "right": lambda: zeros(3),
    "wrong dtype": lambda: zeros(3).double(),
    "wrong shape": lambda: zeros(3, 3),
    "loud": lambda: zeros(3).as_subclass(Loud),
    "loud and wrong": lambda: zeros(3, 3).as_subclass(Loud),
}
EACH = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)


@EACH
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_call_keeps_no_tensor_alive(call, kind):
    x = kind()
    alive = weakref.ref(x)
    with contextlib.suppress(TensorTypeError):
        call(x)
    del x
    assert alive() is None


@EACH
@pytest.mark.parametrize("kind", ["wrong dtype", "wrong shape", "loud and wrong"])
def test_an_error_holds_no_tensor(call, kind):
    try:
        call(KINDS[kind]())
    except TensorTypeError as raised:
        error = raised
    else:
        assert call is CALLS["isinstance"]
        return
    ours = [frame for frame in _frames(error.__traceback__) if frame.f_code.co_filename.startswith("<checked")]
    assert ours
    assert [name for frame in ours for name, value in frame.f_locals.items() if _holds_tensor(value)] == []
    assert str(error)  # the message is made, and kept in the error
    assert not any(map(_holds_tensor, (error.args, vars(error))))
    alive = weakref.ref(error)
    error.__traceback__ = None  # in which this very function stands
    del error
    assert alive() is None


def _frames(traceback):
    while traceback is not None:
        yield traceback.tb_frame
        traceback = traceback.tb_next


def _holds_tensor(value):
    """Whether the object leads to a tensor, through anything but modules, classes and functions."""
    seen, waiting = set(), [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, torch.Tensor):
            return True
        if id(one) not in seen and not isinstance(one, type | FunctionType | ModuleType):
            seen.add(id(one))
            waiting += gc.get_referents(one)
    return False


@pytest.mark.parametrize(
    ("hint", "wrap"),
    [
        (list[Row], lambda x: [x]),
        (dict[str, Row], lambda x: {"x": x}),
        (list[tuple[Row, int]], lambda x: [(x, 1)]),
        (list[list[Row]], lambda x: [[x]]),
        (list[Row | None], lambda x: [None, x]),
        (list[Tensor[Float32 | Float64]], lambda x: [x.as_subclass(Loud)]),
    ],
)
def test_what_a_function_takes_out_of_a_container_is_its_own(hint, wrap):
    def emptied(xs):
        alive = weakref.ref(_innermost(xs))
        xs.clear()
        return alive() is None

    emptied.__annotations__ = {"xs": hint}
    was_the_last = checked(emptied)(wrap(zeros(3)))
    assert was_the_last


def _innermost(x):
    while not isinstance(x, torch.Tensor):
        x = next(iter(x.values())) if isinstance(x, dict) else x[-1] if isinstance(x, list) else x[0]
    return x


def test_a_generator_keeps_no_value_that_it_has_handed_over():
    @checked
    def fresh(n: int) -> Iterator[Row]:
        for _ in range(n):
            yield zeros(3)

    values = fresh(3)
    alive = weakref.ref(next(values))
    assert alive() is None
    assert sum(1 for _ in values) == 2
