"""Messages of mypy's, as it says them, that are not so; others of the same calls are."""

from types import SimpleNamespace

import pytest
from mypy import errorcodes as codes

from dtensortypes.mypy_plugin.messages.untrue import is_untrue

OVERLOADED = 'No overload variant or keyword argument "axis" for overloaded function "sum" of "TensorBase"'
OF_SIZE = 'Argument 1 to "zeros" has incompatible type "Tensor"; expected "int | SymInt"'
OF_NEVER = 'Incompatible default for parameter "x" (default has type "int", parameter has type "Never")'


@pytest.mark.parametrize(
    ("code", "message", "untrue"),
    [
        (codes.CALL_OVERLOAD, OVERLOADED, True),
        (codes.CALL_OVERLOAD, OVERLOADED.replace("axis", "axes"), False),
        (codes.ARG_TYPE, OF_SIZE, True),
        (codes.ARG_TYPE, OF_SIZE.replace('"Tensor"', '"str"'), False),
        (codes.OPERATOR, OF_SIZE, False),
        (codes.ASSIGNMENT, OF_NEVER, True),
        (codes.ASSIGNMENT, OF_NEVER.replace("Never", "str"), False),
    ],
)
def test_what_torch_takes_is_not_refused(code, message, untrue):
    assert is_untrue(SimpleNamespace(code=code, message=message)) is untrue
