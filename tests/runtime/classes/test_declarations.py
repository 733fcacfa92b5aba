"""What a class is read to declare, and what is refused where it is decorated."""

import typing
from dataclasses import InitVar, dataclass, field
from types import SimpleNamespace
from typing import Any, ClassVar, Final, NamedTuple

import pytest
import torch
from torch import nn

from dtensortypes import Float32, Tensor, checked
from dtensortypes.runtime.annotations import NOWHERE
from dtensortypes.runtime.classes.declarations import declared, init_only
from dtensortypes.runtime.classes.kinds import Kind
from dtensortypes.runtime.settings import NOTHING_SAID

zeros = torch.zeros


def layout(cls, kind):
    return declared(cls, kind, NOWHERE, NOTHING_SAID)


def test_the_attributes_of_a_module_are_those_that_are_of_torch():
    class Net(nn.Module):
        weight: "Tensor[Float32, Any, 'out in']"
        bias: Tensor[Float32, Any, "out"] | None
        scale: nn.Parameter
        blocks: list[nn.Linear] | None
        cache: Tensor[Float32] = zeros(3)
        shared: ClassVar[Tensor[Float32]]
        final: Final[Tensor[Float32]]
        hidden: int

    one = layout(Net, Kind.MODULE)
    assert [slot.name for slot in one.slots] == ["weight", "bias", "scale", "blocks", "cache", "final"]
    assert one.required == {"weight", "scale", "final"}


def test_all_fields_of_a_dataclass_are_declared():
    @dataclass
    class Batch:
        x: Tensor[Float32, Any, "n"]
        scale: InitVar[int]
        shared: ClassVar[int] = 3
        n: int = 1

    assert [slot.name for slot in layout(Batch, Kind.DATACLASS).slots] == ["x", "n"]
    assert init_only(Batch, NOWHERE) == {"scale": int}


def test_nothing_declared_is_no_layout():
    class Net(nn.Module):
        hidden: int

    assert layout(Net, Kind.MODULE) is None


def wrong_defaults():
    @dataclass
    class Shape:
        x: Tensor[Float32, Any, "b n"] = zeros(3)  # noqa: RUF009 - a tensor is a default like any other

    class Nothing(NamedTuple):
        x: Tensor[Float32, Any, "b n"] = None

    class Attrs:
        attribute = SimpleNamespace(name="x", type=Tensor[Float32, Any, "b n"], default=None, init=True, converter=None)
        __attrs_attrs__ = (attribute,)

    return Shape, Nothing, Attrs


@pytest.mark.parametrize(
    ("cls", "reason"),
    [*zip(wrong_defaults(), ["has shape (3,)", "is None, declared", "is None, declared"], strict=True)],
)
def test_a_wrong_default_is_refused(cls, reason):
    with pytest.raises(TypeError) as caught:
        checked(cls)
    assert f'the default of field "x" of "{cls.__name__}" {reason}' in str(caught.value)


def test_a_default_that_nobody_can_rely_on_is_not():
    @checked
    @dataclass
    class Batch:
        x: Tensor[Float32, Any, "n"] = field(init=False, default=None)

        def __post_init__(self):
            self.x = zeros(3)

    assert Batch().x.shape == (3,)


def test_a_hint_that_cannot_be_checked_is_refused():
    @dataclass
    class Batch:
        x: typing.Iterator[Tensor[Float32]]

    with pytest.raises(TypeError, match='field "x" of "Batch" cannot be checked: the tensors in Iterator'):
        checked(Batch)


def test_a_tensor_that_cannot_be_resolved_is_refused_and_anything_else_warned_about():
    @dataclass
    class Batch:
        x: "Tensor[Float32, Any, missing]"

    @dataclass
    class Other:
        x: "missing"

    with pytest.raises(TypeError, match='annotation of field "x" of "Batch" cannot be resolved'):
        checked(Batch)
    with pytest.warns(UserWarning, match='annotation of field "x" of "Other" cannot be resolved'):
        checked(Other)
