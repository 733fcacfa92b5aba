"""Which variables and attributes may be one object is read off the text."""

import ast

from mypy.nodes import ExpressionStmt, FuncDef

from dtensortypes.mypy_plugin.changes.aliases import group, groups, places, words
from tests.mypy_plugin.checking import parsed, program


def value(source):
    statement = parsed(source).defs[0]
    assert isinstance(statement, ExpressionStmt)
    return words(statement.expr)


def test_words():
    assert value("x") == {"x"}
    assert value("self.x") == {".x"}
    assert value("self") == set()
    assert value("x.view(3)") == value("torch.cat([x, y])") == value("x.T") == value("x - y") == set()
    assert value("x.contiguous()") == {"x", "contiguous()"}
    assert value("[x, y][0]") == value("x if z else y") == value("{'a': x, 'b': y}") == {"x", "y"}
    assert value("f(x, self.y)") == {"x", ".y", "f()"}
    assert value("[y for y in ys]") == value("{k: y for k, y in ys}") == {"y", "ys"}


def test_groups():
    source = """
def f(a, b, c, d, e, g, h):
    x = a
    for y in b:
        x.append(y)
    z = c.clone()
    with d as i:
        pass
    j = k = e
    if (m := g):
        n = [o for o in h]
    return x
"""
    body = next(one for one in parsed(source).defs if isinstance(one, FuncDef)).body.body
    assert groups(body)["a"] == {"a", "b", "x", "y"}
    assert "c" not in groups(body)
    assert (groups(body)["d"], groups(body)["e"]) == ({"d", "i"}, {"e", "j", "k"})
    assert (groups(body)["g"], groups(body)["h"]) == ({"g", "m"}, {"h", "n", "o"})
    assert group(body, frozenset({"c", "d"})) == {"c", "d", "i"}
    assert len(places(body)["x"]) == len([one for one in ast.walk(ast.parse(source)) if getattr(one, "id", "") == "x"])


AXES = program("""
from einops import rearrange
def two_tensors(scores: Tensor[Float32, CPU, "1 65 65"], mask: Tensor[Bool, CPU, "1 56"]) -> None:
    rows = rearrange(mask, "b i -> b i 1")
    scores.masked_fill_(~rows, 0.0)  # refused
    print(rearrange(scores, "b i j -> b (i j)"))
def perhaps_one(x: Tensor[Float32, CPU, "2 3"]) -> None:
    y = rearrange(x, "b n -> b n")
    y.unsqueeze_(0)
    print(x @ torch.ones(4, 5))
""")


def test_einops_keeps_nothing_from_one_call_to_the_next():
    assert AXES.refused == AXES.marked


MADE = program("""
class Own:
    def __init__(self) -> None:
        self.x = torch.zeros(2)
class Kept:
    one = None
    def __new__(cls) -> Any:
        return cls.one
def use() -> None:
    a, b = Own(), Own()
    a.x = torch.zeros(3)
    b.x = torch.zeros(4)
    reveal_type(a.x)
""")


def test_each_call_of_a_class_makes_another_object():
    assert MADE.revealed == ['Tensor[Float32, CPU, "3"]']


def test_what_is_gone_through_side_by_side():
    source = """
def f(xs, ys, zs, rows):
    for a, b in zip(xs, ys):
        pass
    for i, (c, d) in enumerate(zip(zs, self.ws)):
        pass
    for e, g in zip(*rows):
        pass
"""
    (function,) = parsed(source).defs
    assert isinstance(function, FuncDef)
    body = function.body.body
    assert group(body, frozenset({"a"})) == {"a", "xs"}
    assert group(body, frozenset({".ws"})) == {"d", ".ws"}
    assert group(body, frozenset({"rows"})) >= {"e", "g", "rows"}
