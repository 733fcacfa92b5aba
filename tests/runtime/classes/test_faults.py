"""What is said of an instance that is not as declared."""

import gc
import weakref
from dataclasses import replace
from typing import Any

import torch
from beartype.roar import BeartypeDoorHintViolation
from torch import nn

from dtensortypes import Bool, Float32, Tensor, checking
from dtensortypes.runtime.annotations import NOWHERE
from dtensortypes.runtime.classes.faults import fault_in, found_in
from dtensortypes.runtime.classes.layout import Reader
from dtensortypes.runtime.settings import NOTHING_SAID

zeros = torch.zeros


class Batch:
    def __init__(self, **values):
        vars(self).update(values)


HINTS = {"x": Tensor[Float32, Any, "b n"], "mask": Tensor[Bool, Any, "b"], "n": int}
LAYOUT = Reader(Batch, "field", NOWHERE, NOTHING_SAID).layout(HINTS)
GOOD = {"x": zeros(3, 4), "mask": zeros(3, dtype=torch.bool), "n": 1}


def reason(layout, instance, given=None):
    return str(fault_in(layout, instance, given)).split("\n")[0]


def test_a_right_instance_has_none():
    assert fault_in(LAYOUT, Batch(**GOOD)) is None
    assert fault_in(LAYOUT, None, GOOD) is None


def test_the_whole_instance_is_shown():
    said = str(fault_in(LAYOUT, Batch(**{**GOOD, "mask": zeros(4, dtype=torch.bool)})))
    assert said.startswith('field "mask" of "Batch" has shape (4,), declared "b": dim 0 is 4, but "b" is 3 in "x"\n')
    assert said.endswith(
        '    x     Tensor[Float32, Any, "b n"]  float32 cpu (3, 4)\n'
        '  > mask  Tensor[Bool, Any, "b"]       bool cpu (4,)\n'
        "    n     int                          1\n"
        "    with b = 3, n = 4"
    )


def test_what_is_given_is_to_blame():
    wrong = 'field "x" of "Batch" has shape (5, 4), declared "b n": dim 0 is 5, but "b" is 3 in "mask"'
    assert reason(LAYOUT, Batch(**GOOD), {"x": zeros(5, 4)}) == wrong


def test_what_has_no_tensor_is_beartypes_to_refuse():
    fault = fault_in(LAYOUT, Batch(**{**GOOD, "n": "one"}))
    assert isinstance(fault, BeartypeDoorHintViolation)
    assert str(fault).startswith('Field "n" of "Batch"')


def test_what_is_absent_is_only_missed_where_it_is_required():
    required = replace(LAYOUT, required=frozenset({"mask"}))
    absent = Batch(x=zeros(3, 4))
    assert fault_in(LAYOUT, absent) is None
    assert reason(required, absent) == 'field "mask" of "Batch" is missing, declared Tensor[Bool, Any, "b"]'


def test_what_has_no_size_yet_is_not_judged():
    lazy = {**GOOD, "x": nn.UninitializedParameter()}
    assert fault_in(LAYOUT, Batch(**lazy)) is None
    assert fault_in(LAYOUT, Batch(**{**lazy, "mask": zeros(3)})) is not None


def test_the_mode_says_what_becomes_of_a_fault():
    wrong = Batch(**{**GOOD, "mask": zeros(3)})
    with checking("off"):
        assert fault_in(LAYOUT, wrong) is None
        assert found_in(LAYOUT, wrong) is not None


def test_a_fault_keeps_nothing_alive_once_it_is_gone():
    tensor = zeros(9, 4)
    seen = weakref.ref(tensor)
    gc.disable()
    try:
        assert fault_in(LAYOUT, Batch(**{**GOOD, "x": tensor})) is not None
        del tensor
        assert seen() is None
    finally:
        gc.enable()
