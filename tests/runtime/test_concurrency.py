"""Each call has dims of its own: in threads, tasks and generators, in recursion, in calls from `__torch_function__`."""

import asyncio
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, TypeVar

import pytest
import torch

from dtensortypes import Device, Float, Float32, Int64, Tensor, TensorTypeError, checked

THREADS, CALLS = 8, 20_000
D, V = TypeVar("D", bound=Float), TypeVar("V", bound=Device)
FLOATS = [torch.float16, torch.float32, torch.float64, torch.bfloat16]


@pytest.fixture(autouse=True)
def _hasty_switches():
    """Threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


def in_threads(work):
    """What the function gives for each thread's number, all of them begun together."""
    together = Barrier(THREADS)

    def begun(number):
        together.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begun, range(THREADS)))


def refusal(function, *arguments):
    """The refusal's reason, or None."""
    try:
        function(*arguments)
    except TensorTypeError as error:
        return str(error).splitlines()[0]
    return None


@checked
def product(x: Tensor[D, V, "n m"], y: Tensor[D, V, "m n"], others: list[Tensor[D, V, "*b n"]]) -> Tensor[D, V, "n 1"]:
    if len(others) == 2:
        time.sleep(0)  # lets another thread in, between the check of the arguments and that of the result
    return x[:, :1] if len(others) < 3 else x[:1, :1]


