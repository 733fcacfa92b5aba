"""A copy holds the very things that are in the first one."""

import pytest

from dtensortypes.mypy_plugin.changes.shallow_copies import copied, filled_in_copies, filled_in_some_copy
from tests.mypy_plugin.checking import parsed


@pytest.mark.parametrize(
    "copy",
    [
        "{**base}",
        "base | {}",
        "base.copy()",
        "base[:]",
        "[*base]",
        "base + [3]",
        "[one for one in base]",
        "{k: v for k, v in base.items()}",
    ],
)
def test_what_is_copied(copy):
    tree = parsed(f"new = {copy}\nnew['a']['b'] = 3")
    assert copied(tree.defs) == filled_in_copies(tree.defs) == {"base"}


@pytest.mark.parametrize(
    "other", ["[[*one] for one in base]", "n + 1", "base[0]", "{k: v + 1 for k, v in base.items()}"]
)
def test_what_is_none(other):
    assert copied(parsed(f"new = {other}").defs) <= {"one"}


def test_who_fills_nothing_inside_shares_nothing():
    assert filled_in_copies(parsed("new = {**base}\nnew['a'] = 3").defs) == frozenset()


@pytest.mark.parametrize("own", ["{'loss': []}", "[[] for _ in base]", "{k: [] for k in base}"])
def test_what_is_made_there_is_no_copy(own):
    source = f"new = {{**base}}\nlog = {own}\nlog['loss'].append(3)\n"
    assert filled_in_copies(parsed(source).defs) == frozenset()
    assert filled_in_copies(parsed(source + "new['a']['b'] = 3").defs) == {"base"}


def test_a_function_may_give_its_copy_to_another_one():
    copying, filling = "def f(): return {**base}\n", "def g(new): new['a']['b'] = 3\n"
    assert filled_in_some_copy(parsed(copying + filling)) == {"base"}
    assert filled_in_some_copy(parsed(copying)) == frozenset()
