"""What no shape tells may be any size; only what no size can make right is refused."""

from itertools import product
from typing import Any

import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st

from dtensortypes import Tensor, TensorTypeError, checked
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.pattern import Axis, Pattern
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.runtime.finding import Wrong
from dtensortypes.runtime.judge import Bound, judged
from dtensortypes.runtime.nodes import TensorHint
from tests.strategies import polynomials


def fits(dims, sizes):
    hints = [TensorHint(UNKNOWN, UNKNOWN, Pattern((Axis(dim),))) for dim in dims]
    values = [(hint, torch.empty(size), f"x{i}") for i, (hint, size) in enumerate(zip(hints, sizes, strict=True))]
    try:
        judged(values, Bound(), {})
    except Wrong:
        return False
    return True


def value(dim, meant):
    return dim.substitute({name: Dim.of(size) for name, size in meant.items()})


@given(st.lists(polynomials, min_size=1, max_size=2), st.lists(st.integers(0, 4), min_size=2, max_size=2), st.data())
def test_what_some_sizes_make_right_is_not_refused(dims, meant, data):
    meant = dict(zip("abn", [*meant, data.draw(st.integers(0, 4))], strict=True))
    sizes = [value(dim, meant).constant for dim in dims]
    assume(all(size is not None and 0 <= size < 100 for size in sizes))
    assert fits(dims, sizes)


@given(
    st.sampled_from(["min(a,b)", "max(a,b)", "a//2", "a%3", "a//3+1", "min(a,b)*2"]),
    st.integers(0, 6),
    st.integers(0, 6),
)
def test_what_no_size_makes_right_is_refused(text, size, a):
    (dim,) = (axis.dim for axis in Tensor[Any, Any, text].__tensor__[2].axes)
    right = any(value(dim, {"a": a, "b": b}) == Dim.of(size) for b in range(40))
    assert fits([Dim.of("a"), dim], [a, size]) == right
    free = any(value(dim, {"a": a, "b": b}) == Dim.of(size) for a, b in product(range(40), repeat=2))
    assert fits([dim], [size]) or not free


def test_the_words():
    @checked
    def f(x: Tensor[Any, Any, "a"], y: Tensor[Any, Any, "min(a,b)"], z: Tensor[Any, Any, "b"] | None = None): ...

    f(torch.empty(3), torch.empty(2))
    f(torch.empty(3), torch.empty(2), torch.empty(2))
    with pytest.raises(TensorTypeError) as caught:
        f(torch.empty(3), torch.empty(4))
    assert str(caught.value).startswith(
        'argument "y" of "f" has shape (4,), declared "min(a,b)": no size of "b" makes dim 0 4'
    )


def test_nothing_is_divided_by_zero():
    @checked
    def f(x: Tensor[Any, Any, "a"], y: Tensor[Any, Any, "a//b #a%b"], z: Tensor[Any, Any, "b"]): ...

    f(torch.empty(4), torch.empty(2, 1), torch.empty(2))
    f(torch.empty(4), torch.empty(1, 1), torch.empty(3))
    with pytest.raises(TensorTypeError) as caught:
        f(torch.empty(4), torch.empty(2, 1), torch.empty(0))
    assert str(caught.value).startswith(
        'argument "y" of "f" has shape (2, 1), declared "a//b #a%b": "b" is 0, by which nothing is divided'
    )
