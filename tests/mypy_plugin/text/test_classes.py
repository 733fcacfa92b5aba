"""The classes of a file, those that functions define included."""

from dtensortypes.mypy_plugin.text.classes import classes, stands_for_another
from tests.mypy_plugin.checking import parsed

SOURCE = """
class A:
    class Inner:
        pass
    def method(self):
        class InMethod:
            pass
if flag:
    class B:
        pass
def make():
    class C:
        pass
    def inner():
        class D:
            pass
"""


def test_where_they_stand():
    assert {cls.name for cls in classes(parsed(SOURCE))} == {"A", "InMethod", "B", "C", "D"}


AGAIN = """
try:
    from fast import Norm
except ImportError:
    class Norm:
        pass
if flag:
    class A:
        pass
else:
    class A:
        pass
class B:
    pass
B = register(B)
class C:
    pass
def one():
    class C:
        pass
"""


def test_names_that_stand_for_something_else_too():
    tree = parsed(AGAIN)
    found = [(cls.name, stands_for_another(cls, tree)) for cls in classes(tree)]
    assert found == [("Norm", True), ("A", True), ("A", True), ("B", True), ("C", False), ("C", False)]
