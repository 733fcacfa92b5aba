"""Whose items others get hold of is read off the text: what is gone through, called and looked at stays where it is."""

import pytest

from dtensortypes.mypy_plugin.text.reached_items import counted, reached
from tests.mypy_plugin.checking import parsed

KEPT = [
    "for x in self.xs: y = x(y)",
    "for i, x in enumerate(self.xs[1:]): print(i, x.weight)",
    "y = self.xs[0](y)",
    "x = self.xs[0]\ny = x(y)",
    "y = [x(y) for x in self.xs]",
    "for k, x in self.xs.items(): y = x(y)",
    "n = len(self.xs)",
    "for i, x in enumerate(self.xs):\n    if i == 0: y = x(y)",
    "for i in range(len(self.xs)): y = self.xs[i](y + i)",
    "for k, x in self.xs.items(): y[k] = x(y)",
    "for i, (k, x) in enumerate(self.xs.items()): y[k] = i",
    "for k in self.xs.keys(): y[k] = self.xs[k](y)",
]
SHARED = [
    "for x in self.xs: x.cuda()",
    "for i, x in enumerate(self.xs): setattr(self, str(i), x)",
    "self.net = Sequential(*self.xs)",
    "self.first = self.xs[0]",
    "self.xs[0].cuda()",
    "x = self.xs[0]\nx.cuda()",
    "ys = [x.cuda() for x in self.xs]",
    "for x in self.xs.values(): x.cuda()",
    "for i, (k, x) in enumerate(self.xs.items()): x.cuda()",
    "for i, pair in enumerate(zip(self.xs, ys)): keep(pair)",
    "for pair in enumerate(self.xs): keep(pair)",
    "ys = self.xs",
    "self.xs = given",
    "self.xs.append(x)",
    "self.xs = [self.a, self.b]",
]


@pytest.mark.parametrize(("body", "is_reached"), [*((b, False) for b in KEPT), *((b, True) for b in SHARED)])
def test_who_gets_hold_of_an_item(body, is_reached):
    assert (".xs" in reached(parsed(body))) is is_reached


def test_a_list_in_a_variable():
    assert "xs" in reached(parsed("for x in xs: x.cuda()"))
    assert "xs" not in reached(parsed("for x in xs: y = x(y)"))


def test_what_an_item_comes_out_of():
    assert counted(parsed("for x, y in zip(xs, self.ys): pass\nz = zs[0]").defs) == {
        "x": {"xs", ".ys"},
        "y": {"xs", ".ys"},
        "z": {"zs"},
    }
    of_numbers = "for i, (k, x) in enumerate(self.xs.items(), 1): pass\nfor j in range(len(xs)): pass"
    assert counted(parsed(of_numbers).defs) == {"x": {".xs"}}
