"""Of a parameter that is `None` by default nothing is believed that only a branch for another value says."""

import pytest
from mypy.nodes import AssertStmt, ComparisonExpr, FuncDef, IfStmt, IndexExpr, NameExpr
from mypy.types import AnyType, NoneType, TypeOfAny, UnionType

from dtensortypes.mypy_plugin.text.perhaps_none import admits_none, disbelieve_annotation, or_none
from tests.mypy_plugin.checking import parsed, program

DEFAULTS = program("""
# mypy: disable-error-code="assignment"
def asked(x: Tensor, mask: Tensor = None) -> Tensor:
    if mask is None:
        y = x.half()
    else:
        y = x.double()
    reveal_type(y)
    z = x.half() if mask is None else x.double()
    reveal_type(z)
    return y

def sure(x: Tensor, mask: Tensor | None = None, n: int = 3) -> None:
    if mask is None:
        return
    reveal_type(mask)
    y = x.half() if n is None else x.double()
    reveal_type(y)

def biased(layer: nn.Linear, x: Tensor) -> None:
    y = x.half() if layer.bias is None else x.double()
    reveal_type(y)
    full = nn.Linear(2, 3)
    y = x.half() if full.bias is None else x.double()
    reveal_type(y)
""")


def test_both_branches_are_possible() -> None:
    assert DEFAULTS.messages == []
    either = "Tensor[Float16] | Tensor[Float64]"
    assert DEFAULTS.revealed == [either, either, "Tensor", "Tensor[Float64]", either, "Tensor[Float64]"]


def test_a_type_with_none_is_left_as_it_is() -> None:
    unknown, nothing = AnyType(TypeOfAny.special_form), NoneType()
    for type_ in unknown, nothing, UnionType([nothing, unknown]):
        assert admits_none(type_)
        assert or_none(type_) is type_


@pytest.mark.parametrize(
    ("branch", "is_hidden"),
    [("assert x", True), ("y = 3", True), ("x = 3", False), ("return x", False)],
)
def test_before_mypy_is_at_work_only_simple_branches_are_looked_at(branch: str, is_hidden: bool) -> None:
    tree = parsed(f"def f(x: Tensor = None):\n  if x is None:\n    {branch}\n  assert x is not None")
    (function,) = tree.defs
    assert isinstance(function, FuncDef)
    annotation = function.arguments[0].type_annotation
    assert annotation is not None
    disbelieve_annotation(tree, annotation)
    test, last = function.body.body
    assert isinstance(test, IfStmt)
    assert isinstance(last, AssertStmt)
    assert isinstance(test.expr[0], ComparisonExpr)
    assert isinstance(last.expr, ComparisonExpr)
    assert isinstance(test.expr[0].operands[0], IndexExpr if is_hidden else NameExpr)
    assert isinstance(last.expr.operands[0], NameExpr)
