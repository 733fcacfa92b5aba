"""What functions give to methods that put it into attributes, by the text."""

from dtensortypes.mypy_plugin.changes.passed import callers, handing, hands_itself_on, taking
from dtensortypes.mypy_plugin.text.scope import functions
from tests.mypy_plugin.checking import parsed, program

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


HANDING = program("""
class Kept:
    def keep(self, x):
        self.last = x
class Agent:
    def note(self, x):
        self.kept.keep(x)
    def read(self, x):
        return self.kept.last
class Around:
    def note(self, x):
        return self.agent.note(x)
    def keep(self, x):
        return self.agent.keep(x + 1)
    def far(self, x):
        self.note(x)
    def farther(self, x):
        self.far(x)
""")


def test_what_hands_on_what_it_is_given():
    assert handing(HANDING.tree) == {"keep", "note", "far"}


def test_what_hands_on_to_its_like_alone_what_it_is_given():
    assert [one.name for one in functions(HANDING.tree) if hands_itself_on(one)] == ["note"]
