"""What is in a dict inside of a dict is believed where the file changes no such one."""

import pytest

from tests.mypy_plugin.checking import program

READ = """
def use() -> None:
    options = {"model": {"hidden": 4}}
    history = []
    history.append(1)
    CHANGE
    nn.Linear(options["model"]["hidden"], 2)(torch.zeros(2, 3))  # refused
"""
GROW = """
def grow(section):
    section["hidden"] = 3
"""


CHANGES = [
    "model = options['model']; model['hidden'] = 3",
    "model = options['model']; model.update(hidden=3)",
    "[one for one in options.values()][0].popitem()",
    "options['model']['hidden'] = 3",
    "grow(options['model'])",
    "model = options.get('model'); grow(model)",
    "for one in options.values():\n        one['hidden'] = 3",
]
UNCHANGED = program(READ.replace("CHANGE", "pass"))
CHANGED = [program((GROW if "grow" in change else "") + READ.replace("CHANGE", change)) for change in CHANGES]


def test_unchanged():
    assert UNCHANGED.refused == UNCHANGED.marked


@pytest.mark.parametrize("one", CHANGED)
def test_changed(one):
    assert not one.refused
