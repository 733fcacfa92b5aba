"""`check(x, hint)`: a value in the middle of code."""

import re
import traceback
from typing import Annotated, Any

import pytest
import torch
from beartype.roar import BeartypeCallHintViolation

from dtensortypes import CPU, Float32, Tensor, TensorTypeError, TensorTypeWarning, check, checking

zeros = torch.zeros
X = Tensor[Float32, CPU, "b n"]


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (X, zeros(2, 3)),
        (Tensor[Any, Any, "n n"], zeros(2, 2)),
        (X | None, None),
        (list[X], [zeros(2, 3), zeros(2, 3)]),
        (dict[str, X], {}),
        (Annotated[X, ["marks without a hash"]], zeros(2, 3)),
        (int | str, 3),
        (list[int], [1, 2]),
    ],
)
def test_it_gives_the_value_back(hint, value):
    assert check(value, hint) is value


@pytest.mark.parametrize(
    ("hint", "value", "words"),
    [
        (X, zeros(2), 'argument "value" of "check" has shape (2,), declared "b n": 1 dim, not 2'),
        (Tensor[Any, Any, "n n"], zeros(2, 3), 'argument "value" of "check" has shape (2, 3), declared "n n"'),
        (list[X], [zeros(2, 3), zeros(2, 4)], 'argument "value[1]" of "check" has shape (2, 4), declared "b n"'),
        (Annotated[X, []], 3, 'argument "value" of "check" is an int, declared Tensor[Float32, CPU, "b n"]'),
    ],
)
def test_what_is_said_of_a_wrong_tensor(hint, value, words):
    with pytest.raises(TensorTypeError) as caught:
        check(value, hint)
    assert str(caught.value).startswith(words)


def test_beartype_says_what_is_wrong_with_anything_else():
    with pytest.raises(BeartypeCallHintViolation, match=r"dtensortypes.check\(\) parameter value='3'"):
        check("3", int)


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (Tensor[Any, Any, "n*m"], 'no call of "check" can tell the size "m*n"'),
        (Tensor[Any, Any, "{self.n}"], '"check" has no parameter for {self.n}'),
    ],
)
def test_a_hint_that_cannot_be_checked(hint, words):
    for _ in range(2):
        with pytest.raises(TypeError, match=re.escape(words)) as caught:
            check(zeros(2), hint)
        assert caught.value.__context__ is None


def test_it_obeys_the_modes_of_the_module_that_calls(monkeypatch):
    with checking("warn"), pytest.warns(TensorTypeWarning, match='"value" of "check"') as caught:
        value = check(zeros(2), X)
    assert (value.shape, caught[0].filename) == ((2,), __file__)
    with checking("off", module=__name__):
        assert check("3", int) == "3"
    with checking("off", module="dtensortypes"), pytest.raises(TensorTypeError):
        check(zeros(2), X)


def test_the_traceback_is_short():
    with pytest.raises(TensorTypeError) as caught:
        check(zeros(2), X)
    assert [frame.name for frame in traceback.extract_tb(caught.tb)][1:] == ["check", "check"]


def inline(x):
    return check(x + 1, Tensor[Float32, CPU, "b n"]) * 2


def several(x):
    a, b = check((x, 3), tuple[X, int])
    return check([a, x], list[X])[0] * check(b, int)


def optional(x):
    return check(x, X | None) * 2


@pytest.mark.parametrize("function", [inline, several, optional])
def test_no_graph_breaks_for_it(function):
    torch._dynamo.reset()
    graph = torch.compile(function, backend="eager", fullgraph=True)
    assert graph(zeros(2, 3)).shape == (2, 3)
    with pytest.raises(torch._dynamo.exc.Unsupported, match='a tensor is not what "check" declares'):
        graph(zeros(2, 3).double())