def test_threads():
    def work(number):
        n, m, dtype = number + 2, 20 - number, FLOATS[number % 4]
        x, y, wrong = torch.empty(n, m, dtype=dtype), torch.empty(m, n, dtype=dtype), torch.empty(m, n + 1, dtype=dtype)
        item, other = torch.empty(3, n, dtype=dtype), torch.empty(3, n, dtype=FLOATS[(number + 1) % 4])
        wrong_calls = [
            ((x, wrong, []), f'dim 1 is {n + 1}, but "n" is {n} in "x"'),
            (
                (x, y, [item] * 3),
                f'return value of "product" has shape (1, 1), declared "n 1": dim 0 is 1, but "n" is {n}',
            ),
            ((y, y, [item]), 'argument "y"'),
            ((x, y, [item, other]), 'argument "others[1]"'),
        ]
        for i in range(CALLS):
            if i % 40:
                assert refusal(product, x, y, [item] * (1 + i % 2)) is None, (number, i)
            else:
                arguments, words = wrong_calls[i // 40 % len(wrong_calls)]
                reason = refusal(product, *arguments)
                assert reason is not None, (number, i)
                assert words in reason, (number, i)
        return True

    assert all(in_threads(work))


def test_isinstance_in_threads():
    def work(number):
        hint, x = Tensor[Float32, Any, f"{number} n n+1"], torch.empty(number, 3, 4)
        return [
            (isinstance(x, hint), isinstance(x[1:], hint), isinstance(x.mT, Tensor[Float32, Any, "n n n"]))
            for _ in range(500)
        ]

    results = in_threads(work)
    assert all(set(one) == {(True, not number, False)} for number, one in enumerate(results) if number)


def test_decoration_in_threads():
    def work(number):
        verdicts = []
        for i in range(60):

            def f(x: Tensor[Float32, Any, "n m"], y) -> Tensor[Float32, Any, "m"]:
                return y

            f.__annotations__["x"] = Tensor[Float32, Any, f"n m {number * 60 + i}"]
            g = checked(f)
            x = torch.empty(1, 2, number * 60 + i)
            verdicts.append((refusal(g, x, torch.empty(2)), bool(refusal(g, x, torch.empty(1))), g.__name__))
        return verdicts

    assert all(set(verdicts) == {(None, True, "f")} for verdicts in in_threads(work))


# --- tasks


@checked
async def slowly(
    x: Tensor[Float32, Any, "n m"], result: Tensor[Float32, Any, "..."], turns: int
) -> Tensor[Float32, Any, "m n"]:
    for _ in range(turns):
        await asyncio.sleep(0)
    return result


def test_interleaved_tasks():
    async def one(i):
        x = torch.empty(i % 7 + 1, i % 5 + 10)
        if i % 3 == 0:
            with pytest.raises(TensorTypeError, match=f'but "m" is {i % 5 + 10} in "x"'):
                await slowly(x, torch.empty(3, i % 7 + 1), i % 4)
        elif i % 3 == 1:
            with pytest.raises(TensorTypeError, match='argument "x"'):
                await slowly(x[0], x.T, 2)
        else:
            await slowly(x, x.T, i % 6)
        return i

    async def everything():
        return await asyncio.gather(*map(one, range(600)))

    assert asyncio.run(everything()) == list(range(600))


@checked
def rows(x: Tensor[Float32, Any, "n m"], last: Tensor[Float32, Any, "..."]) -> Iterator[Tensor[Float32, Any, "m"]]:
    yield from x
    yield last


def test_interleaved_generators():
    running = [rows(torch.empty(5, width), torch.empty(width + width % 2)) for width in range(1, 200)]
    for _ in range(5):
        assert [len(next(one)) for one in running] == list(range(1, 200))
    for width, one in enumerate(running, 1):
        if width % 2:
            with pytest.raises(TensorTypeError, match=f'dim 0 is {width + 1}, but "m" is {width} in "x"'):
                next(one)
        else:
            assert len(next(one)) == width


def test_generators_in_threads():
    def work(number):
        width = number + 1
        total = 0
        for _ in range(40):
            total += sum(len(one) for one in rows(torch.empty(10, width), torch.empty(width)))
        return total == 440 * width

    assert all(in_threads(work))


# --- recursion


@checked
def shrunk(x: Tensor[Float32, Any, "n"], wrong_at: int) -> Tensor[Float32, Any, "n"]:
    if len(x) == 0:
        return x
    inner = shrunk(x[1:], wrong_at)
    return inner if len(x) == wrong_at else torch.cat([inner, x[:1]])


def test_recursion():
    assert len(shrunk(torch.empty(60), -1)) == 60
    with pytest.raises(TensorTypeError, match=r'return value of "shrunk" has shape .* dim 0 is 29, but "n" is 30'):
        shrunk(torch.empty(60), 30)


@checked
def even(x: Tensor[Float32, Any, "n m"]) -> Tensor[Float32, Any, "n m"]:
    return odd(x.T).T if x.numel() else x


@checked
def odd(x: Tensor[Float32, Any, "n m"]) -> Tensor[Float32, Any, "n m"]:
    return torch.cat([even(x[1:].T).T, x[:1]])


def test_mutual_recursion():
    assert even(torch.empty(3, 50)).shape == (3, 50)


# --- re-entrancy


class Reentrant(torch.Tensor):
    """Each operation on it makes checked calls of its own."""

    seen: list[str] = []  # noqa: RUF012

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        cls.seen.append(func.__name__)
        assert refusal(inner, torch.empty(5), torch.empty(5)) is None
        assert 'but "n" is 5 in "x"' in refusal(inner, torch.empty(5), torch.empty(4))
        return super().__torch_function__(func, types, args, kwargs or {})


@checked
def inner(x: Tensor[Any, Any, "n"], y: Tensor[Any, Any, "n"]) -> Tensor[Any, Any, "n"]:
    return y


@checked
def outer(x: Tensor[Float32, Any, "n"], more: list[Tensor[Float32, Any, "n"]]) -> Tensor[Float32, Any, "n"]:
    return inner(x + more[0], x)


def test_calls_from_torch_function():
    x = torch.empty(3).as_subclass(Reentrant)
    Reentrant.seen.clear()
    assert refusal(outer, x, [x]) is None
    assert refusal(outer, x, [torch.empty(2)]) == (
        'argument "more[0]" of "outer" has shape (2,), declared "n": dim 0 is 2, but "n" is 3 in "x"'
    )
    assert "Int64" in refusal(checked(takes_int), x)
    assert Reentrant.seen == ["add"]  # our reads are not operations


def takes_int(x: Tensor[Int64, Any, "n"]):
    return None


def test_calls_from_torch_function_in_threads():
    def work(number):
        x = torch.empty(number + 3).as_subclass(Reentrant)
        return [refusal(outer, x, [x]) for _ in range(100)]

    assert all(set(one) == {None} for one in in_threads(work))
