"""A mark stands beside others on a function's type, and leaves the type that it is put on as it is."""

from mypy.types import CallableType

from dtensortypes.mypy_plugin.types.marks import mark_of, marked
from tests.mypy_plugin.checking import types


def test_marks_stand_beside_one_another():
    plain = CallableType([], [], [], types().literal(1), types().instance("builtins.function"))
    first, second = types().literal(2), types().literal(3)
    both = marked(marked(plain, "the first", first), "the second", second)
    assert [mark_of(both, name) for name in ("the first", "the second", "a third")] == [first, second, None]
    assert mark_of(plain, "the first") is None
