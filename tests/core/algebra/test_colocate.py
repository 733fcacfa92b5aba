"""Tensors meet on one device; FakeTensorMode, which carries CUDA tensors anywhere, is the judge."""

from itertools import product

import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from dtensortypes.core.algebra.colocate import colocate, colocated, is_accelerator, join_devices
from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import ACCELERATOR, CPU, CUDA, META, MPS, XPU, Device
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Kind, Refused

PLACES = [Device("cpu"), Device("cuda", 0), Device("cuda", 1), Device("xpu", 0)]
EITHER = OneOf(frozenset({CPU, CUDA}))


@pytest.mark.parametrize(("first", "second"), list(product(product(PLACES, [False, True]), repeat=2)), ids=str)
def test_the_sum_of_two_tensors_is_where_torch_has_it(first, second):
    with FakeTensorMode():
        tensors = [torch.zeros(() if zero_dim else (3,), device=str(device)) for device, zero_dim in (first, second)]
        try:
            expected = str((tensors[0] + tensors[1]).device)
        except RuntimeError:
            expected = "refused"
    try:
        found = str(colocate([first, second]))
    except Refused as refused:
        found = "refused" if refused.problem.kind is Kind.DEVICE else ""
    assert found == expected


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        (CUDA, Device("cuda", 1), Device("cuda", 1)),
        (CUDA, CUDA, CUDA),
        (ACCELERATOR, CUDA, CUDA),
        (ACCELERATOR, Device("cuda", 1), Device("cuda", 1)),
        (ACCELERATOR, MPS, MPS),
        (ACCELERATOR, ACCELERATOR, ACCELERATOR),
        (META, META, META),
    ],
)
def test_the_more_exact_device_is_the_result(first, second, result):
    assert join_devices(first, second) == join_devices(second, first) == result


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (CPU, CUDA, "tensors on cpu and cuda meet; move one"),
        (Device("cuda", 0), Device("cuda", 1), "tensors on cuda:0 and cuda:1 meet"),
        (ACCELERATOR, CPU, "tensors on the accelerator chosen at run time and cpu meet; where there is an accelerator"),
        (META, CPU, "tensors on meta and cpu meet"),
        (ACCELERATOR, META, "meta"),
        (CUDA, XPU, "tensors on cuda and xpu meet"),
    ],
)
def test_two_devices_are_refused(first, second, words):
    with pytest.raises(Refused, match=words):
        join_devices(first, second)


@pytest.mark.parametrize(
    ("operands", "result"),
    [
        ([(UNKNOWN, False), (CUDA, False)], CUDA),
        ([(UNKNOWN, None), (CPU, True)], UNKNOWN),
        ([(UNKNOWN, None), (CPU, None)], UNKNOWN),
        ([(UNKNOWN, None), (CPU, False)], CPU),
        ([(UNKNOWN, None)], UNKNOWN),
        ([(EITHER, False), (CUDA, False)], CUDA),
        ([(EITHER, None), (CUDA, False)], CUDA),
        ([(EITHER, False), (EITHER, False)], EITHER),
        ([(Var("V"), False), (Var("V"), False)], Var("V")),
        ([(Var("V"), False), (CPU, True)], Var("V")),
        ([(Var("V"), False), (CUDA, False)], CUDA),
        ([(CPU, None), (CUDA, False)], CUDA),
        ([(ACCELERATOR, False), (CPU, True)], ACCELERATOR),
        ([(ACCELERATOR, False), (CPU, None)], ACCELERATOR),
        ([(CPU, True), (CPU, True)], CPU),
    ],
)
def test_open_devices(operands, result):
    assert colocated(operands) == result
    assert colocated(operands[::-1]) == result


def test_what_is_refused_whatever_the_unknown_is():
    for operands in [
        [(CPU, False), (UNKNOWN, None), (CUDA, False)],
        [(EITHER, False), (META, False)],
        [(ACCELERATOR, False), (CPU, False)],
    ]:
        with pytest.raises(Refused):
            colocated(operands)


def test_where_scalars_do_not_join():
    with pytest.raises(Refused):
        colocate([(CPU, True), (CUDA, False)], scalars=False)
    assert colocated([(CPU, True), (UNKNOWN, None)], scalars=False) == CPU


def test_accelerators():
    assert [device for device in (CPU, CUDA, MPS, XPU, META, ACCELERATOR) if not is_accelerator(device)] == [CPU, META]
