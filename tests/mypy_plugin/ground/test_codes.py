"""Every kind of problem has its own error code."""

from mypy.errorcodes import error_codes

from dtensortypes.core.problems import Kind
from dtensortypes.mypy_plugin.ground.codes import CODES
from tests.mypy_plugin.checking import program

IGNORED = program("""
def f(x: Tensor[Float32]) -> None: ...
f(torch.zeros(1).half())  # type: ignore[tensor-dtype]
f(torch.zeros(1).half())  # type: ignore[tensor-device]
f(torch.zeros(1))  # type: ignore[tensor-dtype]
""")


def test_each_kind_is_a_code_that_mypy_knows_by_its_name():
    assert {kind: code.code for kind, code in CODES.items()} == {kind: kind.value for kind in Kind}
    assert all(error_codes[code.code] is code for code in CODES.values())


def test_two_codes_are_opt_in():
    assert {kind for kind in Kind if not CODES[kind].default_enabled} == {Kind.PROMOTION, Kind.UNKNOWN}


def test_a_code_is_ignored_on_its_line_and_only_there():
    assert IGNORED.messages == [
        '3: error: Unused "type: ignore" comment  [unused-ignore]',
        '3: error: argument "x" of "f" is float16, declared Float32; cast with .float()  [tensor-dtype]',
        '3: note: Error code "tensor-dtype" not covered by "type: ignore[tensor-device]" comment',
        "3: note: float16 comes from .half() here",
        '4: error: Unused "type: ignore" comment  [unused-ignore]',
    ]
