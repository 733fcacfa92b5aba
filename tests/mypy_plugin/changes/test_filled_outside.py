"""What a file fills of other objects, by whichever name, by the text alone."""

from dtensortypes.mypy_plugin.changes.filled_outside import filled_outside
from tests.mypy_plugin.checking import parsed


def test_what_is_filled_outside_also_by_the_name_of_a_variable():
    tree = parsed("""
def fill(net, x):
    net.a.append(x)
    kept = net.b
    kept.append(x)
    read = net.c
    read[0](x)
class C:
    def m(self, x):
        own = self.d
        own[0] = x
""")
    assert filled_outside(tree) == {"a", "b", "d"}


def test_what_is_given_to_functions_that_fill_it_or_looked_up_by_its_name():
    tree = parsed("""
def grow(body, x):
    body.append(x)
def read(body, x):
    return body[0](x)
class C:
    def keep(self, rows):
        rows["a"] = 3
def use(net, c, x):
    grow(net.a, x)
    read(net.b, x)
    c.keep(net.c)
    getattr(net, "d").extend(x)
""")
    assert filled_outside(tree) == {"a", "c", "d"}
