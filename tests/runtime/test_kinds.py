import contextlib
import functools
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterable, Iterator
from typing import Annotated, Any
from typing import Generator as TypingGenerator  # noqa: UP035 - older programs say it so

import pytest
import torch

from dtensortypes import Float32, Tensor, checked
from dtensortypes.runtime.kinds import Kind, exchanged, kind_of
from dtensortypes.runtime.signature import NOTHING

X = Tensor[Float32]


def function(x: X) -> X: ...
async def coroutine(x: X) -> X: ...
def generator(x: X) -> Iterator[X]:
    yield x


async def async_generator(x: X) -> AsyncIterator[X]:
    yield x


FUNCTIONS = [function, coroutine, generator, async_generator]


@pytest.mark.parametrize(("one", "kind"), [*zip(FUNCTIONS, Kind, strict=True)])
def test_the_kind_is_kept(one, kind):
    assert kind_of(one) is kind
    assert kind_of(checked(one)) is kind
    assert (kind.is_async, kind.is_generator) == (
        kind in {Kind.COROUTINE, Kind.ASYNC_GENERATOR},
        kind in {Kind.GENERATOR, Kind.ASYNC_GENERATOR},
    )


@pytest.mark.parametrize("one", FUNCTIONS[1:])
def test_a_wrapper_of_another_kind_is_refused(one):
    @functools.wraps(one)
    def wrapper(*args, **kwargs):
        return one(*args, **kwargs)

    with pytest.raises(TypeError) as caught:
        checked(wrapper)
    assert str(caught.value) == (
        f'"{one.__name__}" wraps {kind_of(one).value}, and is a function: '
        "put @checked on the function that it wraps, below the other decorators"
    )


@pytest.mark.parametrize("decorator", [contextlib.contextmanager, torch.no_grad()])
def test_what_well_known_decorators_make_of_other_kinds(decorator):
    wrong = generator if decorator is contextlib.contextmanager else coroutine
    with pytest.raises(TypeError, match="put @checked on the function that it wraps"):
        checked(decorator(wrong))


def test_a_function_may_become_a_coroutine():
    @checked
    @functools.wraps(function)
    async def later(*args, **kwargs):
        return function(*args, **kwargs)

    assert kind_of(later) is Kind.COROUTINE


@pytest.mark.parametrize(
    ("kind", "hint", "parts"),
    [
        (Kind.GENERATOR, Generator[X, int, str], (X, int, str)),
        (Kind.GENERATOR, TypingGenerator[X, int, str], (X, int, str)),
        (Kind.GENERATOR, Annotated[Generator[X, int, str], "marks"], (X, int, str)),
        (Kind.GENERATOR, Iterator[X], (X, NOTHING, NOTHING)),
        (Kind.GENERATOR, Iterable[X], (X, NOTHING, NOTHING)),
        (Kind.GENERATOR, Iterator, (NOTHING,) * 3),
        (Kind.GENERATOR, Any, (NOTHING,) * 3),
        (Kind.GENERATOR, NOTHING, (NOTHING,) * 3),
        (Kind.GENERATOR, int, (NOTHING,) * 3),  # beartype's business, and mypy's
        (Kind.ASYNC_GENERATOR, AsyncGenerator[X, int], (X, int, NOTHING)),
        (Kind.ASYNC_GENERATOR, AsyncIterator[X], (X, NOTHING, NOTHING)),
    ],
)
def test_what_a_generator_function_says(kind, hint, parts):
    assert tuple(exchanged("f", kind, hint).values()) == parts


@pytest.mark.parametrize("hint", [X, list[X], AsyncIterator[X]])
def test_what_a_generator_function_cannot_say(hint):
    with pytest.raises(TypeError, match='"f" is a generator function: its return annotation is one of Generator'):
        exchanged("f", Kind.GENERATOR, hint)
