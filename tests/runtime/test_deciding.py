"""Unions are decided one after the other: what fits together is found, and what does not is refused, both in time."""

from itertools import product
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes import Tensor, TensorTypeError, checked
from dtensortypes.runtime.deciding import MOST
from dtensortypes.runtime.finding import Wrong
from dtensortypes.runtime.judge import Bound, judged
from dtensortypes.runtime.reading import read

N, M = Tensor[Any, Any, "n"], Tensor[Any, Any, "m"]


@given(st.lists(st.integers(2, 5), max_size=8), st.sampled_from([2, 3, None]))
def test_a_list_of_two_names_holds_two_sizes(sizes, fixed):
    hints = [N, M] if fixed is None else [N, Tensor[Any, Any, str(fixed)]]
    node = read(list[hints[0] | hints[1]])
    ways = product([0, 1], repeat=len(sizes))

    def fits(way):
        first = {size for size, at in zip(sizes, way, strict=True) if at == 0}
        second = {size for size, at in zip(sizes, way, strict=True) if at == 1}
        return len(first) < 2 and (len(second) < 2 if fixed is None else second <= {fixed})

    try:
        judged([(node, [torch.zeros(size) for size in sizes], "xs")], Bound(), {})
    except Wrong:
        assert not any(map(fits, ways))
    else:
        assert any(map(fits, ways))


@pytest.mark.parametrize("count", [2, 100, 1000])
def test_many_items_of_two_kinds(count):
    @checked
    def f(xs: list[Tensor[Any, Any, "n 1"] | Tensor[Any, Any, "n m"]], n: N): ...

    xs = [torch.zeros(3, 1) for _ in range(count)]
    f(xs, torch.zeros(3))
    xs[-1] = torch.zeros(3, 2)
    f(xs, torch.zeros(3))
    xs[0] = torch.zeros(4, 2)
    with pytest.raises(TensorTypeError, match=r'argument "xs\[.*\]" of "f" has shape'):
        f(xs, torch.zeros(3))


def test_a_union_inside_of_a_union():
    node = read(list[N | list[M | Tensor[Any, Any, "n n"]]])
    n, m = torch.zeros(2), torch.zeros(3)
    bound = judged([(node, [n, [m, torch.zeros(2, 2)], n], "xs")], Bound(), {})
    assert {name: size.constant for name, size in bound.dims.sizes.items()} == {"n": 2, "m": 3}
    with pytest.raises(Wrong):
        judged([(node, [n, [m, torch.zeros(3, 3)], n], "xs")], Bound(), {})


def test_the_return_value_may_need_another_reading_of_the_arguments():
    @checked
    def f(x: Tensor[Any, Any, "n 3"] | Tensor[Any, Any, "4 m"], size: int) -> N:
        return torch.zeros(size)

    f(torch.zeros(4, 3), 4)
    f(torch.zeros(4, 3), 7)
    f(torch.zeros(4, 5), 7)
    f(torch.zeros(5, 3), 5)
    with pytest.raises(TensorTypeError, match='return value of "f" has shape'):
        f(torch.zeros(5, 3), 7)


def test_more_decisions_than_can_be_looked_at_refuse_nothing():
    many = 20
    hints = tuple(Tensor[Any, Any, f"a{i}"] | Tensor[Any, Any, f"b{i}"] for i in range(many))
    node = read(tuple[*hints, Tensor[Any, Any, "a0 b0"] | Tensor[Any, Any, "b0 a0"]])
    assert 2**many > 10 * MOST
    judged([(node, (*(torch.zeros(2) for _ in range(many)), torch.zeros(9, 9)), "xs")], Bound(), {})
    few = read(tuple[*hints[:3], Tensor[Any, Any, "a0 b0"] | Tensor[Any, Any, "b0 a0"]])
    with pytest.raises(Wrong):
        judged([(few, (*(torch.zeros(2) for _ in range(3)), torch.zeros(9, 9)), "xs")], Bound(), {})
