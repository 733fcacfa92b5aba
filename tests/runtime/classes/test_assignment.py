"""What is assigned to an instance is checked first."""

import gc
import weakref
from dataclasses import FrozenInstanceError, dataclass, replace
from typing import Any

import pytest
import torch
from beartype.roar import BeartypeDoorHintViolation
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes import Bool, Float32, Tensor, TensorTypeError, checked

zeros = torch.zeros


@checked
@dataclass
class Batch:
    x: Tensor[Float32, Any, "b n"]
    mask: Tensor[Bool, Any, "b"]
    other: Tensor[Float32, Any, "k"]
    size: int = 3


def batch():
    return Batch(zeros(3, 4), zeros(3, dtype=torch.bool), zeros(2))


def refused(instance, name, value):
    before = getattr(instance, name)
    with pytest.raises(TensorTypeError) as caught:
        setattr(instance, name, value)
    assert getattr(instance, name) is before
    return str(caught.value).split("\n")[0]


def test_what_fits_is_assigned():
    one, x = batch(), zeros(3, 9)
    one.x = x
    one.anything = 3
    assert one.x is x
    assert one.anything == 3


def test_what_does_not_is_refused_and_the_old_value_stays():
    assert refused(batch(), "x", zeros(3, 4).double()) == 'field "x" of "Batch" is float64, declared Float32 ("b n")'


def test_the_other_field_that_it_does_not_fit_is_named():
    wrong = 'field "x" of "Batch" has shape (5, 4), declared "b n": dim 0 is 5, but "b" is 3 in "mask"'
    assert refused(batch(), "x", zeros(5, 4)) == wrong


def test_what_has_no_tensor_is_checked_too():
    one = batch()
    with pytest.raises(BeartypeDoorHintViolation, match='Field "size" of "Batch"'):
        one.size = "three"
    assert one.size == 3


def test_fields_that_share_no_name_are_left_alone():
    one = batch()
    vars(one)["other"] = None
    one.x = zeros(3, 9)
    del one.mask
    one.x = zeros(8, 9)
    assert refused(one, "x", zeros(3)) == 'field "x" of "Batch" has shape (3,), declared "b n": 1 dim, not 2'


@given(st.sampled_from(["x", "mask", "other", "size"]), st.lists(st.integers(0, 3), max_size=3), st.booleans())
def test_what_may_be_assigned_is_what_may_be_replaced(name, shape, boolean):
    one, value = batch(), zeros(shape, dtype=torch.bool if boolean else torch.float32)
    try:
        replace(one, **{name: value})
    except (TensorTypeError, BeartypeDoorHintViolation):
        with pytest.raises((TensorTypeError, BeartypeDoorHintViolation)):
            setattr(one, name, value)
        assert getattr(one, name) is not value
    else:
        setattr(one, name, value)
        assert getattr(one, name) is value


def test_a_frozen_class_refuses_by_itself():
    @checked
    @dataclass(frozen=True)
    class Frozen:
        x: Tensor[Float32, Any, "n"]

    frozen = Frozen(zeros(3))
    with pytest.raises(FrozenInstanceError):
        frozen.x = zeros(3)


def test_what_the_class_makes_of_a_value_is_checked_and_taken_back():
    @checked
    class Converted:
        x: Tensor[Float32, Any, "n"]

        def __init__(self, x):
            self.x = x

        def __setattr__(self, name, value):
            super().__setattr__(name, torch.as_tensor(value, dtype=torch.float32))

    one = Converted([1, 2])
    one.x = [3, 4]
    assert one.x.tolist() == [3, 4]
    assert refused(one, "x", [[5, 6]]).startswith('attribute "x" of "Converted" has shape (1, 2)')
    del one.x
    with pytest.raises(TensorTypeError):
        one.x = 3
    assert not hasattr(one, "x")


def test_each_class_above_has_its_say():
    class Loud:
        def __setattr__(self, name, value):
            super().__setattr__(name, value)
            said.append(name)

    said = []

    @checked
    class One(Loud):
        x: Tensor[Float32, Any, "n"]

        def __init__(self):
            self.x = zeros(3)
            self.y = zeros(3)

    @checked
    class Two(One):
        y: Tensor[Float32, Any, "n"]

    two = Two()
    two.y = zeros(3)
    assert said == ["x", "y", "y"]
    assert refused(two, "y", zeros(4)).endswith('dim 0 is 4, but "n" is 3 in "x"')


def test_a_refused_value_is_not_kept_alive():
    one, tensor = batch(), zeros(9, 9)
    seen = weakref.ref(tensor)
    gc.disable()
    try:
        with pytest.raises(TensorTypeError) as caught:
            one.x = tensor
        del tensor, caught
        assert seen() is None
    finally:
        gc.enable()
