"""What is planned reads each tensor once, and compares whole shapes where it can."""

from typing import Any

import pytest

from dtensortypes import CPU, Float32, Tensor
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.plan import lines
from dtensortypes.runtime.planner import Planner
from dtensortypes.runtime.reading import read
from dtensortypes.runtime.variables import Unplanned, Variables

IS = "(type({0}) is Tensor or type({0}) is Parameter or reads_plainly({0}))"


def planned(**hints):
    planner = Planner(Variables(Names(hints)))
    return "\n".join(lines(planner.plan([(name, read(hint)) for name, hint in hints.items()]), ["pass"]))


def test_a_shape_whose_names_are_known_is_compared_as_a_whole():
    text = planned(x=Tensor[Float32, CPU, "b n"], y=Tensor[Float32, CPU, "n b 3"])
    assert (
        text
        == f"""\
if {IS.format("x")} and x.dtype is float32 and x.is_cpu and len(x_shape := x.shape) == 2:
    b, n = x_shape
    if {IS.format("y")} and y.dtype is float32 and y.is_cpu and y.shape == (n, b, 3):
        pass"""
    )


def test_an_expression_before_its_name():
    text = planned(x=Tensor[Any, Any, "2*n"], y=Tensor[Any, Any, "n"])
    assert "n, = y_shape" in text
    assert text.endswith("if x_shape_0 == 2 * n:\n            pass")


def test_what_is_not_there_binds_nothing():
    text = planned(x=Tensor[Any, Any, "n"] | None)
    assert text.startswith("n = None\nif (x is None or (")


@pytest.mark.parametrize(
    "hint", [Tensor[Any, Any, "n*m"], list[Tensor[Any, Any, "*#s"]], Tensor[Any, Any, "n"] | list[Tensor]]
)
def test_what_is_seldom_met_is_not_planned(hint):
    with pytest.raises(Unplanned):
        planned(x=hint)
