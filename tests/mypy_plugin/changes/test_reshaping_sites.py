"""A tensor is made another shape by what stands for a method of its own, too."""

import pytest

from dtensortypes.mypy_plugin.changes.reshaping_sites import indirectly, is_reshaping, sites
from tests.mypy_plugin.checking import parsed, program

BODY = """
def run(x: Tensor[Float32, CPU, "2 3"]) -> None:
    y = x.clone()
    {}
    reveal_type(y)
"""
INDIRECT = [
    "torch.Tensor.t_(y)",
    "turn = lambda: y.t_(); turn()",
    "list(map(torch.Tensor.t_, [y]))",
    "turn = y.t_; turn()",
]
PROGRAMS = [program(BODY.format(line)) for line in INDIRECT]
DIRECT = program(BODY.format("y.t_(); f = y.abs_; f()"))


@pytest.mark.parametrize("said", PROGRAMS)
def test_nothing_is_known_of_its_shape(said):
    assert said.revealed == ["Tensor"]


def test_what_it_does_itself_is_followed():
    assert DIRECT.revealed == ['Tensor[Float32, CPU, "3 2"]']


def test_the_text_tells_where():
    tree = parsed("x.t_()\nf = y.unsqueeze_\nz.data = w\nf(0)\nx.t()\nx.data.sum()")
    assert [one.name for one in sites(tree.defs)] == ["z", "x", "y"]
    assert [one.name for one in indirectly(tree.defs[3].expr, tree.defs)] == ["y"]
    assert indirectly(tree.defs[4].expr, tree.defs) == []


def test_an_attribute_is_no_method():
    assert (is_reshaping("resize_"), is_reshaping("data"), is_reshaping("add_")) == (True, False, False)
