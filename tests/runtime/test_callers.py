from pathlib import Path

import pytest
import torch

from dtensortypes import Float32, Tensor, TensorTypeError, checked
from dtensortypes.runtime.callers import caller, depth, site

HERE = Path(__file__).name


class Scale(torch.nn.Module):
    @checked
    def forward(self, x: Tensor[Float32]):
        return x


@checked
def between(x: Tensor[Float32]):
    return depth()


def test_the_line_that_asks():
    assert caller().f_code.co_name == "test_the_line_that_asks"
    line = caller().f_lineno + 1
    assert site() == f"{HERE}:{line} in test_the_line_that_asks"


def test_what_is_ours_and_torchs_is_passed_through():
    with pytest.raises(TensorTypeError) as error:
        Scale()(torch.zeros(2).double())
    line = error.traceback[0].lineno + 1
    name = "test_what_is_ours_and_torchs_is_passed_through"
    assert f"\n    called from {HERE}:{line} in {name}\n" in str(error.value)


def test_the_frames_between_are_counted():
    assert between(torch.zeros(2)) == 1


def test_a_module_has_no_name():
    scope = {"site": site}
    exec(compile("place = site()", "script.py", "exec"), scope)  # noqa: S102 - a program of one line
    assert scope["place"] == "script.py:1"
