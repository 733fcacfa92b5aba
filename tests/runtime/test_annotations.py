"""Postponed annotations are resolved when the function is decorated, or something is said."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Optional, TypeVar

import pytest
import torch

from dtensortypes import CPU, Float, Float32, Tensor, TensorTypeError, checked
from dtensortypes.runtime.annotations import Names, annotations_of, evaluated, holds_tensor, is_postponed

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


def test_a_name_for_type_checkers_inside_of_a_hint_with_tensors():
    def f(x: tuple[Decimal, Tensor[Float32]]): ...

    with pytest.raises(TypeError, match=r'the annotation of argument "x" of "f" cannot be resolved: .*Decimal'):
        checked(f)

    def g(x: Float32[Tensor, "b n"]): ...  # jaxtyping's order, of our class

    with pytest.raises(
        TypeError, match='the annotation of argument "x" of "g" cannot be read: type \'Float32\' is not'
    ):
        checked(g)


@pytest.mark.parametrize(
    ("annotation", "holds"),
    [
        ("Tensor[Float32]", True),
        ("list[Tensor [Float32]]", True),
        ('Float32[Tensor, "b n"]', True),
        ("Float32[torch.Tensor, 'b n']", True),
        ("torch.Tensor", False),
        ("SparseTensor[int]", False),
        ("dict[Tensor, Decimal]", False),
    ],
)
def test_what_speaks_of_tensors(annotation, holds):
    assert holds_tensor(annotation) is holds


def test_text_in_a_hint_is_evaluated():
    names = Names({"Name": str, "Final": Final}, {"Name": int})
    assert evaluated(list["Name"], names) == list[int]
    assert evaluated("None", names) is type(None)
    assert evaluated("Final[Name]", names, in_class=True) == Final[int]
    postponed = ["Name", list["Name"], Callable[["Name"], int], Optional["Name"]]
    assert [is_postponed(hint) for hint in (*postponed, int, None, list[int], Tensor[Float32])] == [True] * 4 + [
        False
    ] * 4


def test_annotations_that_are_made_when_they_are_asked_for(monkeypatch):
    """As in Python 3.14, where a name that is missing is an error of the question (PEP 649)."""

    class Deferred:
        @property
        def __annotations__(self):
            raise NameError("name 'Decimal' is not defined")

        def __call__(self): ...

    def get_annotations(owner, *, format=1):  # noqa: A002 - the name that it has there
        return owner.__annotations__ if format == 1 else {"x": "Tensor[Float32]", "scale": "Decimal"}

    monkeypatch.setattr(inspect, "get_annotations", get_annotations)
    assert annotations_of(Deferred()) == {"x": "Tensor[Float32]", "scale": "Decimal"}
