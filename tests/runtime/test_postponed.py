"""The law of calls judged later: what they are told is what they would have been told at once."""

from typing import Any, TypeVar

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes import CPU, Float, Float32, Tensor, TensorTypeError, checked, trace
from dtensortypes.runtime import court, postponed
from dtensortypes.runtime.judge import Bound

D = TypeVar("D", bound=Float)
SHAPES = ["a", "a b", "b a", "a a", "a 2", "_ a", "*s", "*s a", "a *s", "... b", "", "2 3"]
DTYPES = [torch.float32, torch.float32, torch.float64, torch.int64]
WRAPPINGS = [
    (lambda hint: hint, lambda x: x),
    (lambda hint: hint, lambda x: x),
    (lambda hint: list[hint], lambda x: [x, x]),
    (lambda hint: tuple[hint, int], lambda x: (x, 1)),
    (lambda hint: dict[str, hint], lambda x: {"x": x}),
]

hints = st.builds(
    lambda dtype, shape: Tensor[dtype, CPU, shape], st.sampled_from([Float32, D, Any]), st.sampled_from(SHAPES)
)
tensors = st.builds(
    lambda shape, dtype: torch.zeros(shape, dtype=dtype),
    st.lists(st.integers(1, 3), max_size=3),
    st.sampled_from(DTYPES),
)


def told(function, *arguments):
    try:
        function(*arguments)
    except TensorTypeError as error:
        return str(error)
    return None


def function_of(names, hints, result):
    scope = {"result": result}
    exec(f"def f({', '.join(names)}): return result", scope)  # noqa: S102 - a function of so many parameters
    scope["f"].__annotations__ = dict(zip([*names, "return"], hints, strict=True))
    return scope["f"]


@given(st.lists(st.tuples(hints, tensors, st.sampled_from(WRAPPINGS)), min_size=2, max_size=4))
def test_what_is_told_later_is_what_would_be_told_at_once(drawn):
    declared = [wrap(hint) for hint, _, (wrap, _) in drawn]
    *arguments, result = [wrap(value) for _, value, (_, wrap) in drawn]
    function = function_of(["x", "y", "z"][: len(arguments)], declared, result)
    later = told(checked(function), *arguments)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(court, "postponed", lambda *_: None)
        assert told(checked(function), *arguments) == later


@checked
def plain(x: Tensor[Float32, CPU, "n"], scale: float = 1.0) -> Tensor[Float32, CPU, "n"]:
    return x * scale


@checked
def doubled(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, "n"]:
    return x.double()


@pytest.fixture
def unrecorded(monkeypatch):
    """As if no test before had left a tensor whose line is known."""
    monkeypatch.setattr(postponed, "is_recorded", lambda: False)


@pytest.mark.usefixtures("unrecorded")
@pytest.mark.parametrize(("function", "value"), [(plain, torch.zeros(2, 2)), (doubled, torch.zeros(2))])
def test_nothing_is_judged_before_somebody_asks(monkeypatch, function, value):
    judged, judge = [], court.judged
    monkeypatch.setattr(court, "judged", lambda *values: judged.append(1) or judge(*values))
    with pytest.raises(TensorTypeError) as caught:
        function(value)
    assert not judged
    assert f'of "{function.__name__}" ' in str(caught.value)
    assert judged


@pytest.mark.usefixtures("unrecorded")
def test_a_tensor_that_another_thread_changes(monkeypatch):
    monkeypatch.setattr(court, "judged", lambda *_: Bound())  # as if nothing were wrong with it any more
    with pytest.raises(TensorTypeError) as caught:
        plain(torch.zeros(2, 2))
    assert str(caught.value).startswith('a tensor of "plain" changed while the call was checked')


def test_where_lines_are_recorded_it_is_judged_at_once():
    with trace():
        value = torch.zeros(2).double()
        with pytest.raises(TensorTypeError) as caught:
            plain(value)
    del value
    assert "float64 since test_postponed.py:" in str(caught.value)
