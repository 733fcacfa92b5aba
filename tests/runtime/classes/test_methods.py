"""The functions in a class's body are checked, and nothing else that it has."""

import functools
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from dtensortypes import Float32, Tensor, TensorTypeError, checked
from dtensortypes.runtime.functions import is_checked

zeros = torch.zeros
Vector = Tensor[Float32, Any, "n"]


def borrowed(self, x: Vector):
    return x


class Parent:
    def inherited(self, x: Vector):
        return x


@checked
class Everything(Parent):
    Local = Tensor[Float32, Any, "n"]

    size = 3
    activation = F.relu
    borrowed = borrowed

    def method(self, x: Vector):
        return x

    def sized(self, x: Tensor[Float32, Any, "{self.size}"]):
        return x

    def local(self, x: "Local"):
        return x

    def same(self, other: "Everything", x: "Vector") -> "Everything":
        return self

    @staticmethod
    def static(x: Vector):
        return x

    @classmethod
    def of_class(cls, x: Vector):
        return cls

    @property
    def value(self) -> Vector:
        return zeros(self.size)

    @value.setter
    def value(self, x: Vector):
        self.size = x

    @functools.cached_property
    def cached(self) -> Vector:
        return zeros(self.size)

    part = functools.partialmethod(method)

    @checked(mode="warn")
    def lenient(self, x: Vector):
        return x

    def __call__(self, x: Vector):
        return x

    def silent(self, x):
        return x

    class Inner:
        def method(self, x: Vector):
            return x

        class Innermost(NamedTuple):
            x: Vector


CALLS = {
    "method": lambda one, x: one.method(x),
    "local": lambda one, x: one.local(x),
    "static": lambda one, x: Everything.static(x),
    "of_class": lambda one, x: one.of_class(x),
    "value": lambda one, x: setattr(one, "value", x),
    "part": lambda one, x: one.part(x),
    "__call__": lambda one, x: one(x),
    "Inner": lambda one, x: Everything.Inner().method(x),
    "Innermost": lambda one, x: Everything.Inner.Innermost(x),
    "same": lambda one, x: one.same(one, x),
}


@pytest.mark.parametrize("name", CALLS)
def test_what_is_annotated_is_checked(name):
    CALLS[name](Everything(), zeros(3))
    with pytest.raises(TensorTypeError):
        CALLS[name](Everything(), zeros(3, 3))


@pytest.mark.parametrize("name", ["value", "cached"])
def test_what_a_property_gives_is_checked(name):
    one = Everything()
    assert getattr(one, name).shape == (3,)
    one = Everything()
    one.size = (3, 3)
    with pytest.raises(TensorTypeError):
        getattr(one, name)


@pytest.mark.parametrize("name", ["silent", "borrowed", "inherited", "activation"])
def test_what_is_not_written_there_is_left_alone(name):
    assert not is_checked(getattr(Everything, name))


def test_a_function_that_is_checked_already_stays_as_it_is():
    with pytest.warns(UserWarning, match='argument "x" of "lenient"'):
        Everything().lenient(zeros(3, 3))


def test_what_dataclasses_write_is_theirs():
    @checked
    @dataclass(order=True)
    class Data:
        x: Vector

        def double(self) -> Vector:
            return self.x * 2

    assert not is_checked(Data.__init__)
    assert is_checked(Data.double)


def test_references_to_the_instance():
    class Net(nn.Module):
        def __init__(self, hidden: int):
            super().__init__()
            self.hidden = hidden

        def forward(self, x: Tensor[Float32, Any, "b {self.hidden}"]) -> Tensor[Float32, Any, "b"]:
            return x.sum(-1)

    net = checked(Net)(4)
    assert net(zeros(2, 4)).shape == (2,)
    with pytest.raises(TensorTypeError, match=r'dim 1 is 5, but "\{self.hidden\}" is 4'):
        net(zeros(2, 5))
