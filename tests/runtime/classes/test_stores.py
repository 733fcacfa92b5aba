"""The generated `__init__` of a dataclass does what the class's own would have done."""

import dataclasses
from dataclasses import InitVar, dataclass, field
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes import Float32, Tensor, TensorTypeError, checked

zeros = torch.zeros
HINT = Tensor[Float32, Any, "..."]
KINDS = ("positional", "default", "factory", "left out", "made", "keyword", "keyword default")


def a_field(kind):
    match kind:
        case "positional":
            return field()
        case "default":
            return field(default=zeros(1))
        case "factory":
            return field(default_factory=lambda: zeros(2))
        case "left out":
            return field(init=False, default=zeros(3))
        case "made":
            return field(init=False, default_factory=lambda: zeros(4))
        case "keyword":
            return field(kw_only=True)
    return field(kw_only=True, default=zeros(5))


def finish(instance):
    """What a `__post_init__` may do: it makes something of each field."""
    for one in dataclasses.fields(instance):
        setattr(instance, one.name, getattr(instance, one.name))


@given(st.lists(st.sampled_from(KINDS), max_size=6), *[st.booleans()] * 3, st.data())
def test_it_makes_the_same_instance(kinds, slots, frozen, finishes, data):
    kinds = sorted(kinds, key=lambda kind: kind != "positional")
    fields = [(f"f{i}", HINT, a_field(kind)) for i, kind in enumerate(kinds)]
    scope = {"__post_init__": finish} if finishes and not frozen else {}
    plain, sure = (
        dataclasses.make_dataclass("C", fields, namespace={**scope}, slots=slots, frozen=frozen) for _ in range(2)
    )
    sure = checked(sure) if fields else sure
    needed = {f"f{i}" for i, kind in enumerate(kinds) if kind in {"positional", "keyword"}}
    possible = {f"f{i}" for i, kind in enumerate(kinds) if kind not in {"left out", "made"}}
    chosen = needed | data.draw(st.sets(st.sampled_from(sorted(possible)))) if possible else set()
    values = {name: zeros(7) for name in sorted(chosen)}
    one, other = plain(**values), sure(**values)
    for name, _, _ in fields:
        assert getattr(one, name).shape == getattr(other, name).shape
        assert name not in values or getattr(other, name) is values[name]
    for name in needed:
        rest = {key: value for key, value in values.items() if key != name}
        with pytest.raises(TypeError, match=f"required .*{name}"):
            sure(**rest)


def test_post_init_is_called_once_the_fields_are_there_and_checked_when_it_is_done():
    @checked
    @dataclass
    class Doubled:
        x: Tensor[Float32, Any, "n"]
        y: Tensor[Float32, Any, "n"]
        factor: InitVar[Any]
        bias: InitVar[Any] = 0

        def __post_init__(self, factor, bias):
            self.x = torch.cat([self.x, self.x]) * factor + bias

    made = Doubled(zeros(2), zeros(4), 3)
    assert made.x.shape == (4,)
    assert Doubled(zeros(1), zeros(2), bias=1, factor=2).x.tolist() == [1, 1]
    with pytest.raises(TensorTypeError, match='dim 0 is 2, but "n" is 4'):
        Doubled(zeros(2), zeros(2), 3)
    with pytest.raises(TensorTypeError):
        made.x = zeros(3)


def test_its_fields_are_not_set_one_by_one(monkeypatch):
    @checked
    @dataclass
    class Counted:
        x: Tensor[Float32, Any, "n"]

        def __post_init__(self):
            self.size = self.x.numel()

    said, own = [], Counted.__setattr__
    monkeypatch.setattr(Counted, "__setattr__", lambda self, name, value: said.append(name) or own(self, name, value))
    assert Counted(zeros(3)).size == 3
    assert said == ["size"]


def test_it_goes_around_nothing_that_the_class_does():
    class Shout:
        def __setattr__(self, name, value):
            super().__setattr__(name, value)
            said.append(name)

    said = []

    @checked
    @dataclass
    class Loud(Shout):
        x: Tensor[Float32, Any, "n"]

    Loud(zeros(3))
    assert said == ["x"]

    class Place:
        def __set__(self, instance, value):
            vars(instance)["kept"] = value

        def __get__(self, instance, owner):
            return self if instance is None else vars(instance)["kept"]

    @dataclass
    class Descriptor:
        x: Tensor[Float32, Any, "n"]

    Descriptor.x = Place()
    assert checked(Descriptor)(zeros(3)).kept.shape == (3,)
