"""What is known stands in what a statement computes, and not in what it gives a value."""

import pytest
from mypy.options import Options
from mypy.strconv import StrConv

from dtensortypes.mypy_plugin.bodies.foreseen import Foreseen
from dtensortypes.mypy_plugin.bodies.statements import put_into
from dtensortypes.mypy_plugin.text.computed import refuse
from tests.mypy_plugin.checking import parsed


class Counted(Foreseen):
    """Knows of `n` that it is 3."""

    def of(self, expression):
        return 3 if getattr(expression, "name", "") == "n" else super().of(expression)


def shown(statement) -> list[str]:
    return [line.strip() for line in statement.accept(StrConv(options=Options())).splitlines()]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = n", "x = 3"),
        ("n = n", "n = 3"),
        ("xs[n] = n", "xs[3] = 3"),
        ("xs[n] += n", "xs[3] += 3"),
        ("x += f(n)", "x += f(3)"),
        ("f(n)", "f(3)"),
        ("for i in f(n): pass", "for i in f(3): pass"),
        ("with f(n): pass", "with f(3): pass"),
        ("try: f(n)\nexcept E: pass", "try: f(n)\nexcept E: pass"),
    ],
)
def test_put_into(source, expected):
    (statement,) = parsed(source).defs
    put_into(Counted(None, refuse), statement)
    assert shown(statement) == shown(parsed(expected).defs[0])
