from collections import OrderedDict, UserList, deque
from itertools import count

import pytest

from dtensortypes.runtime.asking import is_a, whole


class Secretive:
    @property
    def __class__(self):
        raise RuntimeError


def test_a_class_is_asked_for_or_looked_up():
    assert is_a([], list)
    assert is_a(Secretive(), Secretive)
    assert not is_a(Secretive(), list)


@pytest.mark.parametrize(
    "container", [[1, 2], (1, 2), {1, 2}, deque([1, 2]), UserList([1, 2]), OrderedDict({1: 0, 2: 0})]
)
def test_all_items_of_a_container(container):
    assert whole(container, container) == [1, 2]


def test_what_has_no_end_is_left():
    with pytest.raises(ValueError, match="more items than its length says"):
        whole(count(), [1, 2])
    assert whole([1], [1, 2]) == [1]
    assert whole(iter([1]), iter([])) == [1]
