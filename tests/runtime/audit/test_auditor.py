"""What is seen, how it is judged, and that what goes wrong in an audit goes wrong in it alone."""

import pytest
import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode

from dtensortypes import audit
from dtensortypes.core.facts.dtype import FLOAT64, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.ops import Outcome
from dtensortypes.core.ops.public_names import INSIDE
from dtensortypes.core.problems import Kind, Problem
from dtensortypes.runtime.audit import auditor

X = torch.rand(2, 3)


def audited(program):
    with audit() as report:
        program()
    return report


@pytest.mark.parametrize(
    ("program", "name"),
    [
        (lambda: X + 1, "torch.Tensor.add"),
        (lambda: 1 - X, "torch.Tensor.__rsub__"),
        (lambda: X[[0, 1]], "torch.Tensor.__getitem__"),
        (lambda: X[:, None, ..., 0], "torch.Tensor.__getitem__"),
        (lambda: X.T, "torch.Tensor.T"),
        (lambda: X.clone().unsqueeze_(0), "torch.Tensor.unsqueeze_"),
        (lambda: torch.max(X, dim=0), "torch.max"),
        (lambda: X.size(0), "torch.Tensor.size"),
        (lambda: X.size(), "torch.Tensor.size"),
        (lambda: X.split(1), "torch.Tensor.split"),
        (lambda: torch.zeros(2, out=torch.ones(2)), "torch.zeros"),
        (lambda: nn.functional.gelu(X), "torch.nn.functional.gelu"),
        (lambda: torch.arange(3), "torch.arange"),
        (lambda: X.sum().item(), "torch.Tensor.item"),
        (lambda: torch.einsum("ij,kj->ik", X, X), "torch.einsum"),
        (lambda: nn.Linear(3, 4)(X), "torch.nn.Linear"),
        (lambda: nn.Sequential(nn.Linear(3, 4, bias=False), nn.Tanh())(X), "torch.nn.Sequential"),
        (lambda: nn.LSTM(3, 4)(X), "torch.nn.LSTM"),
    ],
)
def test_a_call_is_exact(program, name):
    report = audited(program)
    assert report.operations[name].calls == report.operations[name].exact == 1, str(report)


def test_reading_what_is_there_is_no_call():
    assert audited(lambda: (X.shape, X.dtype, X.is_cuda, X.requires_grad, nn.Parameter(X).grad)).calls == 0


def test_what_hangs_on_values_is_unknown_and_says_what_is():
    report = audited(X.nonzero)
    assert report.operations["torch.Tensor.nonzero"].reasons == {"not told: shape": 1}


@pytest.mark.parametrize(
    ("reason", "counted"), [("", "no line for it"), ("many segments", "many segments"), (INSIDE, "")]
)
def test_what_the_table_does_not_have_is_unknown_for_the_reason_given_there(says, monkeypatch, reason, counted):
    says(None)
    monkeypatch.setattr(auditor, "reason_of", lambda _name: reason)
    report = audited(lambda: X.exp())
    assert report.unknown == bool(counted)
    assert counted in str(report)


@pytest.mark.parametrize(
    ("setting", "dtype"),
    [(lambda: torch.autocast("cpu", torch.bfloat16), torch.bfloat16), (lambda: torch.device("meta"), None)],
)
def test_switches_are_honoured(setting, dtype):
    def program():
        with setting():
            made = torch.ones(2, 2) @ torch.ones(2, 2)
            assert dtype is None or made.dtype == dtype

    report = audited(program)
    assert report.exact == report.calls == 3, str(report)


def test_the_defaults_of_the_program_are_honoured():
    torch.set_default_dtype(torch.float64)
    torch.set_default_device("meta")
    try:
        report = audited(lambda: torch.zeros(3))
    finally:
        torch.set_default_device(None)
        torch.set_default_dtype(torch.float32)
    assert report.exact == report.calls == 1, str(report)


# --- disagreements


@pytest.fixture
def says(monkeypatch):
    """Has the table say this of every call."""

    def says(outcome):
        def answer(*_):
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        monkeypatch.setattr(auditor, "infer", answer)

    return says


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (Outcome(TensorFact(FLOAT64)), "Tensor[Float64]"),
        (Outcome(TensorFact(shape=Shape.of(5))), 'Tensor[Any, Any, "5"]'),
        (Outcome(TensorFact(INT64), (Problem(Kind.SHAPE, "sizes differ"),)), "refused: sizes differ"),
        (KeyError("dim"), "nothing: its rule fails with KeyError: 'dim'"),
    ],
)
def test_a_table_that_is_wrong_is_found(says, outcome, told):
    says(outcome)
    report = audited(lambda: X.exp())
    (found,) = report.disagreements
    assert report.operations["torch.Tensor.exp"].wrong == 1
    assert (found.told, found.given) == (told, 'Tensor[Float32, CPU, "2 3"]')
    assert found.arguments == '(Tensor[Float32, CPU, "2 3"])'
    assert found.place.startswith("test_auditor.py:")


def test_a_report_holds_no_values(says):
    says(Outcome(TensorFact(FLOAT64)))
    (found,) = audited(lambda: torch.full((2,), 1.0).add(torch.tensor([123.25, 456.5]))).disagreements[2:]
    assert "123.25" not in str(found)


def test_the_audits_own_errors_are_not_the_programs(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    for name in ("value_of", "layer_of", "agreement"):
        with monkeypatch.context() as patch:
            patch.setattr(auditor, name, broken)
            report = audited(lambda: nn.ReLU()(X))
            assert "the audit itself fails with ZeroDivisionError" in str(report)


# --- what it leaves alone


class Metres(torch.Tensor):
    """A class that decides for itself."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return super().__torch_function__(func, types, args, kwargs or {})


def test_a_class_of_its_own_is_not_judged():
    length = X.as_subclass(Metres)
    report = audited(lambda: length.exp())
    assert report.operations["torch.Tensor.exp"].reasons == {"a class of tensors that overrides it": 1}


def test_no_operation_is_run_to_judge_another():
    class Count(TorchDispatchMode):
        """Counts kernels."""

        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            counted.append(func)
            return func(*args, **(kwargs or {}))

    def program():
        nn.functional.layer_norm(X @ X.T, (2,)).sum().item()

    counts = []
    for run in (program, lambda: audited(program)):
        counted = []
        with Count():
            run()
        counts.append(counted)
    assert counts[0] == counts[1], "nor is the value of a tensor read"
