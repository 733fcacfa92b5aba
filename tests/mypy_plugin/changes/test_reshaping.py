"""What a file makes another shape, by its text: parameters, attributes, and what its bodies hold."""

from dtensortypes.mypy_plugin.changes.reshaping import Effect, attributes, effects, is_reshaped_here, touched_in
from tests.mypy_plugin.checking import parsed

SOURCE = """
def own(x):
    y = x.clone()
    y.unsqueeze_(0)
    return y
def direct(a, x):
    x.unsqueeze_(0)
def through(b):
    z = b
    direct(0, x=z)
def fresh(d):
    direct(d, d + 1)
class Box:
    def get(self):
        return self.held
    def grow(self, by):
        y = self.get()
        y.squeeze_()
        self.other.data = by
"""


def test_effects():
    tree = parsed(SOURCE)
    found = effects(tree)
    assert {name: found[name].parameters for name in ("direct", "through")} == {"direct": {1, "x"}, "through": {0, "b"}}
    assert "own" not in found
    assert {".held", ".other"} <= found["grow"].places
    assert is_reshaped_here(tree, "held")
    assert not is_reshaped_here(tree, "another")
    quiet = parsed("def f(x):\n    return x.unsqueeze(0)\n")
    assert (effects(quiet), attributes(quiet), Effect()) == ({}, frozenset(), (frozenset(), frozenset()))


def test_what_a_body_makes_another_shape():
    tree = parsed(
        "def f(ds, y):\n    for k, v in ds.items(): v.t_()\n    w = y\n    return {k: x.t_() for k, x in zs.items()}"
    )
    [function] = tree.defs
    assert {"ds", "v", "zs", "x"} <= touched_in(tree, function.body.body)
    assert touched_in(tree, function.body.body).isdisjoint({"y", "w"})
    quiet = parsed("y = x.unsqueeze(0)")
    assert touched_in(quiet, quiet.defs) == frozenset()
