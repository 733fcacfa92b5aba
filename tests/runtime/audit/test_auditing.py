"""`audit()`: real models agree with the table, and the program is as it would be without."""

import gc
import threading
import warnings
import weakref

import pytest
import torch
from torch import nn
from torch.nn.modules import module as hooks

from dtensortypes import audit
from dtensortypes.runtime.lineage.stack import modes
from tests.runtime.audit.architectures import ARCHITECTURES


@pytest.mark.parametrize("architecture", ARCHITECTURES, ids=lambda one: one.__name__)
def test_the_table_is_right_about_real_models(architecture):
    with audit() as report:
        architecture()
    assert report.disagreements == [], str(report)
    assert report.share >= 0.95, str(report)
    assert report.calls > 100
    assert "fails" not in str(report)


def is_as_before():
    return modes() == [] and not hooks._global_forward_hooks and "global hooks" not in str(warnings.filters)


def test_it_is_on_in_its_block_only():
    x = torch.zeros(3)
    block = audit()
    with block as report:
        x + x
    x * x
    assert set(report.operations) == {"torch.Tensor.add"}
    with block as again:
        x * x
    assert again is report
    assert report.calls == 2
    assert is_as_before()


def test_an_error_ends_it_and_is_the_programs_own():
    with pytest.raises(RuntimeError, match="mat1 and mat2"), audit() as report:
        torch.zeros(2, 3) @ torch.zeros(2, 3)
    assert is_as_before()
    assert "torch.Tensor.matmul" not in report.operations, "a call that torch refuses is not counted"


def test_blocks_in_blocks_see_the_same():
    x = torch.zeros(3)
    with audit() as outer, audit() as inner:
        x.sum()
    assert outer == inner
    assert outer.calls == 1


def test_a_thread_audits_itself():
    layer, x = nn.ReLU(), torch.zeros(2)
    with audit() as report:
        other = threading.Thread(target=lambda: layer(x).sum())
        other.start()
        other.join()
    assert report.calls == 0


def test_no_tensor_is_kept_alive():
    class Memory(torch.Tensor):
        """One that may be weakly referenced without harm."""

    with audit() as report:
        x = torch.rand(3).as_subclass(Memory)
        y = x.sort().values.exp_()
        gone = [weakref.ref(x.untyped_storage()), weakref.ref(y.untyped_storage())]
        del x, y
        gc.collect()
        assert [one() for one in gone] == [None, None]
    assert report.calls > 1


def test_what_is_compiled_runs_as_it_would():
    layer = nn.Sequential(nn.Linear(3, 4), nn.ReLU())
    compiled = torch.compile(layer, backend="eager", fullgraph=True)
    with audit() as report:
        assert compiled(torch.zeros(2, 3)).shape == (2, 4)
    assert report.disagreements == []


def test_a_report_goes_on():
    x = torch.zeros(3)
    with audit() as report:
        x.sum()
    with audit(report):
        x.sum()
    assert report.operations["torch.Tensor.sum"].exact == 2
