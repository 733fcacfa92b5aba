"""The modes at work: what becomes of calls that are wrong, and that right ones ask for nothing."""

import asyncio
import contextvars
import linecache
import threading
import warnings
from collections.abc import Iterator

import pytest
import torch
from beartype import BeartypeConf
from beartype.roar import BeartypeCallHintViolation

from dtensortypes import CPU, Float32, Tensor, TensorTypeError, TensorTypeWarning, checked, checking, set_checking
from dtensortypes.runtime import modes
from dtensortypes.runtime.modes import VARIABLE

zeros = torch.zeros
X = Tensor[Float32, CPU, "n"]
CALLED = []


@checked
def scaled(x: X, y: X, factor: float = 1.0) -> X:
    CALLED.append(factor)
    return x * y


def said(function, *arguments, **keywords):
    """What the call gives, and the first lines of the warnings about it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = function(*arguments, **keywords)
    assert {one.category for one in caught} <= {TensorTypeWarning}
    return result, [str(one.message).split("\n")[0] for one in caught]


WRONG_Y = 'argument "y" of "scaled" is float64, declared Float32 ("n")'
WRONG_RETURN = 'return value of "scaled" is float64, declared Float32 ("n")'


def test_warn_says_all_that_the_error_says_and_goes_on():
    with pytest.raises(TensorTypeError) as error:
        scaled(zeros(2), zeros(2).double())
    with checking("warn"), pytest.warns(TensorTypeWarning) as caught:
        result = scaled(zeros(2), zeros(2).double())
    lines = [str(one).split("\n") for one in (caught[0].message, error.value)]
    assert [line for line in lines[0] if "called from" not in line] == [
        line for line in lines[1] if "called from" not in line
    ]
    assert [str(one.message).split("\n")[0] for one in caught] == [WRONG_Y, WRONG_RETURN]
    assert result.dtype is torch.float64
    assert issubclass(TensorTypeWarning, UserWarning)


def test_off_goes_on_in_silence():
    with checking("off"):
        assert said(scaled, zeros(2), zeros(3, 2).double())[1] == []
    with pytest.raises(TensorTypeError):
        scaled(zeros(2), zeros(3))


def test_beartypes_violations_obey_too():
    for mode, count in (("warn", 1), ("off", 0)):
        with checking(mode):
            result, words = said(scaled, zeros(2), zeros(2), "2.0")
        assert (result.shape, CALLED.pop(), len(words)) == ((2,), "2.0", count)
        assert not words or "parameter factor='2.0' violates type hint" in words[0]
    with pytest.raises(BeartypeCallHintViolation):
        scaled(zeros(2), zeros(2), "2.0")

    @checked(mode="warn")
    def norm(x: X) -> float:
        return x.norm()

    value, words = said(norm, zeros(2))
    assert isinstance(value, torch.Tensor)
    assert "return" in words[0]


def test_the_decorators_own_mode_is_the_strongest(monkeypatch):
    strict, lenient = checked(scaled, mode="error"), checked(scaled, mode="warn")
    monkeypatch.setenv(VARIABLE, "off")
    with checking("off"), pytest.raises(TensorTypeError):
        strict(zeros(2), zeros(3))
    with checking("error"):
        assert said(lenient, zeros(2), zeros(2).double())[1] == [WRONG_Y, WRONG_RETURN]
    assert checked(scaled.__wrapped__) is scaled.__wrapped__
    assert checked(scaled.__wrapped__, mode="error") is not scaled.__wrapped__


@pytest.mark.parametrize("how", ["environment", "block", "own"])
def test_off_at_decoration_is_nothing_at_all(monkeypatch, how):
    def f(x: X) -> X:
        return x

    if how == "environment":
        monkeypatch.setenv(VARIABLE, "warn,nothing.here=error," + f"{__name__}=off")
        assert checked(f) is f
    elif how == "block":
        with checking("off", module=__name__):
            assert checked(f) is f
    else:
        assert checked(mode="off")(f) is f
        assert checked(checked(f), mode="off") is f
    for thing in (staticmethod(f), classmethod(f), property(f)):
        assert checked(thing, mode="off") is thing


def test_a_setting_that_says_nothing_is_an_error_at_decoration(monkeypatch):
    monkeypatch.setenv(VARIABLE, "loud")
    with pytest.raises(ValueError, match=VARIABLE):
        checked(lambda x: x)


def test_modules_and_the_mode_set_for_good(monkeypatch):
    monkeypatch.setenv(VARIABLE, "")
    set_checking("warn", module=__name__.partition(".")[0])
    assert said(scaled, zeros(2), zeros(2).double())[1] == [WRONG_Y, WRONG_RETURN]
    set_checking("off", module=__name__)
    assert said(scaled, zeros(2), zeros(2).double())[1] == []
    with checking("error", module="elsewhere"):
        assert said(scaled, zeros(2), zeros(2).double())[1] == []
    with checking("error", module=__name__), pytest.raises(TensorTypeError):
        scaled(zeros(2), zeros(2).double())


# --- where the warning stands


def line_of(caught):
    return linecache.getline(caught.filename, caught.lineno).strip()


class Net(torch.nn.Module):
    @checked(mode="warn")
    def forward(self, x: X): ...


@checked(mode="warn")
async def awaited(x: X): ...


@checked(mode="warn")
def values(x: X) -> Iterator[X]:
    yield x
    yield x.double()


async def awaits(x):
    await awaited(x)


WRONG = zeros(2, 2)


@pytest.mark.parametrize(
    "call",
    [
        lambda: Net()(WRONG),
        lambda: torch.nn.Sequential(Net())(WRONG),
        lambda: asyncio.run(awaited(WRONG)),
        lambda: list(values(WRONG)),
    ],
)
def test_the_warning_stands_at_the_users_line(call):
    with pytest.warns(TensorTypeWarning) as caught:
        call()
    assert {one.filename for one in caught} == {__file__}
    assert all(line_of(one).startswith("lambda: ") for one in caught)


def test_the_warning_stands_where_it_is_awaited():
    with pytest.warns(TensorTypeWarning) as caught:
        asyncio.run(awaits(WRONG))
    assert line_of(caught[0]) == "await awaited(x)"


def test_it_is_an_ordinary_warning():
    def call():
        Net()(WRONG)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        call()
        call()
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(TensorTypeWarning, match='argument "x" of "forward"'):
            call()


# --- threads, tasks, graphs


def test_a_block_is_of_its_thread_and_task_alone():
    found = {}

    async def task(mode):
        with checking(mode):
            await asyncio.sleep(0)
            try:
                found[mode] = said(scaled, zeros(2), zeros(3, 2))[1]
            except TensorTypeError:
                found[mode] = "raised"

    async def tasks():
        await asyncio.gather(task("off"), task("error"))

    def thread():
        try:
            scaled(zeros(2), zeros(3, 2))
        except TensorTypeError:
            found["thread"] = "raised"

    asyncio.run(tasks())
    with checking("off"):
        other = threading.Thread(target=thread)
        other.start()
        other.join()
    assert found == {"off": [], "error": "raised", "thread": "raised"}


def test_a_right_call_asks_for_no_mode(monkeypatch):
    class Untouchable:
        def get(self):
            raise AssertionError

    monkeypatch.setattr(modes, "_around", Untouchable())
    assert scaled(zeros(2), zeros(2)).shape == (2,)
    with pytest.raises(AssertionError):
        scaled(zeros(2), zeros(3))


def compiled(function, **options):
    torch._dynamo.reset()
    return torch.compile(function, backend="eager", **options)


@pytest.mark.parametrize("fullgraph", [True, False])
def test_modes_in_graphs(fullgraph):
    lenient = compiled(checked(scaled, mode="warn"), fullgraph=fullgraph)
    assert said(lenient, zeros(2), zeros(2))[1] == []
    result, words = said(lenient, zeros(2), zeros(2).double())
    assert result.dtype is torch.float64
    assert words[0].startswith('a tensor is not what "scaled" declares')
    strict = compiled(scaled, fullgraph=fullgraph)
    with pytest.raises((TensorTypeError, torch._dynamo.exc.Unsupported), match="scaled"):
        strict(zeros(2), zeros(2).double())
    with checking("off"):
        assert said(compiled(scaled, fullgraph=fullgraph), zeros(2), zeros(2).double())[1] == []


def test_conf_may_have_beartype_warn_by_itself():
    @checked(conf=BeartypeConf(violation_type=FutureWarning))
    def f(n: int) -> str:
        return n

    with pytest.warns(FutureWarning, match="violates type hint") as caught:
        assert f("1") == "1"
    assert len(caught) == 1


def test_a_copied_context_keeps_its_blocks():
    with checking("off"):
        context = contextvars.copy_context()
    assert said(context.run, scaled, zeros(2), zeros(3, 2))[1] == []
    with pytest.raises(TensorTypeError):
        scaled(zeros(2), zeros(3, 2))
