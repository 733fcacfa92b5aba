"""The law of checked generators: as long as every value is right, nobody can tell one from the bare generator."""

import asyncio
import gc
import inspect
import weakref
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes import CPU, Float32, Tensor, TensorTypeError, checked
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.yields import Relay

VALUES = [torch.zeros(i) for i in range(4)]


class Thrown(Exception):  # noqa: N818 - nothing went wrong
    """What is thrown into a generator."""


# --- a generator that does as it is told, and one that is told to do the same


def machine(script, heard) -> Generator[Tensor, Any, Any]:
    try:
        for value, on_throw, on_exit in script:
            try:
                heard.append((yield VALUES[value]))
            except (Thrown, StopIteration, StopAsyncIteration) as error:
                heard.append(repr(error))
                if on_throw == "raise":
                    raise
                if on_throw == "other":
                    raise KeyError(value)  # noqa: B904 - its context is what is looked at
                if on_throw == "return":
                    return value
            except GeneratorExit:
                heard.append("exit")
                if on_exit == "raise":
                    raise
                if on_exit == "return":
                    return value
            if on_throw == "fail":
                raise LookupError(value)
        return len(script)
    finally:
        heard.append("end")


async def async_machine(script, heard) -> AsyncGenerator[Tensor, Any]:
    bare = machine(script, heard)
    step, sent = bare.send, None
    while True:
        await asyncio.sleep(0)
        try:
            value = step(sent)
        except StopIteration:
            return
        try:
            step, sent = bare.send, (yield value)
        except BaseException as error:  # noqa: BLE001 - the machine is told of everything
            step, sent = bare.throw, error


CHECKED, ASYNC_CHECKED = checked(machine), checked(async_machine)


def steps(on_exit):
    on_throw = st.sampled_from(["go on", "raise", "other", "return", "fail"])
    return st.lists(st.tuples(st.integers(0, 3), on_throw, st.sampled_from(on_exit)), max_size=5)


moves = st.sampled_from(["next", "next", "send", "send", "throw", "stop", "close", "exit"])


def outcome(error):
    """What a driver learns of an error: its kind, its words and what it came from."""
    chain = []
    while error is not None and len(chain) < 4:
        chain.append((type(error).__name__, str(error)))
        error = error.__cause__ or error.__context__
    return chain


def drive(generator, plan):
    seen = []
    for i, move in enumerate(plan):
        try:
            match move:
                case "next":
                    seen.append(next(generator))
                case "send":
                    seen.append(generator.send(i))
                case "throw":
                    seen.append(generator.throw(Thrown(i)))
                case "stop":
                    seen.append(generator.throw(StopIteration(i)))
                case "exit":
                    seen.append(generator.throw(GeneratorExit()))
                case "close":
                    seen.append(generator.close())
        except BaseException as error:  # noqa: BLE001 - errors are what is compared
            seen.append((outcome(error), getattr(error, "value", None)))
    return seen


async def async_drive(generator, plan):
    seen = []
    for i, move in enumerate(plan):
        try:
            match move:
                case "next":
                    seen.append(await anext(generator))
                case "send":
                    seen.append(await generator.asend(i))
                case "throw":
                    seen.append(await generator.athrow(Thrown(i)))
                case "stop":
                    seen.append(await generator.athrow(StopAsyncIteration(i)))
                case "exit":
                    seen.append(await generator.athrow(GeneratorExit()))
                case "close":
                    seen.append(await generator.aclose())
        except BaseException as error:  # noqa: BLE001 - as above
            seen.append(outcome(error))
    return seen


@given(steps(["raise", "return", "go on"]), st.lists(moves, max_size=8))
def test_a_checked_generator_cannot_be_told_from_the_bare_one(script, plan):
    heard, heard_checked = [], []
    plan += ["close"] * (len(script) + 1)
    bare = drive(machine(script, heard), plan)
    assert drive(CHECKED(script, heard_checked), plan) == bare
    assert heard_checked == heard


