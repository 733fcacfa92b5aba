"""What has been checked has a type; `test_interfaces.py` shows what becomes of the rest where mypy does not tell."""

from types import SimpleNamespace

from dtensortypes.mypy_plugin.types.seen import seen


def test_all_that_mypy_has_found_so_far():
    assert seen(SimpleNamespace(_type_maps=[{1: "int"}, {2: "str"}])) == [(1, "int"), (2, "str")]
