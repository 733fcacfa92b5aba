from typing import Any, TypeVar

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from jaxtyping import Float32 as Theirs
from jaxtyping import Float64 as TheirDouble

from dtensortypes import CPU, CUDA, Float, Float16, Float32, Int64, Tensor
from dtensortypes.runtime.nodes import Either, Plain
from dtensortypes.runtime.reading import read
from dtensortypes.runtime.unions import apart, united

D = TypeVar("D", bound=Float)


@pytest.mark.parametrize(
    ("members", "whole"),
    [
        ([Tensor[Float16], Tensor[Float32]], Tensor[Float16 | Float32]),
        ([Tensor[Any, CPU], Tensor[Any, CUDA]], Tensor[Any, CPU | CUDA]),
        ([Tensor[Float16, CPU, "n"], Tensor[Float32, CPU, "n"]], Tensor[Float16 | Float32, CPU, "n"]),
    ],
)
def test_hints_that_are_one(members, whole):
    assert united(tuple(map(read, members))) == read(whole)


@pytest.mark.parametrize(
    "members",
    [
        [Tensor[Float16, CPU], Tensor[Float32, CUDA]],
        [Tensor[Any, Any, "n"], Tensor[Any, Any, "m"]],
        [Tensor[D], Tensor[Int64]],
        [Theirs[torch.Tensor, "n"], Theirs[np.ndarray, "n"]],
        [Theirs[torch.Tensor, "n"], Theirs[torch.nn.Parameter, "n"]],
    ],
)
def test_hints_that_stay_apart(members):
    assert united(tuple(map(read, members))) == Either(tuple(map(read, members)))


def test_jaxtypings_are_one_under_both_names():
    both = united((read(Theirs[torch.Tensor, "n"]), read(TheirDouble[torch.Tensor, "n"])))
    assert both.notation == 'Float32[Tensor, "n"] | Float64[Tensor, "n"]'


def test_unions_are_flat():
    one, other, none = read(Tensor[Any, Any, "n"]), read(Tensor[Any, Any, "m"]), Plain(type(None))
    assert united((Either((one, none)), other)) == Either((one, none, other))


HINTS = [
    Tensor[dtype, Any, shape]
    for dtype in (Any, Float32, Float, Int64)
    for shape in ("...", "n", "n m", "*s n m k", "3")
] + [Theirs[torch.Tensor, "n"], Theirs[np.ndarray, "n"]]
VALUES = [
    torch.empty(shape, dtype=dtype) for dtype in (torch.float32, torch.int64) for shape in ((), (3,), (3, 4), (1, 2, 3))
]


@given(st.sampled_from(HINTS), st.sampled_from(HINTS), st.sampled_from([*VALUES, np.zeros(3, "float32")]))
def test_nothing_is_two_that_are_apart(one, other, value):
    if apart(read(one), read(other)):
        assert not (isinstance(value, one) and isinstance(value, other))


def test_some_are_apart():
    assert apart(read(Tensor[Float32]), read(Tensor[Int64]))
    assert apart(read(Tensor[Any, Any, "n"]), read(Tensor[Any, Any, "*s n m"]))
    assert not apart(read(Tensor[Float]), read(Tensor[Float32]))
    assert not apart(read(Tensor[Any, Any, "n ..."]), read(Tensor[Any, Any, "n m"]))
