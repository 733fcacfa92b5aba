"""Every expression of a statement is found."""

import pytest
from mypy.nodes import CallExpr, NameExpr

from dtensortypes.mypy_plugin.text.expressions import answer_kept, beside, calls, expressions
from tests.mypy_plugin.checking import parsed


@pytest.mark.parametrize(
    ("statement", "names"),
    [
        ("a = b.c(d, *e, k=f)[g:h:i]", "abdefghi"),
        ("a, b = {c: d, **e}, [f, (g, {h})]", "abcdefgh"),
        ("a += b if c else d", "abcd"),
        ("a[b:c:d, e]", "abcde"),
        ("return_ = lambda a, b=c: a + d", "acd"),
        ("[a for b in c if d]", "acd"),
        ("{a: b for c in d if e}", "abde"),
        ("{a for b in c}", "ac"),
        ("assert a < b < c, d", "abcd"),
        ("assert not -a and b or (c := d)", "abcd"),
        ("del a[b]", "ab"),
        ("raise a from b", "ab"),
        ("for a in b: pass", "ab"),
        ("while a: pass", "a"),
        ("with a as b, c: pass", "abc"),
        ("if a: pass", "a"),
        ("@a\ndef f(x=b): pass", "ab"),
        ("try: pass\nexcept a: pass", "a"),
        ("class C(a): pass", "a"),
        ('f"{a}"', "a"),
        ("match a:\n    case 1 if b: pass", "ab"),
    ],
)
def test_the_names_of_a_statement(statement, names):
    (node,) = parsed(f"\n{statement}\n").defs
    found = {inner.name for inner in expressions(node) if isinstance(inner, NameExpr) and len(inner.name) == 1}
    assert found == set(names)


def test_those_of_its_blocks_are_not_its_own():
    (node,) = parsed("\nif a:\n    b\n").defs
    assert [inner.name for inner in expressions(node)] == ["a"]


def test_the_calls_of_a_statement():
    (node,) = parsed("\na = f(g(1))(lambda: h(2)) + [b for b in i()]\n").defs
    assert calls(node) == [one for one in expressions(node) if isinstance(one, CallExpr)]
    assert len(calls(node)) == 5


@pytest.mark.parametrize(
    ("statement", "is_kept"),
    [("self.a = b == c", True), ("self.a = not b", True), ("self.a = b or c", True), ("a = b == c", False)],
)
def test_answers_kept(statement, is_kept):
    (one,) = parsed(statement).defs
    assert (answer_kept(one) is not None) is is_kept


@pytest.mark.parametrize(
    ("written", "items", "pairs"),
    [
        ("(a, b)", "xy", "ax by"),
        ("(a, b)", "xyz", ""),
        ("(*a, b)", "xy", ""),
        ("(*a, b, *c)", "xyz", ""),
        ("[a, b]", "xy", ""),
        ("a", "x", ""),
    ],
)
def test_items_beside_those_of_a_tuple_that_is_written_out(written, items, pairs):
    value = parsed(f"value = {written}").defs[0].rvalue
    assert " ".join(one.name + item for one, item in beside(value, items)) == pairs
    assert beside(None, items) == []
