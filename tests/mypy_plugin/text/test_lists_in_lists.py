"""Who fills a list that is in another one has changed the other one; who stores into a tensor has not."""

import pytest

from dtensortypes.mypy_plugin.text.lists_in_lists import filled_in, filled_inside
from tests.mypy_plugin.checking import parsed


@pytest.mark.parametrize(
    ("source", "filled"),
    [
        ("rows[0][i] = 9", {"rows"}),
        ("self.rows[0].append(9)", {"self", "rows"}),
        ("rows[0] += [9]", {"rows"}),
        ("for row in rows: row[0] = 9", {"rows"}),
        ("row = rows[0]\nrow.pop()", {"rows"}),
        ("model = config.get('model')\nmodel['dim'] = 9", {"config", "get"}),
        ("for rows in whole:\n    for row in rows: row.clear()", {"rows", "whole"}),
        ("rows[0] = 9\nrows[1] += 1\nrows.append(rows[0])", set()),
        ("x[0][:, 1] = 9\nx[0, 1] = 3", set()),
    ],
)
def test_what_is_filled(source, filled):
    assert filled_in(parsed(source).defs) == filled


def test_only_lists_of_lists_are_other_ones_then():
    made = "a = [[1], [2]]\nb = list(a)\nc = []\nc.append([1])\nd = [x]\ne = [d]\nf = [1, 2]\ng = f + [3]\n"
    assert filled_inside(parsed(made).defs) == frozenset()
    assert filled_inside(parsed(made + "a[0][0] = 3").defs) == {"a", "b", "c", "e"}
