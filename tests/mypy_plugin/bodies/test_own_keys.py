"""Loops over the keys of a dict that they store to, round by round."""

import pytest

from tests.mypy_plugin.checking import program

SIGNATURE = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-any-generics=False
def keep(d):
    kept.append(d)
kept: list[object] = []
def halved(d, flag):
    {}
    return d["x"]
reveal_type(halved({{"x": torch.zeros(3), "y": torch.zeros(2).long()}}, bool(input())))
"""
DOUBLE = 'Tensor[Float64, CPU, "3"]'
LOOPS = {
    "for k in d: d[k] = d[k].double()": DOUBLE,
    "for k in list(d.keys()): d[k] = d[k].double()": DOUBLE,
    "for k, v in d.items(): d[k] = v.double()": DOUBLE,
    "for k in ('x', 'y'): d[k] = d[k].double()": DOUBLE,
    "for k, v in d.items():\n        if v.is_floating_point(): d[k] = v.double()": DOUBLE,
    "e = {}\n    for k, v in d.items(): e[k] = v.double()\n    return e['x']": DOUBLE,
    "d['z'] = d['x']\n    for k in d: d[k] = d[k].unsqueeze(0)": 'Tensor[Float32, CPU, "1 3"]',
    "keep(d)\n    for k in d: d[k] = d[k].double()": "Any",
    "d.update(z=3)\n    for k in d: d[k] = d[k].double()": "Any",
    "if flag: d['z'] = d['x']\n    for k in d: d[k] = d[k].double()": "Any",
    "while flag: d['z'] = d['x']\n    for k in d: d[k] = d[k].double()": "Any",
    "d.pop('x')\n    d['x'] = d['y']\n    for k in d: d[k] = d[k].double()": "Any",
}
FOUND = [pytest.param(program(SIGNATURE.format(loop)), found, id=loop) for loop, found in LOOPS.items()]


@pytest.mark.parametrize(("said", "found"), FOUND)
def test_each_key_is_gone_through(said, found):
    assert said.revealed == [found]


HERE = """
def halved(x: Tensor[Float32, CPU, "3"]) -> None:
    d = {{"x": x, "y": torch.zeros(2)}}
    for k, v in d.items():
        d[k] = v.{}()
    x @ d["x"]
"""


@pytest.mark.parametrize(("said", "wrong"), [(program(HERE.format("double")), 1), (program(HERE.format("float")), 0)])
def test_what_comes_of_it_is_said_where_the_loop_stands(said, wrong):
    assert len(said.refused) == wrong
