"""What a function fills under another name is not what it was, where it was given."""

import pytest
from mypy.nodes import FuncDef

from dtensortypes.mypy_plugin.changes.called_otherwise import called_otherwise
from tests.mypy_plugin.checking import PLAIN, parsed, program

NAMED = [
    "for one in [xs]: one.append(y)",
    "for one in (xs, []): one.append(y)",
    "for one, y in zip([xs], [y]): one.append(y)",
    "for one in {'a': xs}.values(): one.append(y)",
    "[one.append(y) for one in [xs]]",
    "(one := xs).append(y)",
    "match xs:\n        case one: one.append(y)",
    "def add(): xs.append(y)\n    add()",
    "add = lambda: xs.append(y)\n    add()",
]
LEFT = ["for one in xs: one + y", "[one + y for one in xs]", "torch.stack([*xs])", "for one in [y]: one + 1"]
SOURCE = """
def f(xs, y):
    {}
"""
WHOLE = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def f(xs, y):
    {}
def use() -> None:
    xs = [torch.ones(2)]
    f(xs, torch.ones(3))
    reveal_type(xs[-1])
"""
FILLED = [program(WHOLE.format(body), PLAIN) for body in NAMED]
READ = [program(WHOLE.format(body), PLAIN) for body in LEFT]


@pytest.mark.parametrize(("body", "is_named"), [(one, True) for one in NAMED] + [(one, False) for one in LEFT])
def test_which_variables(body, is_named):
    (function,) = parsed(SOURCE.format(body)).defs
    assert isinstance(function, FuncDef)
    assert ("xs" in called_otherwise(function)) is is_named


@pytest.mark.parametrize("said", FILLED, ids=NAMED)
def test_nothing_is_claimed_of_what_was_given(said):
    assert "2" not in said.revealed[0]


@pytest.mark.parametrize("said", READ, ids=LEFT)
def test_what_is_only_read_stays(said):
    assert said.revealed == ['Tensor[Float32, CPU, "2"]']
