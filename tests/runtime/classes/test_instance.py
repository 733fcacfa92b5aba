"""The text of an instance's checks."""

from typing import Any

import pytest
import torch

from dtensortypes import Float32, Tensor, TensorTypeError
from dtensortypes.runtime.annotations import NOWHERE
from dtensortypes.runtime.classes.instance import Checks
from dtensortypes.runtime.classes.layout import Reader
from dtensortypes.runtime.generated import generated
from dtensortypes.runtime.plan import indented
from dtensortypes.runtime.settings import NOTHING_SAID

zeros = torch.zeros


class Batch:
    def __init__(self, **values):
        vars(self).update(values)


def check_of(**hints):
    checks = Checks(Reader(Batch, "field", NOWHERE, NOTHING_SAID).layout(hints), ["check"])
    text = ["def check(self):", *indented(checks.lines()), "    return self"]
    return text, generated("check", text, checks.names.scope, check_of, checks.names.marked)


def test_a_right_instance_passes_without_the_judge(monkeypatch):
    text, check = check_of(x=Tensor[Float32, Any, "b n"], n=int, name=str | None, anything=Any)
    monkeypatch.setitem(check.__globals__, "fault_in", None)
    batch = Batch(x=zeros(3, 4), n=1, name=None, anything=object())
    assert check(batch) is batch
    assert not any("anything" in line for line in text)


@pytest.mark.parametrize("wrong", [{"x": zeros(3)}, {"n": "one"}, {"name": 1}])
def test_a_wrong_one_does_not(wrong):
    _, check = check_of(x=Tensor[Float32, Any, "b n"], n=int, name=str | None)
    with pytest.raises(Exception, match=r'[Ff]ield "'):
        check(Batch(**{"x": zeros(3, 4), "n": 1, "name": None, **wrong}))


def test_a_field_may_have_any_name():
    _, check = check_of(fault=Tensor[Float32, Any, "sure"], sure=Tensor[Float32, Any, "fault"], len=int)
    check(Batch(fault=zeros(3), sure=zeros(4), len=1))


def test_what_cannot_be_planned_is_judged():
    text, check = check_of(x=Tensor[Float32, Any, "*#batch n"] | None, y=Tensor[Float32, Any, "*#batch"] | None)
    assert not any("sure" in line for line in text)
    check(Batch(x=zeros(3, 4), y=zeros(1)))
    with pytest.raises(TensorTypeError):
        check(Batch(x=zeros(3, 4), y=zeros(2)))
