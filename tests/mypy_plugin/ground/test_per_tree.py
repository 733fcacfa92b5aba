"""What is worked out once for each parsed tree."""

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from tests.mypy_plugin.checking import parsed


def test_a_file_is_asked_once_and_a_new_one_anew():
    asked = []

    @once_per_tree
    def count(tree):
        asked.append(tree)
        return len(tree.defs)

    one, other = parsed("\nx = 1\n"), parsed("\nx = 1\ny = 2\n")
    assert [count(one), count(other), count(one)] == [1, 2, 1]
    assert asked == [one, other]


def test_a_daemon_puts_new_statements_into_the_old_file():
    count = once_per_tree(lambda tree: len(tree.defs))
    tree = parsed("\nx = 1\n")
    assert count(tree) == 1
    tree.defs = parsed("\nx = 1\ny = 2\n").defs
    assert count(tree) == 2


def test_lists_of_statements_are_told_apart_by_identity():
    count = once_per_tree(len)
    lists = [[1] * size for size in range(80)]
    assert [count(one) for one in lists] == [count(one) for one in lists] == list(range(80))
