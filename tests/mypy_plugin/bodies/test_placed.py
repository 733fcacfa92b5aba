"""What is kept of a variable is what does not change; what is read there are its items at their places."""

from mypy.nodes import IndexExpr, IntExpr, NameExpr, StrExpr

from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE
from dtensortypes.mypy_plugin.bodies.placed import in_all, placed, plain
from dtensortypes.mypy_plugin.text.computed import Modules, ModulesByName


def test_plain():
    assert plain(NameExpr("x")) is OPAQUE
    assert plain((1, NameExpr("x"), (NameExpr("y"), 2))) == (1, OPAQUE, (OPAQUE, 2))
    assert isinstance(plain(Modules([OPAQUE])), Modules)
    assert plain(ModulesByName({"a": NameExpr("x")})) == {"a": OPAQUE}


def test_in_all():
    assert in_all([1, 1]) == 1
    assert in_all([1, True]) is OPAQUE


def test_placed():
    place = NameExpr("xs")
    number, module = placed((1, OPAQUE), place)
    assert number == 1
    assert isinstance(module, IndexExpr)
    assert isinstance(module.index, IntExpr)
    rows = placed(Modules([Modules([OPAQUE])]), place)
    assert rows.place is place
    assert isinstance(rows[0].place, IndexExpr)
    assert isinstance(rows[0][0].base, IndexExpr)
    named = placed(ModulesByName({"a": OPAQUE}), place)
    assert isinstance(named["a"].index, StrExpr)
