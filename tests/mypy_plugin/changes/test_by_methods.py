"""What the text of a class says of the modules that its methods change."""

import pytest
from mypy.nodes import ClassDef

from dtensortypes.mypy_plugin.changes import by_methods
from dtensortypes.mypy_plugin.changes.owners import SELF
from tests.mypy_plugin.checking import parsed


def methods(*statements):
    lines = "".join(f"        {statement}\n" for statement in statements)
    found = parsed(f"class C:\n    def m(self, x):\n{lines}").defs[0]
    assert isinstance(found, ClassDef)
    return found


@pytest.mark.parametrize(
    ("statement", "changed"),
    [
        ("self.net.half()", "net"),
        ("self.net.encoder.to(x)", "net"),
        ("self.cuda()", SELF),
        ("prepare(self.net)", "net"),
        ("prepare([self.net], other={'a': self.other})", "net other"),
        ("net = self.net; net.half()", "net"),
        ("net = self.net; net(x)", None),
        ("self.net.eval()", None),
        ("self.net.train(False).requires_grad_(True)", None),
        ("print(self.net)", None),
        ("y = nn.functional.relu(self.net(x))", None),
        ("x.half()", None),
    ],
)
def test_a_method_changes_what_it_casts_moves_or_hands_on(statement, changed):
    assert by_methods.changed(methods(statement)) == ({} if changed is None else {"m": changed.split(" ")})


@pytest.mark.parametrize("statement", ["self.a.append(x)", "self.a[0] = x", "self.a += [x]", "self.a.update(x)"])
def test_a_method_fills_what_it_puts_something_into(statement):
    assert by_methods.filled(methods(statement)) == ["a"]


def test_a_constructor_fills_what_it_has_not_made():
    found = methods("self.a.append(x)", "self.b = []", "self.b.append(x)")
    assert by_methods.filled(found) == ["a", "b"]
    (init,) = parsed(
        "class C:\n    def __init__(self, x):\n        self.a.append(x); self.b = []; self.b.append(x)"
    ).defs
    assert isinstance(init, ClassDef)
    assert by_methods.filled(init) == ["a"]


def test_reading_fills_nothing():
    assert by_methods.filled(methods("self.a[0](x)", "y = self.a", "x.append(self.a)")) == []


@pytest.mark.parametrize(
    ("statement", "changing"),
    [
        ("x.half()", ["m"]),
        ("prepare(x)", ["m"]),
        ("nn.init.zeros_(x.weight)", []),
        ("x.bias.data.zero_()", []),
        ("self.half()", []),
    ],
)
def test_a_method_changes_what_it_is_given(statement, changing):
    assert by_methods.changing_given(methods(statement)) == changing
