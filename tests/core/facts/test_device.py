"""Our devices are torch's, and print both what users write and what torch says."""

import pytest
import torch

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.device import ACCELERATOR, BY_NOTATION, CPU, CUDA, META, NOTATIONS, Device, one_of_devices

REAL = [type_ for type_ in NOTATIONS if type_ != ACCELERATOR.type]


@pytest.mark.parametrize("type_", REAL)
def test_a_device_is_spelled_as_torch_spells_it(type_):
    assert str(Device(type_)) == str(torch.device(type_))
    assert str(Device(type_, 1)) == str(torch.device(type_, 1))


def test_notations():
    assert [CPU.notation, CUDA.notation, Device("cuda", 1).notation, META.notation] == [
        "CPU",
        "CUDA",
        "CUDA[1]",
        "Meta",
    ]
    assert {BY_NOTATION[Device(type_).notation] for type_ in NOTATIONS} == set(NOTATIONS)


def test_the_device_that_is_known_only_at_run_time():
    assert str(ACCELERATOR) == "the accelerator chosen at run time"
    with pytest.raises(RuntimeError):
        torch.device(ACCELERATOR.type)


def test_the_narrowest_fact_for_some_members():
    assert one_of_devices(frozenset({CPU})) == CPU
    assert one_of_devices(frozenset({CPU, CUDA})) == OneOf(frozenset({CUDA, CPU}))
