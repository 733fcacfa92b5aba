"""Which calls cast or move the module that they are called on."""

import pytest
from mypy.nodes import CallExpr, ExpressionStmt

from dtensortypes.mypy_plugin.changes.casts import changes, leaves
from tests.mypy_plugin.checking import parsed


@pytest.mark.parametrize(
    ("call", "is_change"),
    [
        ("net.half()", True),
        ("net.double()", True),
        ("net.float()", True),
        ("net.cuda()", True),
        ("net.to(x)", True),
        ("net.to(*x)", True),
        ("net.eval()", False),
        ("net.load_state_dict(state)", False),
        ("net.load_state_dict(state, strict=False)", False),
        ("net.load_state_dict(state, assign=True)", True),
        ("net.load_state_dict(state, True, True)", True),
        ("net.load_state_dict(**given)", True),
    ],
)
def test_whether_a_call_may_cast_or_move(call, is_change):
    (statement,) = parsed(call).defs
    assert isinstance(statement, ExpressionStmt)
    assert isinstance(statement.expr, CallExpr)
    assert changes(statement.expr) is is_change


def test_methods_that_leave_a_module_as_it_is():
    assert [name for name in ("eval", "parameters", "half", "cuda", "frobnicate") if leaves(name)] == [
        "eval",
        "parameters",
    ]
