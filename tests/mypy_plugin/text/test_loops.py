"""Each variable of a loop is counted through the part that its values come out of."""

import pytest
from mypy.nodes import ExpressionStmt, ForStmt, FuncDef, ListComprehension, NameExpr

from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.loops import apart, carried, counted, goes_through_own, paired
from dtensortypes.mypy_plugin.text.scope import statements as statements_in
from tests.mypy_plugin.checking import parsed, program


@pytest.mark.parametrize(
    ("loop", "sources"),
    [
        ("[a for a in xs]", {"a": "xs"}),
        ("[a for a, b in xs]", {"a": "xs", "b": "xs"}),
        ("[a for (a, *b), c in xs]", {"a": "xs", "b": "xs", "c": "xs"}),
    ],
)
def test_the_variables_of_a_comprehension(loop: str, sources: dict[str, str]) -> None:
    found = [(name, source) for pairs in counted(parsed(loop).defs).values() for name, source in pairs]
    assert {name.name: source.name for name, source in found if isinstance(source, NameExpr)} == sources


@pytest.mark.parametrize(
    ("loop", "sources"),
    [
        ("[0 for i, a in enumerate(xs)]", {"a": "xs"}),
        ("[0 for a, b in zip(xs, ys, strict=True)]", {"a": "xs", "b": "ys"}),
        ("[0 for i, (a, b) in enumerate(zip(xs, ys))]", {"a": "xs", "b": "ys"}),
    ],
)
def test_what_python_pairs_is_taken_apart(loop: str, sources: dict[str, str]) -> None:
    statement = parsed(loop).defs[0]
    assert isinstance(statement, ExpressionStmt)
    assert isinstance(statement.expr, ListComprehension)
    generator = statement.expr.generator
    whole = generator.sequences[0]
    for call in [whole, *getattr(whole, "args", [])]:
        callee = getattr(call, "callee", None)
        if isinstance(callee, NameExpr):
            callee.fullname = f"builtins.{callee.name}"  # what mypy's analysis of names would say
    pairs = paired(generator.indices[0], whole)
    assert {name.name: source.name for name, source in pairs if isinstance(source, NameExpr)} == sources


@pytest.mark.parametrize(
    ("source", "is_own"),
    [
        ("def f(n):\n  for i in range(n): pass", False),
        ("def f(n):\n  for i in range(3): pass", True),
        ("def f(n):\n  k = n\n  return [i for i in range(k)]", False),
        ("def f(n):\n  k = 3\n  return [i for i in range(k)]", True),
        ("def f(n):\n  return n", False),
    ],
)
def test_goes_through_own(source, is_own):
    (function,) = parsed(source).defs
    assert isinstance(function, FuncDef)
    assert goes_through_own(function) is is_own


def test_targets_stay_together_that_are_unpacked_together() -> None:
    (statement,) = parsed("for (a, b), c in xs: pass").defs
    assert isinstance(statement, ForStmt)
    assert list(apart(statement.index, statement.expr)) == [(statement.index, statement.expr)]


COUNTED = program("""
def use() -> None:
    reveal_type([torch.ones(size) for size in ((3, 8), (4, 8))])
    reveal_type([torch.ones(*size) for size in ((3, 8), (4, 8))])
    reveal_type([torch.ones(size[0]) for size in ((3, 8), (4, 8))])
    reveal_type([torch.ones(5, 2) for size in ((3, 8), (4, 8))])
    reveal_type([torch.ones(n) for n in (3, 4)])
    reveal_type({size: torch.ones(size) for size in ((3, 8), (4, 8))})
    reveal_type(torch.cat([torch.ones(size) for size in ((3, 8), (4, 8))]))
    reveal_type(torch.cat([torch.ones(size[0], 5) for size in ((3, 8), (4, 8))]))
    for size in ((8,), (3, 8), (4, 8)):
        reveal_type(torch.ones(2, *size))
""")


def test_of_several_tuples_none_is_the_first():
    assert COUNTED.revealed == [
        'list[Tensor[Float32, CPU, "_ _"]]',
        'list[Tensor[Float32, CPU, "_ _"]]',
        'list[Tensor[Float32, CPU, "_"]]',
        'list[Tensor[Float32, CPU, "5 2"]]',
        'list[Tensor[Float32, CPU, "3"] | Tensor[Float32, CPU, "4"]]',
        'dict[tuple[Literal[3], Literal[8]], Tensor[Float32, CPU, "_ _"]]',
        'Tensor[Float32, CPU, "7 8"]',
        'Tensor[Float32, CPU, "7 5"]',
        'Tensor[Float32, CPU, "2 ..."] | Tensor[Float32, CPU, "2 _ _"]',
    ]


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ("n = n + 1\n  f(n)", [(2, 6)]),
        ("n += 1\n  f(n)", [(2, 2)]),
        ("f(n)\n  n = 3\n  f(n)", [(2, 4)]),
        ("n = 3\n  f(n)\n  n = n + 1", []),
        ("if a: n = 3\n  f(n)", [(3, 4)]),
        ("f(m)", []),
    ],
)
def test_what_an_earlier_round_has_given(body, places):
    statements = parsed(f"while a:\n  {body}").defs
    found = carried(statements)
    named = (part for one in statements_in(statements) for part in expressions(one) if isinstance(part, NameExpr))
    assert [(part.line, part.column) for part in named if id(part) in found] == places
