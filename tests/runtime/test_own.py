"""`Self`, and the name of the class that a function is being defined in: checked once the class is there."""

import warnings
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

import pytest
import torch

from dtensortypes import CPU, Float32, Tensor, TensorTypeError, checked
from dtensortypes.runtime.nodes import Own
from dtensortypes.runtime.own import class_path, is_stand_in, own_class, own_classes, settles
from dtensortypes.runtime.reading import read

X = Tensor[Float32, CPU, "b n"]
T = TypeVar("T")


def refused(function, *arguments):
    with pytest.raises(TensorTypeError) as caught:
        function(*arguments)
    return str(caught.value).splitlines()[0]


class Net(torch.nn.Module):
    @checked
    def copied(self, x: X, other: object = None) -> "Net":
        return self if other is None else other

    @checked
    def same(self, other: object) -> Self:
        return other

    @checked
    def several(self, others: list["Net"], by_name: "dict[str, Net] | None" = None) -> tuple[Self, ...]:
        return tuple(others)

    @classmethod
    @checked
    def made(cls, other: object = None) -> Self:
        return cls() if other is None else other

    @staticmethod
    @checked
    def passed(net: "Net | None") -> "Net | None":
        return net

    class Part:
        @checked
        def outer(self, net: "Net", part: "Net.Part") -> "Net":
            return net


class Wide(Net):
    pass


def test_the_class_by_its_name():
    net, x = Net(), torch.zeros(2, 3)
    assert net.copied(x) is net
    assert isinstance(net.copied(x, Wide()), Wide)
    assert refused(net.copied, x, 3) == 'return value of "copied" is an int, declared Net'
    assert Net.passed(None) is None
    assert Net.passed(net) is net
    assert refused(Net.passed, "net") == 'argument "net" of "passed" is a str, declared Net | None'
    part = Net.Part()
    assert part.outer(net, part) is net
    assert refused(part.outer, net, net).startswith('argument "part" of "outer" is a ')


def test_self_is_the_class_of_the_object():
    assert isinstance(Net().same(Wide()), Wide)
    assert refused(Wide().same, Net()).endswith("Net, declared Self")
    assert isinstance(Wide.made(), Wide)
    assert isinstance(Net.made(Wide()), Wide)
    assert refused(Wide.made, Net()).endswith("Net, declared Self")


def test_inside_of_other_hints():
    net = Net()
    assert net.several([net], {"a": net}) == (net,)
    assert refused(net.several, [net, 3]) == 'argument "others[1]" of "several" is an int, declared Net'
    assert refused(net.several, [], {"a": 3}) == 'argument "by_name[\'a\']" of "several" is an int, declared Net'


@dataclass
class Batch(Generic[T]):
    image: X
    label: T | None = None

    @checked
    def to(self, other: "Batch | None" = None) -> "Batch[T]":
        return other or self

    @checked
    def narrowed(self, other: object) -> Self:
        return other


def test_its_tensors_are_checked_too():
    batch = Batch(torch.zeros(2, 3))
    assert batch.to() is batch
    assert batch.narrowed(batch) is batch
    assert refused(batch.to, Batch(torch.zeros(2))).startswith('argument "other.image" of "to" has shape (2,)')
    assert refused(batch.narrowed, Batch(None)).startswith('return value.image of "narrowed" is None')


def test_a_class_that_is_defined_anew():
    def make():
        class Local:
            @checked
            def __call__(self, other: "Local") -> "Local":
                return other

        return Local()

    first, second = make(), make()
    assert second(second) is second
    assert second(first) is first  # what was defined again is taken for the same
    with pytest.raises(TensorTypeError):
        second(Net())


def test_nothing_is_said_of_it():
    with warnings.catch_warnings():
        warnings.simplefilter("error")

        class Quiet:
            @checked
            def f(self, x: "Quiet") -> "list[Quiet]":
                return [x]

    assert Quiet().f(quiet := Quiet()) == [quiet]


def test_self_outside_of_a_class():
    def f() -> Self: ...

    with pytest.raises(TypeError, match='the return value of "f" cannot be checked: Self is the class of a method'):
        checked(f)


def test_under_dynamo_nothing_breaks():
    compiled = torch.compile(lambda net, x: net.copied(x).same(net).training, fullgraph=True, backend="eager")
    assert compiled(Net(), torch.zeros(2, 3)) is True


def test_the_classes_around_a_function():
    outermost, nested = own_classes(Net.Part.outer)
    assert (list(outermost), list(nested)) == (["Net"], ["Part"])
    assert outermost["Net"].Part is nested["Part"]
    assert is_stand_in(nested["Part"])
    assert not is_stand_in(Net)
    assert class_path(test_self_outside_of_a_class) == []


def test_which_class_it_is():
    by_name = Own(Net.__module__, "Net", "Net", read=read)
    assert own_class(by_name, Wide(), {}) is Net
    assert own_class(by_name, 3, {}) is None
    its = Own("", "", "Self", "self", read=read)
    assert own_class(its, 3, {}) is int
    assert own_class(its, 3, {"self": 4}) is int
    assert own_class(its, Wide(), {"self": Net}) is Net
    assert own_class(its, 3, {"self": "a"}) is None
    assert (settles(by_name)(Wide), settles(by_name)(int), settles(its)(Batch)) == (True, False, False)