@given(steps(["raise", "return"]), st.lists(moves, max_size=8))
def test_a_checked_asynchronous_generator_cannot_be_told_from_the_bare_one(script, plan):
    heard, heard_checked = [], []
    plan += ["close"] * (len(script) + 1)
    bare = asyncio.run(async_drive(async_machine(script, heard), plan))
    assert asyncio.run(async_drive(ASYNC_CHECKED(script, heard_checked), plan)) == bare
    assert heard_checked == heard


def test_what_nobody_judges_goes_through_as_it_is():
    names = Names([])
    assert Relay(names, asynchronous=True).lines("inner()", {}) != Relay(names, asynchronous=False).lines("inner()", {})
    assert "fault" not in "".join(Relay(Names([]), asynchronous=True).lines("f()", {}))


# --- values, sent values, the value returned


def windows(
    x: Tensor[Float32, CPU, "n"], out: Any = None
) -> Generator[Tensor[Float32, CPU, "n"], Tensor[Float32, CPU, "n k"], Tensor[Float32, CPU, "k"]]:
    try:
        sent = yield x
        while sent is None:
            sent = yield x if out is None else out
        return sent[0] if out is None else out
    finally:
        CLOSED.append("windows")


CLOSED = []


def after(generator, *sent):
    """What the last of these sends gives, or raises."""
    next(generator)
    try:
        for value in sent:
            result = generator.send(value)
    except StopIteration as stop:
        return stop.value
    return result


zeros = torch.zeros


def test_all_three_values_share_the_names_of_the_call():
    make = checked(windows)
    assert inspect.isgeneratorfunction(make)
    assert after(make(zeros(3)), None, None).shape == (3,)
    assert after(make(zeros(3)), None, zeros(3, 5)).shape == (5,)
    for value, *sent, words in (
        (zeros(2), None, 'yielded value of "windows" has shape (2,), declared "n": dim 0 is 2, but "n" is 3 in "x"'),
        (
            None,
            zeros(2, 5),
            'sent value of "windows" has shape (2, 5), declared "n k": dim 0 is 2, but "n" is 3 in "x"',
        ),
        (None, zeros(3, 5).half(), 'sent value of "windows" is float16, declared Float32 ("n k")'),
        (
            zeros(4),
            zeros(3, 5),
            'return value of "windows" has shape (4,), declared "k": dim 0 is 4, but "k" is 5 in "sent value"',
        ),
    ):
        CLOSED.clear()
        with pytest.raises(TensorTypeError) as caught:
            after(make(zeros(3), value), *sent)
        assert str(caught.value).split("\n")[0] == words
        assert CLOSED == ["windows"]


def test_a_name_that_one_value_binds_is_bound_for_the_next():
    @checked
    def batches(*sizes: int) -> Iterator[Tensor[Float32, CPU, "b n"]]:
        for size in sizes:
            yield zeros(size, 3)

    assert len(list(batches(2, 2, 2))) == 3
    with pytest.raises(TensorTypeError, match='dim 0 is 1, but "b" is 2 in "yielded value"'):
        list(batches(2, 2, 1))


def test_values_in_containers_and_of_the_arguments():
    class Net:
        size = 2

        @checked
        def pairs(self, *xs: Tensor[Any, Any, "n"]) -> Iterator[tuple[Tensor[Any, Any, "n {self.size}"], int]]:
            for i, x in enumerate(xs):
                yield x.new_zeros(len(x), 2 + i), i

    assert len(list(Net().pairs(zeros(3)))) == 1
    with pytest.raises(TensorTypeError, match=r'yielded value\[0\] of "pairs" has shape'):
        list(Net().pairs(zeros(3), zeros(3)))


def test_arguments_are_judged_when_the_first_value_is_asked_for():
    values = checked(windows)(zeros(3, 3))
    with pytest.raises(TensorTypeError, match='argument "x" of "windows"'):
        next(values)
    with pytest.raises(StopIteration):
        next(values)


