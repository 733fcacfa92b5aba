"""What a message of a body says of its place, by which it is told from what mypy says of the body itself."""

import pytest

from dtensortypes.core.problems import Kind, Problem
from dtensortypes.mypy_plugin.proved import place_of


@pytest.mark.parametrize(
    ("reason", "place"),
    [
        ('sizes differ (line 3 of "Net.forward")', 'sizes differ (line 3 of "Net.forward")'),
        ('sizes differ (line 3 of "forward" in model.py)', ' (line 3 of "forward" in model.py)'),
        ("shapes (2, 3) and (4, 5) differ", "shapes (2, 3) and (4, 5) differ"),
    ],
)
def test_the_place_is_the_line_of_another_file_or_all_that_is_said(reason, place):
    assert place_of(Problem(Kind.SHAPE, reason)) == place
