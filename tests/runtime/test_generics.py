from typing import Any, Generic, TypeVar

import pytest

from dtensortypes import CPU, CUDA, BFloat16, Device, Float, Float16, Float32, Tensor
from dtensortypes.runtime.generics import arguments_in, given_to, parameters_of, specified, substituted
from dtensortypes.runtime.reading import read

D = TypeVar("D", bound=Float)
V = TypeVar("V", bound=Device)
T = TypeVar("T")
U = TypeVar("U")


class Base(Generic[T, U]): ...


class Derived(Base[list[U], int], Generic[U]): ...


class Images(dict[str, T]): ...


def test_the_arguments_of_a_class_and_of_its_bases():
    assert arguments_in(Derived[str])[Base] == (list[str], int)
    assert arguments_in(Derived[str])[Derived] == (str,)
    assert arguments_in(Images[int])[dict] == (str, int)
    assert arguments_in(int) == {int: (), object: ()}


def test_what_the_variables_stand_for():
    assert given_to(Base, (str, int)) == {T: str, U: int}
    assert given_to(Base, ()) == given_to(int, ()) == {}
    assert parameters_of(Images) == (T,)
    assert substituted(dict[T, list[U]], {U: int}) == dict[T, list[int]]
    assert (substituted(T, {T: int}), substituted(T, {}), substituted(int, {T: str})) == (int, T, int)


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ({D: Float16}, Tensor[Float16, V]),
        ({D: Float16 | BFloat16, V: CUDA[1]}, Tensor[Float16 | BFloat16, CUDA[1]]),
        ({V: CPU | CUDA}, Tensor[D, CPU | CUDA]),
        ({D: Any, V: Any}, Tensor),
        ({T: int}, Tensor[D, V]),
        ({D: D}, Tensor[D, V]),
    ],
)
def test_a_tensor_whose_variables_stand_for_something(given, hint):
    assert specified(read(Tensor[D, V]), given) == read(hint)


def test_what_is_neither_a_dtype_nor_a_device():
    with pytest.raises(TypeError, match="int is neither a dtype nor a device"):
        specified(read(Tensor[D, V]), {D: int})
    assert specified(read(Tensor[Float32]), {D: int}) == read(Tensor[Float32])