async def stream(
    x: Tensor[Float32, CPU, "n"], *outs: Any
) -> AsyncGenerator[Tensor[Float32, CPU, "n"], Tensor[Float32, CPU, "k"]]:
    try:
        for out in (x, *outs):
            sent = yield out
            await asyncio.sleep(0)
            if sent is not None:
                yield sent
    finally:
        await asyncio.sleep(0)
        CLOSED.append("stream")


async def collected(values):
    return [value async for value in values]


def test_asynchronous_generators():
    make = checked(stream)
    assert inspect.isasyncgenfunction(make)
    assert len(asyncio.run(collected(make(zeros(3), zeros(3))))) == 2
    CLOSED.clear()
    with pytest.raises(TensorTypeError, match='yielded value of "stream" has shape'):
        asyncio.run(collected(make(zeros(3), zeros(2))))
    assert CLOSED == ["stream"]
    with pytest.raises(TensorTypeError, match='argument "x" of "stream"'):
        asyncio.run(collected(make(zeros(3, 3))))

    async def send(*sent):
        values = make(zeros(3))
        await anext(values)
        for one in sent:
            await values.asend(one)

    asyncio.run(send(zeros(3)))
    with pytest.raises(TensorTypeError, match='sent value of "stream" is float64, declared Float32'):
        asyncio.run(send(zeros(3).double()))


def test_an_event_loop_that_ends_closes_what_is_left_open(caplog):
    left = []

    async def begin():
        left.append(checked(stream)(zeros(3)))
        await anext(left[0])

    CLOSED.clear()
    asyncio.run(begin())
    assert (CLOSED, caplog.records) == (["stream"], [])


def test_asynchronous_generators_without_tensors_to_yield():
    @checked
    async def count(x: Tensor[Float32, CPU, "n"]) -> AsyncIterator[int]:
        for i in range(len(x)):
            yield i

    assert asyncio.run(collected(count(zeros(3)))) == [0, 1, 2]


def test_hundreds_of_interleaved_streams_have_names_of_their_own():
    async def all_of_them():
        values = [collected(checked(stream)(zeros(i), zeros(i + i % 2))) for i in range(200)]
        return await asyncio.gather(*values, return_exceptions=True)

    found = asyncio.run(all_of_them())
    assert [isinstance(one, TensorTypeError) for one in found] == [i % 2 == 1 for i in range(200)]


def test_context_managers_made_of_checked_generators():
    @contextmanager
    @checked
    def opened(x: Tensor[Float32, CPU, "n"]) -> Iterator[Tensor[Float32, CPU, "n"]]:
        yield x

    @asynccontextmanager
    @checked
    async def aopened(x: Tensor[Float32, CPU, "n"]) -> AsyncIterator[Tensor[Float32, CPU, "n"]]:
        yield x

    async def inside(x):
        async with aopened(x) as y:
            return y

    with opened(zeros(3)) as x, pytest.raises(KeyError), opened(x):
        raise KeyError
    assert asyncio.run(inside(x)) is x
    with pytest.raises(TensorTypeError), opened(zeros(3, 3)):
        pass
    with pytest.raises(TensorTypeError):
        asyncio.run(inside(zeros(3, 3)))


# --- lives


def test_no_tensor_lives_longer_for_it():
    @checked
    def fresh(x: Tensor[Float32, CPU, "n"]) -> Generator[Tensor[Float32, CPU, "n"], Tensor[Float32, CPU, "k"], None]:
        while True:
            yield zeros(2)

    values = fresh(zeros(2))
    gc.disable()
    try:
        given = weakref.ref(next(values))
        assert given() is None
        sent = zeros(4)
        taken = weakref.ref(sent)
        values.send(sent)
        del sent
        assert taken() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("size", [2, 3])
def test_a_refused_value_is_not_kept_alive(size):
    @checked
    def one(x: Tensor[Float32, CPU, "n"], size: int) -> Iterator[Tensor[Float32, CPU, "n"]]:
        value = zeros(size)
        alive.append(weakref.ref(value))
        yield value

    alive = []
    gc.disable()
    try:
        list(one(zeros(2), size))
    except TensorTypeError:
        pass
    finally:
        kept = alive[0]()
        gc.enable()
    assert kept is None
