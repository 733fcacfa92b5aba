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


GIVEN = """
from typing import Optional as Maybe
class Engine:
    def __init__(self, dtype: {declared} = None) -> None:
        self.dtype = dtype
    def run(self, x: Tensor) -> Tensor:
        if self.dtype is not None:
            x = x.to(self.dtype)
        return x
x = torch.zeros(3)
reveal_type(Engine(torch.float16).run(x))
reveal_type(Engine().run(x))
"""
SETTINGS = [
    (program(GIVEN.format(declared=declared)), found)
    for declared, found in {
        "torch.dtype | None": ["Float16", "Float32"],
        "Optional[torch.dtype]": ["Float16", "Float32"],
        "Union[torch.dtype, None]": ["Float16", "Float32"],
        "Maybe[torch.dtype]": ["Float32", "Float32"],
    }.items()
]


@pytest.mark.parametrize(("said", "found"), SETTINGS)
def test_what_is_declared_to_be_none_or_not_is_what_a_call_gives(said, found) -> None:
    assert said.messages == []
    assert [shown.split("[")[1].split(",")[0] for shown in said.revealed] == found


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
