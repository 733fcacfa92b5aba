"""Instances are checked when they have been made, however that is done."""

import copy
import functools
import inspect
import pickle
import threading
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import pytest
import torch
from torch import nn

from dtensortypes import Bool, Float32, Tensor, TensorTypeError, checked
from dtensortypes.runtime.classes.construction import building, constructs

zeros = torch.zeros


def bools(*shape):
    return zeros(*shape, dtype=torch.bool)


@checked
@dataclass
class Batch:
    x: Tensor[Float32, Any, "b n"]
    mask: Tensor[Bool, Any, "b"]


@checked
@dataclass(frozen=True, slots=True, kw_only=True)
class Frozen:
    x: Tensor[Float32, Any, "b n"]
    mask: Tensor[Bool, Any, "b"]


@checked
class Pair(NamedTuple):
    x: Tensor[Float32, Any, "b n"]
    mask: Tensor[Bool, Any, "b"] = bools(3)


@checked
class Plain:
    x: Tensor[Float32, Any, "b n"]
    mask: Tensor[Bool, Any, "b"]

    def __init__(self, x, mask):
        self.x = x
        self.mask = mask


CLASSES = [Batch, Frozen, Pair, Plain]


@pytest.mark.parametrize("cls", CLASSES)
def test_what_is_made_is_checked(cls):
    made = cls(x=zeros(3, 4), mask=bools(3))
    assert type(made) is cls
    assert made.x.shape == (3, 4)
    noun = "attribute" if cls is Plain else "field"
    with pytest.raises(TensorTypeError) as caught:
        cls(x=zeros(3, 4), mask=zeros(3))
    assert str(caught.value).startswith(f'{noun} "mask" of "{cls.__name__}" is float32, declared Bool ("b")')
    with pytest.raises(TensorTypeError, match='dim 0 is 4, but "b" is 3 in "x"'):
        cls(x=zeros(3, 4), mask=bools(4))


@pytest.mark.parametrize("cls", CLASSES)
def test_copies_and_pickles_are_instances_of_the_class(cls):
    made = cls(x=zeros(3, 4), mask=bools(3))
    for again in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):  # noqa: S301
        assert type(again) is cls
        assert again.mask.shape == (3,)


@pytest.mark.parametrize("cls", [Batch, Frozen])
def test_replace_makes_another(cls):
    made = cls(x=zeros(3, 4), mask=bools(3))
    assert replace(made, x=zeros(5, 4), mask=bools(5)).x.shape == (5, 4)
    with pytest.raises(TensorTypeError, match='"mask" of'):
        replace(made, x=zeros(5, 4))


def test_a_named_tuple_is_checked_however_it_is_made():
    pair = Pair(zeros(3, 4))
    match pair:
        case Pair(x, mask):
            assert (x.shape, mask.shape) == ((3, 4), (3,))
    assert Pair._make([zeros(3, 4), bools(3)])._replace(x=zeros(3, 5)).x.shape == (3, 5)
    for make in (lambda: Pair._make([zeros(4, 4), bools(3)]), lambda: pair._replace(x=zeros(4, 4))):
        with pytest.raises(TensorTypeError, match='field "mask" of "Pair" has shape'):
            make()
    with pytest.raises(TypeError, match="Expected 2 arguments, got 1"):
        Pair._make([zeros(3, 4)])


def test_a_named_tuple_refers_to_its_own_fields():
    @checked
    class Sized(NamedTuple):
        x: Tensor[Float32, Any, "{self.n}"]
        n: int

    assert Sized(zeros(3), 3).n == 3
    with pytest.raises(TensorTypeError, match=r'dim 0 is 3, but "\{self.n\}" is 4'):
        Sized(zeros(3), 4)


def test_the_signature_stays():
    assert str(inspect.signature(Batch)).startswith("(x: Tensor[")
    assert inspect.signature(Pair).parameters["mask"].default.shape == (3,)
    with pytest.raises(TypeError, match=r"Batch.__init__\(\) missing 1 required positional argument: 'mask'"):
        Batch(zeros(3, 4))


def test_an_instance_is_checked_when_the_outermost_init_is_done():
    @checked
    class Base(nn.Module):
        weight: Tensor[Float32, Any, "n"]

        def __init__(self, size):
            super().__init__()
            self.size = size

    class Derived(Base):
        def __init__(self, size):
            super().__init__(size)
            assert not hasattr(self, "weight")
            self.weight = nn.Parameter(zeros(self.size))

    class Again(Derived):
        pass

    assert Again(3).weight.shape == (3,)
    with pytest.raises(TensorTypeError, match='attribute "weight" of "Derived" has shape'):
        Again((3, 4))
    with pytest.raises(TensorTypeError, match='attribute "weight" of "Base" is missing'):
        Base(3)


def test_an_init_of_any_signature_is_called_as_it_was():
    @checked
    class Odd:
        x: Tensor[Float32, Any, "n"]

        def __init__(this, *self, x, **rest):  # noqa: N805 - that is what it is about
            this.x, this.others, this.rest = x, self, rest

    assert vars(Odd(1, 2, x=zeros(3), y=4))["others"] == (1, 2)

    @checked
    class Error(Exception):
        x: Tensor[Float32, Any, "n"] = zeros(3)

        __init__ = Exception.__init__

    assert Error("why").args == ("why",)

    @checked
    class Wrapped:
        x: Tensor[Float32, Any, "n"]

        @functools.wraps(Plain.__init__)
        def __init__(self, *arguments):
            self.x = arguments[0]

    assert Wrapped(zeros(3)).x.shape == (3,)


def test_an_instance_may_change_its_mind_while_it_is_made():
    @checked
    @dataclass
    class Normalised:
        x: Tensor[Float32, Any, "n"]
        y: Tensor[Float32, Any, "n"]

        def __post_init__(self):
            self.x = self.x.float()
            self.y = self.y.float()[:3]

    made = Normalised(zeros(3).double(), zeros(5).double())
    assert (made.x.dtype, made.y.shape) == (torch.float32, (3,))
    with pytest.raises(TensorTypeError):
        made.y = zeros(5)
    assert building == {}


def test_an_init_that_fails_leaves_nothing_behind():
    @checked
    class Failing:
        x: Tensor[Float32, Any, "n"]

        def __init__(self):
            raise KeyError

    with pytest.raises(KeyError):
        Failing()
    assert building == {}


def test_threads_make_their_own():
    wrong = []

    def work():
        for i in range(2_000):
            batch = Batch(zeros(i % 5, 4), bools(i % 5))
            batch.x = zeros(i % 5, 3)
            try:
                batch.x = zeros(i % 5 + 1, 3)
            except TensorTypeError:
                continue
            wrong.append(i)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (wrong, building) == ([], {})


def test_what_constructs_is_known():
    assert constructs(Batch.__init__)
    assert constructs(Pair.__new__)
    assert not constructs(object.__init__)
