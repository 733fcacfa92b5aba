import copy
import gc
import pickle
import weakref

import pytest
import torch
from torch._utils import ExceptionWrapper

from dtensortypes import CPU, Float32, Tensor, TensorTypeError, TensorTypeWarning, checked
from dtensortypes.core.problems import Kind, Problem
from dtensortypes.runtime.errors import Report

REPORT = Report(Problem(Kind.DTYPE, "x is wrong", "cast it"), "  > x  Tensor", "float64 since data.py:12")
TEXT = "x is wrong\n\n  > x  Tensor\n\ncast it\n\nfloat64 since data.py:12"


@checked
def twice(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, "n"]:
    return x + x


def caught(value):
    with pytest.raises(TensorTypeError) as raised:
        twice(value)
    return raised.value


def test_the_reason_comes_first():
    assert isinstance(TensorTypeError(REPORT), TypeError)
    assert str(TensorTypeError(REPORT)) == TEXT
    assert str(TensorTypeError(Report(Problem(Kind.DTYPE, "x is wrong")))) == "x is wrong"


@pytest.mark.parametrize("cls", [TensorTypeError, TensorTypeWarning])
def test_it_has_the_name_by_which_users_know_it(cls):
    assert f"{cls.__module__}.{cls.__qualname__}" == f"dtensortypes.{cls.__name__}"


def test_it_is_told_once_and_only_when_somebody_asks():
    asked = []
    error = TensorTypeError(lambda: asked.append(1) or REPORT)
    assert not asked
    assert (error.problem, error.table, error.since) == (REPORT.problem, REPORT.table, REPORT.since)
    assert (str(error), error.args) == (TEXT, (TEXT,))
    assert repr(error) == f"TensorTypeError({TEXT!r})"
    assert asked == [1]


def test_of_a_text_only_the_text_is_known():
    error = TensorTypeError("it is wrong")
    assert (str(error), error.args) == ("it is wrong", ("it is wrong",))
    assert (error.problem, error.table, error.since) == (None, "it is wrong", "")
    assert str(TensorTypeError()) == ""


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))])  # noqa: S301
def test_it_is_copied_with_all_that_it_tells(copied):
    error = caught(torch.zeros(2).double())
    error.add_note("in epoch 3")
    twin = copied(error)
    assert type(twin) is TensorTypeError
    assert (str(twin), twin.problem, twin.__notes__) == (str(error), error.problem, ["in epoch 3"])
    assert str(copied(TensorTypeError("a text"))) == "a text"


def test_a_worker_of_a_data_loader_hands_it_on():
    try:
        twice(torch.zeros(2, 2))
    except TensorTypeError:
        wrapped = pickle.loads(pickle.dumps(ExceptionWrapper(where="in DataLoader worker process 0")))  # noqa: S301
    with pytest.raises(TensorTypeError, match=r'worker process 0(.|\n)*argument "x" of "twice" has shape'):
        wrapped.reraise()


def test_its_text_may_be_replaced():
    error = caught(torch.zeros(2, 2))
    error.args = ("in batch 3: " + error.args[0],)
    assert str(error).startswith('in batch 3: argument "x" of "twice" has shape (2, 2)')


def test_another_error_may_be_raised_from_it():
    error = caught(torch.zeros(2, 2))
    with pytest.raises(ValueError, match="no") as other:
        raise ValueError("no") from error
    assert other.value.__cause__ is error


@pytest.mark.parametrize("value", [torch.zeros(2, 2), torch.zeros(2).double(), torch.zeros(2, 2).to_sparse()])
def test_it_holds_no_tensor_and_no_cycle(value):
    gc.disable()
    try:
        value = value.clone()
        alive, error = weakref.ref(value), None
        try:
            twice(value)
        except TensorTypeError as raised:
            error = raised.with_traceback(None)
        del value
        assert alive() is None
        gone = weakref.ref(error)
        assert 'of "twice"' in str(error)
        del error
        assert gone() is None
    finally:
        gc.enable()
