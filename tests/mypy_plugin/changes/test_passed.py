"""What functions give to methods that put it into attributes, by the text."""

from dtensortypes.mypy_plugin.changes.passed import callers, taking
from tests.mypy_plugin.checking import parsed

TREE = parsed("""
class Kept:
    def keep(self, x):
        self.last = x

    def add(self, x):
        self.xs.append(x)

    def read(self, x):
        return self.last

    def hold(self, x):
        self.last = x

def use(kept):
    kept.keep(1)
    kept.add(2)
    kept.add(3)
    return kept.hold

kept = Kept()
""")


def test_the_functions_with_calls():
    assert [one.name for one in callers(TREE, "add") or []] == ["use"]
    assert callers(TREE, "read") == []


def test_what_is_spoken_of_otherwise_anybody_may_call():
    assert callers(TREE, "hold") is None


def test_what_puts_something_into_its_object():
    assert {"keep", "add", "hold"} >= taking(TREE)
