"""Postponed annotations are resolved when the function is decorated, or something is said."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest
import torch

from dtensortypes import CPU, Float, Float32, Tensor, TensorTypeError, checked

if TYPE_CHECKING:
    from decimal import Decimal


def test_names_of_the_module():
    @checked
    def f(x: Tensor[Float32, CPU, "b n"]) -> Tensor[Float32, CPU, "n"]:
        return x[0]

    assert f(torch.zeros(2, 3)).shape == (3,)
    with pytest.raises(TensorTypeError):
        f(torch.zeros(2))


def test_names_of_the_functions_around():
    D = TypeVar("D", bound=Float)
    image = Tensor[D, CPU, "h w"]

    def make():
        class Flips:
            @checked
            def __call__(self, x: image) -> image:
                return x.flip(0).double()

        return Flips()

    assert make()(torch.zeros(2, 3, dtype=torch.float64)).shape == (2, 3)
    with pytest.raises(TensorTypeError, match='D is float32 in "x"'):
        make()(torch.zeros(2, 3))


def test_a_tensor_that_cannot_be_resolved_is_an_error():
    def f(x: Tensor[Flot32]): ...

    with pytest.raises(TypeError) as caught:
        checked(f)
    assert str(caught.value) == (
        'the annotation of argument "x" of "f" cannot be resolved: name \'Flot32\' is not defined'
    )


def test_anything_else_that_cannot_be_resolved_is_a_warning_at_the_function():
    def f(x: Tensor[Float32], scale: Decimal) -> Tensor[Float32]:
        return x

    with pytest.warns(UserWarning, match='argument "scale" of "f" cannot be resolved: .*; it is not checked') as said:
        g = checked(f)
    assert said[0].filename == __file__
    g(torch.zeros(2), 3)
    with pytest.raises(TensorTypeError):
        g(torch.zeros(2).double(), 3)


def test_the_class_that_is_being_defined():
    class Net:
        @checked
        def copy(self, x: Tensor[Float32]) -> Net:
            return self

    assert isinstance(Net().copy(torch.zeros(2)), Net)
