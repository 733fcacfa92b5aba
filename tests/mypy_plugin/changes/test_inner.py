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
    "model = options['model']; model |= {'hidden': 3}",
    "model = options.get('model') or {}; model |= {'hidden': 3}",
    "model = inner(options); model |= {'hidden': 3}",
    "model = Held(options)(); model |= {'hidden': 3}",
]
INNER = """
def inner(options):
    return options["model"]
class Held:
    def __init__(self, options):
        self.options = options
    def __call__(self):
        return self.options["model"]
"""
HARMLESS = [
    "n = 2; n += 1; n //= 2",
    "out = torch.zeros(3); out += torch.ones(3)",
    "net = nn.Linear(2, 3); out = net(torch.zeros(2)); out += net(torch.ones(2))",
    "out = torch.zeros(3).exp(); out *= out",
]
UNCHANGED = program(READ.replace("CHANGE", "pass"))
ABOVE = {"grow": GROW, "inner": INNER, "Held": INNER}
CHANGED = [
    program("".join({text for word, text in ABOVE.items() if word in change}) + READ.replace("CHANGE", change))
    for change in CHANGES
]
LEFT = [program(READ.replace("CHANGE", change)) for change in HARMLESS]


def test_unchanged():
    assert UNCHANGED.refused == UNCHANGED.marked


@pytest.mark.parametrize("one", CHANGED)
def test_changed(one):
    assert not one.refused


@pytest.mark.parametrize("one", LEFT)
def test_what_is_added_to_others(one):
    assert one.refused == one.marked
