"""Who else may have cast or moved a module, by the text alone."""

from dtensortypes.mypy_plugin.changes.disturbed import changed_place
from tests.mypy_plugin.checking import parsed


def test_the_place_is_that_of_the_module_itself():
    call = parsed("net.a.cuda().half()").defs[0].expr
    assert changed_place(call).name == "a"
