"""A ragged dim is equal to itself: no number, and no size that is computed of one, is taken for it."""

import warnings
from typing import Any

import pytest
import torch

from dtensortypes import Tensor, TensorTypeError, checked

zeros = torch.zeros


@pytest.fixture(scope="module")
def x():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a prototype, torch says
        return torch.nested.nested_tensor([zeros(2, 5), zeros(3, 5)], layout=torch.jagged)


def taking(*shapes):
    """A function of tensors of these shapes."""

    def one(x): ...

    def two(x, y): ...

    function = [one, two][len(shapes) - 1]
    function.__annotations__ = {name: Tensor[Any, Any, shape] for name, shape in zip("xy", shapes, strict=False)}
    return checked(function)


@pytest.mark.parametrize(
    ("shapes", "others", "detail"),
    [
        (["2 3 5"], [], "dim 1 is {r}, not 3"),
        (["... 3 5"], [], "dim 1 is {r}, not 3"),
        (["n n 5"], [], 'dim 1 is {r}, but "n" is 2'),
        (["b n d", "n"], [zeros(3)], 'dim 1 is {r}, but "n" is 3'),
        (["b n d", "b n+1 d"], [zeros(2, 3, 5)], 'dim 1 is 3, but "n+1" is {r}+1'),
        (["b n d", "b #n d"], [zeros(2, 3, 5)], 'dim 1 is {r}, but "n" is 3'),
        (["*s 5", "*s"], [zeros(2, 3)], '"*s" is (2, {r}) here, but (2, 3)'),
        (["*#s d", "*s d"], [zeros(2, 3, 5)], '"*#s" is (2, {r}) here, but (2, 3)'),
        (["*#s", "*#s"], [zeros(3, 5)], '"*#s" is (2, {r}, 5) here, but (2, 3, 5)'),
    ],
)
def test_no_number_is_a_ragged_dim(x, shapes, others, detail):
    with pytest.raises(TensorTypeError) as caught:
        taking(*shapes)(x, *others)
    assert caught.value.problem.reason.endswith(f": {detail.format(r=x.shape[1])}")


@pytest.mark.parametrize("shape", ["2 3 5", "n n 5", "... 3 5"])
def test_nor_is_it_outside_of_a_call(x, shape):
    assert not isinstance(x, Tensor[Any, Any, shape])


@pytest.mark.parametrize(
    ("shapes", "others"),
    [
        (["b n d", "b n d"], lambda x: [x * 2]),
        (["b n d"], lambda _: []),
        (["b n d", "b #n d"], lambda _: [zeros(2, 1, 5)]),
        (["*s d", "*s d"], lambda x: [x + 1]),
        (["*#s", "*#s"], lambda _: [zeros(1, 5)]),
        (["b n+1 d", "b n+1 d"], lambda x: [x + 1]),
    ],
)
def test_a_ragged_dim_is_itself(x, shapes, others):
    taking(*shapes)(x, *others(x))
