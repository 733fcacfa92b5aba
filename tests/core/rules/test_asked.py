"""The attributes of dtypes and devices, as torch has them."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.facts.device import ACCELERATOR, CPU, Device
from dtensortypes.core.facts.dtype import DTYPES, Category
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.asked import asked

NAMED = [dtype for dtype in DTYPES if hasattr(torch, dtype.name) and dtype.category is not Category.QUANTISED]


@given(st.sampled_from(NAMED), st.sampled_from(["is_floating_point", "is_complex", "is_signed", "itemsize"]))
def test_the_attributes_of_a_dtype_are_torchs(dtype, attribute):
    assert asked(dtype, attribute) == getattr(getattr(torch, dtype.name), attribute)


@pytest.mark.parametrize(
    ("device", "attribute", "answer"),
    [
        (CPU, "type", "cpu"),
        (Device("cuda", 1), "type", "cuda"),
        (Device("cuda", 1), "index", 1),
        (CPU, "index", UNKNOWN),
        (ACCELERATOR, "type", UNKNOWN),
        (CPU, "other", UNKNOWN),
    ],
)
def test_the_attributes_of_a_device(device, attribute, answer):
    assert asked(device, attribute) == answer
