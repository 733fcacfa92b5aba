"""What a constructor puts into parts of its object is known where nobody else may put something there."""

import pytest

from dtensortypes.mypy_plugin.changes.put_in_parts import are_alone, put_in_parts
from dtensortypes.mypy_plugin.text.scope import functions
from tests.mypy_plugin.checking import parsed

NET = """
class Net:
    def __init__(self):
        self.body = Body()
        self.body.fc = Linear(16, 3)
        self.net.stem.conv = Conv()
        self.head = Linear(3, 2)
{more}
"""
ALONE = ["", "def other(net):\n    net.head = Linear(2, 2)"]
SHARED = [
    "def other(net):\n    net.body.fc = Linear(16, 4)",
    "    def reset(self):\n        self.body.fc = Linear(16, 4)",
    "    def reset(self):\n        b = self.body\n        b.fc = Linear(16, 4)",
    "net.body.add_module('fc', Linear(16, 4))",
    "net.set_submodule('body.fc', Linear(16, 4))",
]


def init(tree):
    return next(one for one in functions(tree) if one.name == "__init__")


def test_what_is_put_into_parts():
    found = put_in_parts(init(parsed(NET.format(more=""))).body.body)
    assert {name: [place.name for place in places] for name, places in found.items()} == {
        "body": ["fc"],
        "net": ["conv"],
    }


@pytest.mark.parametrize(("more", "is_alone"), [*((m, True) for m in ALONE), *((m, False) for m in SHARED)])
def test_who_else_puts_something_there(more, is_alone):
    tree = parsed(NET.format(more=more))
    assert are_alone([tree], init(tree), "body") is is_alone
    assert are_alone([tree], init(tree), "head")
