"""Classes derived from a checked one are checked for what they inherit."""

from dataclasses import dataclass
from typing import Any

import pytest
import torch

from dtensortypes import Float32, Tensor, TensorTypeError, checked

zeros = torch.zeros


@checked
@dataclass
class Base:
    x: Tensor[Float32, Any, "n"]
    y: Tensor[Float32, Any, "n"]

    def __post_init__(self):
        self.x = self.x.float()


@dataclass
class Undecorated(Base):
    z: Tensor[Float32, Any, "n"] | int = 0


@checked
@dataclass
class Decorated(Base):
    z: Tensor[Float32, Any, "n"]


@pytest.mark.parametrize("cls", [Base, Undecorated])
def test_a_derived_dataclass_is_checked_though_it_is_not_decorated(cls):
    assert cls(zeros(3).double(), zeros(3)).x.dtype is torch.float32
    with pytest.raises(TensorTypeError, match=f'field "y" of "{cls.__name__}" has shape'):
        cls(zeros(3), zeros(4))
    one = cls(zeros(3), zeros(3))
    with pytest.raises(TensorTypeError, match='field "y" of "Base" has shape'):
        one.y = zeros(4)


def test_its_own_fields_are_checked_where_it_is():
    assert Undecorated(zeros(3), zeros(3), zeros(4)).z.shape == (4,)
    assert Decorated(zeros(3), zeros(3), zeros(3)).z.shape == (3,)
    with pytest.raises(TensorTypeError, match='field "z" of "Decorated" has shape'):
        Decorated(zeros(3), zeros(3), zeros(4))


def test_a_frozen_one_too():
    @checked
    @dataclass(frozen=True)
    class Frozen:
        x: Tensor[Float32, Any, "n"]

    @dataclass(frozen=True)
    class Derived(Frozen):
        k: int = 3

        def __new__(cls, x, k=3):
            made.append(k)
            return super().__new__(cls)

    made = []
    assert Derived(zeros(3), k=4).k == 4
    with pytest.raises(TensorTypeError, match='field "x" of "Derived"'):
        Derived(zeros(3, 3))
    assert made == [4, 3]


def test_what_a_class_says_to_its_derived_ones_is_still_said():
    class First:
        def __init_subclass__(cls, word="", **keywords):
            super().__init_subclass__(**keywords)
            words.append((cls.__name__, word))

    words = []

    @checked
    class Second(First, word="a"):
        x: Tensor[Float32, Any, "n"]

        def __init__(self):
            self.x = zeros(3)

        def __init_subclass__(cls, **keywords):
            super().__init_subclass__(**keywords)
            words.append((cls.__name__, "second"))

    class Third(Second, word="b"):
        def __init__(self):
            super().__init__()
            self.x = zeros(self.size)

        size = 3

    assert words == [("Second", "a"), ("Third", "b"), ("Third", "second")]
    assert Third().x.shape == (3,)
    Third.size = (3, 3)
    with pytest.raises(TensorTypeError, match='attribute "x" of "Third"'):
        Third()


def test_two_checked_bases_are_one_layout():
    @checked
    class First:
        x: Tensor[Float32, Any, "n"]

        def __init__(self, x, y):
            self.x = x
            super().__init__(y)

    @checked
    class Second:
        y: Tensor[Float32, Any, "n"]

        def __init__(self, y):
            self.y = y

    class Both(First, Second):
        def __init__(self, x, y):
            super().__init__(x, y)

    assert Both(zeros(3), zeros(3)).y.shape == (3,)
    with pytest.raises(TensorTypeError, match='attribute "x" of "Both" has shape'):
        Both(zeros(4), zeros(3))
