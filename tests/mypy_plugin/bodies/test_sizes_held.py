"""A variable that holds a size asks for it, as long as what it was taken from stays there."""

import pytest
from mypy.nodes import FuncDef, IfStmt, NameExpr, Var

from dtensortypes.mypy_plugin.bodies.sizes_held import spelled
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import statements
from tests.mypy_plugin.checking import parsed, program


def asked(*lines):
    body = next(one for one in parsed("def f(x, n):\n    " + "\n    ".join(lines)).defs if isinstance(one, FuncDef))
    every, variables = body.body.body, {}
    for name in (part for one in statements(every) for part in expressions(one) if isinstance(part, NameExpr)):
        name.node = variables.setdefault(name.name, Var(name.name))
    return spelled(every, every, next(one for one in every if isinstance(one, IfStmt)).expr[0])


@pytest.mark.parametrize("given", ["b, _ = x.shape", "b = x.shape[0]", "b = x.size(0)", "b = len(x)"])
@pytest.mark.parametrize("condition", ["b == 1", "not b != 1", "n and b == 1"])
def test_what_holds_a_size(given, condition):
    found = asked(given, "print(b)", f"if {condition}: pass")
    assert found is not None
    assert found.asked


@pytest.mark.parametrize(
    "lines",
    [
        ("b, *_ = x.shape", "if b == 1: pass"),
        ("b = n", "if b == 1: pass"),
        ("b = x.shape[0] + n.shape[0]", "if b == 1: pass"),
        ("b, _ = x.shape", "x = x[0]", "if b == 1: pass"),
        ("b, _ = x.shape", "for _ in n: x = x[0]", "if b == 1: pass"),
        ("b, _ = x.shape", "b = 3", "if b == 1: pass"),
        ("b, _ = x.shape", "if b == 2: pass"),
        ("if b == 1: pass", "b, _ = x.shape"),
    ],
)
def test_what_holds_none(lines):
    assert asked(*lines) is None


ASKED = program("""
def asked(x: Tensor[Float32, CPU, "b n"], y: Tensor[Float32, CPU, "b n"]) -> None:
    b, n = x.shape
    if b == 1:
        reveal_type(x)
        reveal_type(y)
    assert not n != 1
    reveal_type(x)
""")


def test_it_is_known_where_the_answer_is():
    assert ASKED.revealed == [
        'Tensor[Float32, CPU, "_ n"]',
        'Tensor[Float32, CPU, "b n"]',
        'Tensor[Float32, CPU, "_ _"] | Tensor[Float32, CPU, "b _"]',
    ]
