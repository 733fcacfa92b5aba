"""What is planned reads each tensor once, and compares whole shapes where it can."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

import pytest

from dtensortypes import CPU, Float32, Tensor
from dtensortypes.runtime.generated import filled
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.plan import lines
from dtensortypes.runtime.planner import Planner
from dtensortypes.runtime.reading import read
from dtensortypes.runtime.variables import Unplanned, Variables


@dataclass
class Batch:
    image: Tensor
    mask: Tensor
    count: int


class Sample(TypedDict):
    image: Tensor
    mask: NotRequired[Tensor]
    name: str


@dataclass
class Node:
    value: Tensor
    children: "list[Node]"


IS = "(type({0}) is Tensor or type({0}) is Parameter or reads_plainly({0}))"


def planned(**hints):
    planner = Planner(Variables(Names(hints)))
    text = "\n".join(lines(planner.plan([(name, read(hint)) for name, hint in hints.items()]), ["pass"]))
    return filled(text, planner.names.marked)


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


def test_fields_are_read_once():
    text = planned(x=Batch, y=Sample)
    assert "if isinstance(x, Batch):\n    x_image = x.image\n" in text
    assert "isinstance(y, dict) and 'name' in y:" in text
    assert "y_image = y['image']" in text
    assert "for y_mask in ((y['mask'],) if 'mask' in y else ()):" in text
    assert "count" not in text


def test_a_container_in_a_union_is_entered_where_the_value_is_one():
    text = planned(x=Tensor[Any, Any, "n"] | list[Tensor] | dict[str, Tensor] | tuple[Tensor, int] | None)
    assert "for x_item in ((x if type(x) is list else whole(x, x)) if isinstance(x, list) else ()):" in text
    pairs = "(x.items() if type(x) is dict else whole(x.items(), x))"
    assert f"for x_key, x_item_ in ({pairs} if isinstance(x, dict) else ()):" in text
    assert "for x_one in ((x,) if (isinstance(x, tuple) and len(x) == 2) else ()):" in text


def test_a_tensor_is_no_collection_of_tensors():
    assert "isinstance(x, Collection) and not isinstance(x, Tensor)" in planned(x=Collection[Tensor])


@pytest.mark.parametrize("hint", [Tensor[Any, Any, "n*m"], list[Tensor[Any, Any, "*#s"]], Node])
def test_what_is_seldom_met_is_not_planned(hint):
    with pytest.raises(Unplanned):
        planned(x=hint)
