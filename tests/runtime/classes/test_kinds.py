"""Which classes are of which kind, and which are refused."""

import enum
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypedDict

import pytest
from torch import nn

from dtensortypes import Float32, Tensor, checked
from dtensortypes.runtime.classes.kinds import Kind, assigns_plainly, frozen, kind_of, makes_init


class Point(NamedTuple):
    x: int


@dataclass
class Data:
    x: int


@dataclass(frozen=True)
class Frozen:
    x: int


@dataclass
class Written:
    x: int

    def __init__(self):
        self.x = 1


class Net(nn.Module):
    pass


class Plain:
    __attrs_attrs__ = ()


class Derived(Data):
    pass


class Transforming(Data):
    def __setattr__(self, name, value):
        super().__setattr__(name, value)


class Colour(enum.Enum):
    RED = 1


def test_kinds():
    kinds = {Point: Kind.NAMED_TUPLE, Data: Kind.DATACLASS, Net: Kind.MODULE, Plain: Kind.ATTRS, Derived: Kind.PLAIN}
    assert {cls: kind_of(cls) for cls in kinds} == kinds
    assert [kind.noun for kind in Kind] == ["attribute", "field", "field", "field", "attribute"]


def test_a_class_that_does_not_make_its_instances_is_refused():
    class Words(TypedDict):
        x: Tensor[Float32, Any, "n"]

    class Like(Protocol):
        x: Tensor[Float32, Any, "n"]

    with pytest.raises(TypeError, match='cannot check "Words": a TypedDict is a dict while the program runs'):
        checked(Words)
    with pytest.raises(TypeError, match='cannot check "Like": a Protocol has no instances of its own'):
        checked(Like)


def test_who_refuses_assignments():
    assert [cls.__name__ for cls in (Point, Data, Frozen, Net, Colour) if frozen(cls)] == ["Point", "Frozen", "Colour"]
    assert assigns_plainly(Data)
    assert not assigns_plainly(Transforming)
    assert not assigns_plainly(Net)


def test_who_writes_the_init():
    assert makes_init(Data)
    assert not makes_init(Written)
    assert not makes_init(Derived)
    assert not makes_init(Net)
