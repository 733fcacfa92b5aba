"""What a method stores in its object's attributes is read off its text, and off the types of its expressions."""

from mypy.nodes import FuncDef, NameExpr, Var

from dtensortypes.mypy_plugin.changes.stores import (
    Kind,
    attributes_given,
    is_empty,
    is_of_empty,
    own_handed_on,
    reached_outside,
    stores,
)
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import statements
from dtensortypes.mypy_plugin.types.types_of import anything
from tests.mypy_plugin.checking import parsed

SOURCE = """
def method(self, x, k):
    self.a = x
    self.b = []
    self.c[k] = x
    self.d[1:] = x
    self.e += x
    self.f @= x
    self.g.append(x)
    self.h.extend(x)
    self.i.mul_(x)
    for self.j in x:
        pass
    other.a = x
    kept = self.m
    len(self.n)
    self.o["a"].append(x)
    self.o[k].append(x)
    self.o.setdefault("b", []).append(x)
    self.o["a"] += [x]
    self.o["a"][1:] = x
"""


def method_of(source: str) -> FuncDef:
    """The method, as mypy has it when it knows what `self` is."""
    (method,) = parsed(source).defs
    assert isinstance(method, FuncDef)
    own = Var("self")
    own.is_self = True
    for part in (part for statement in statements(method.body.body) for part in expressions(statement)):
        if isinstance(part, NameExpr) and part.name == "self":
            part.node = own
    return method


def test_stores():
    method = method_of(SOURCE)
    every = [part for statement in statements(method.body.body) for part in expressions(statement)]
    found = stores(method, dict.fromkeys(every, anything()))
    assert [(name, given is None, kind) for name, given, kind, _ in found] == [
        ("a", False, Kind.VALUE),
        ("c", False, Kind.ITEM),
        ("d", True, Kind.ITEM),
        ("e", False, Kind.ITEMS),
        ("f", True, Kind.VALUE),
        ("g", False, Kind.ITEM),
        ("h", False, Kind.ITEMS),
        ("i", False, Kind.VALUE),
        ("j", True, Kind.VALUE),
        ("o", False, Kind.ITEM),
        ("c[]", True, Kind.ITEMS),
        ("d[]", True, Kind.ITEMS),
        ("o['a']", False, Kind.ITEM),
        ("o[]", False, Kind.ITEM),
        ("o['b']", False, Kind.ITEM),
        ("o['a']", False, Kind.ITEMS),
        ("o['a']", True, Kind.ITEM),
        *((name, True, Kind.ANYTHING) for name in own_handed_on(method.body.body)),
    ]
    assert "m" in own_handed_on(method.body.body)
    assert not is_empty(None)
    assert not is_of_empty(None)


def test_attributes_given():
    method = method_of(SOURCE)
    assert set(attributes_given(method)) == {*"abcdefghjo"} | own_handed_on(method.body.body)
    method = method_of(SOURCE.replace("method", "__init__"))
    assert set(attributes_given(method)) == {*"cdegho"} | own_handed_on(method.body.body)


def test_a_container_with_two_names_is_handed_on():
    method = method_of("""
def method(self, x):
    self.a = kept = {}
    self.b = self.c = x
""")
    assert own_handed_on(method.body.body) == {"a"}


def test_reached_outside():
    tree = parsed("""
def use(net, fill):
    net.a[0] = 1
    fill(net.b)
    kept = net.c
""")
    assert reached_outside(tree) == {"a", "b", "c"}
