"""A file tells in which modules the tensors are that it casts, or nothing is known of any module's state."""

import pytest

from dtensortypes.mypy_plugin.changes.given_data import is_of_nobody_known, recast
from tests.mypy_plugin.checking import parsed


@pytest.mark.parametrize(
    ("source", "is_open"),
    [
        ("for g in opt.param_groups:\n    for p in g['params']: p.data = p.data.half()", True),
        ("for p in list(params): p.data = p.data.to(torch.float64)", True),
        ("for m in net.modules(): m.weight.data = m.weight.data.half()", True),
        ("net[0].weight.data = net[0].weight.data.half()", True),
        ("w = net.fc.weight\nw.data = w.data.double()", True),
        ("for p in net.parameters(): p.data = p.data.half()\nfor p in q: p.data = p.data.half()", True),
        ("for _, p in net.named_parameters(): p.data = p.data.half()", False),
        ("for p in params: p.data = p.data.clamp(-1, 1)", False),
        ("net.fc.weight.data = net.fc.weight.data.half()", False),
        ("for x in xs: y = x.data.half()", False),
    ],
)
def test_whose_tensors_are_cast(source, is_open):
    assert is_of_nobody_known(parsed(source)) == is_open
    assert is_of_nobody_known(parsed("def cast(params):\n    " + source.replace("\n", "\n    "))) == is_open


def test_the_modules_of_a_loop():
    [loop] = parsed("for p in net.parameters(): p.data = p.data.half()").defs
    assert [place.name for place in recast(loop)] == ["net"]
    [loop] = parsed("for p in net.parameters(): p.data = p.data.clamp(-1, 1)").defs
    assert not list(recast(loop))
