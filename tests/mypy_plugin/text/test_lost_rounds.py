"""A loop's variable that is given what a method of it gives, and is not read again."""

import pytest

from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.lost_rounds import lost_with
from dtensortypes.mypy_plugin.text.scope import bodies, statements
from tests.mypy_plugin.checking import parsed

IS_LOST = [
    "for x in xs:\n        x = x.cuda()",
    "for x in xs:\n        if x:\n            x = x.cuda()",
    "for i, (x, y) in enumerate(xs):\n        x = x.cuda()\n        print(y)",
    "for x in xs:\n        print(x)\n        x = x.cuda()",
    "for x in xs:\n        x = x.cuda()\n    for x in ys:\n        print(x)",
]
IS_READ = [
    "for x in xs:\n        x = x.cuda()\n        print(x)",
    "for x in xs:\n        x = x.cuda()\n    return x",
    "for x in xs:\n        y = x.cuda()",
    "for x in xs:\n        x = y.cuda()",
    "for y in xs:\n        x = x.cuda()",
    "for x in xs:\n        f(lambda: x)\n        x = x.cuda()",
    "for x in xs:\n        while print(x):\n            x = x.cuda()",
    "global x\n    for x in xs:\n        x = x.cuda()",
    "def g():\n        return x\n    for x in xs:\n        x = x.cuda()",
    "x = x.cuda()",
]


def lost(body: str) -> set[str]:
    tree = parsed(f"def f(xs, ys):\n    {body}\n")
    parts = [part for one in bodies(tree.defs) for statement in statements(one) for part in expressions(statement)]
    return {name for part in parts if (name := lost_with(tree, part)) is not None}


@pytest.mark.parametrize("body", IS_LOST)
def test_nobody_reads_it(body):
    assert lost(body) == {"x"}


@pytest.mark.parametrize("body", IS_READ)
def test_somebody_may_read_it(body):
    assert not lost(body)


def test_of_a_file_its_functions_may_read_it():
    for reading, found in (("", {"x"}), ("def f():\n    return x\n", set())):
        tree = parsed(f"{reading}for x in xs:\n    x = x.cuda()\n")
        calls = [part for statement in statements(tree.defs) for part in expressions(statement)]
        assert {name for part in calls if (name := lost_with(tree, part)) is not None} == found
