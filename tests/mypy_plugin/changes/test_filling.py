"""What a statement puts something into, by the text alone."""

import pytest
from mypy.nodes import MemberExpr, NameExpr

from dtensortypes.mypy_plugin.changes.filling import filled_by, filled_by_name
from tests.mypy_plugin.checking import parsed


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("xs.append(1)", ["xs"]),
        ("self.xs[0] = 1", ["xs"]),
        ("self.xs[0][1].append(x)", ["xs"]),
        ("xs += [1]", ["xs"]),
        ("for x in self.xs: x.append(1)", ["xs"]),
        ("for i, x in enumerate(self.xs): x[0] = 1", ["xs"]),
        ("for x in self.xs: ys.append(x)", []),
        ("put = self.xs.append", ["xs"]),
        ("y = xs[0]", []),
    ],
)
def test_filled_by(source, names):
    (statement,) = parsed(source).defs
    assert [place.name for place in filled_by(statement) if isinstance(place, NameExpr | MemberExpr)] == names


def test_filled_by_name():
    body = parsed("put, get = xs.append, xs.index\nput(1)\nget(1)").defs
    assert [filled_by_name(one.expr, body) is not None for one in body[1:]] == [True, False]
