"""Dim expressions: arithmetic is read, anything else is refused at the character, and nothing is ever run."""

import keyword
import re
from math import prod

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dtensortypes.core.facts.dim import Dim, applied
from dtensortypes.core.notation.dims import is_small, parse_dim
from dtensortypes.core.notation.errors import NotationError
from tests.strategies import polynomials


@given(polynomials)
def test_a_dim_reads_back_what_it_prints(dim):
    assert parse_dim(dim.notation) == dim


@pytest.mark.parametrize("text", ["n", "min(n,m)", "((h-2)//s)%3", "2*b*n+1", "9223372036854775807"])
def test_a_size_is_small(text):
    assert is_small(parse_dim(text).notation)


def test_what_arithmetic_makes_may_be_too_large():
    dim = Dim.of("n")
    while is_small(dim.notation):
        dim = dim + applied("min", dim // 2, Dim.of("m"))
    assert len(dim.notation) > 200
    assert not is_small(Dim.of(2**63).notation)
    assert not is_small(prod([Dim.of("n")] * 17, start=Dim.of(1)).notation)


@example("01", {"a": 2, "b": 2, "n": 2})
@given(st.text("abn019+-*/%() ,", max_size=8), st.fixed_dictionaries({name: st.integers(2, 5) for name in "abn"}))
def test_what_is_read_means_what_python_means(text, sizes):
    try:
        dim = parse_dim(text)
    except NotationError:
        return
    said = dim.substitute({name: Dim.of(size) for name, size in sizes.items()})
    text = re.sub(r"\b0+(?=\d)", "", text)  # "01" is 1 here, as it is to jaxtyping, and nothing to Python
    try:
        meant = eval(text, {"__builtins__": {}}, sizes)  # noqa: S307 - the judge, over our own alphabet
    except (ZeroDivisionError, NameError):  # `ab` is another name
        return
    assert not isinstance(said, Dim) or said.constant == meant


@pytest.mark.parametrize(
    ("text", "position", "words"),
    [
        ("", 0, "a name or a number is missing"),
        ("n+", 1, "a name or a number is missing"),
        ("2*)", 2, "a name or a number is missing"),
        ("n/2", 1, "write //"),
        ("n+m.x", 3, "stands in braces"),
        ("f(n)", 0, "only min and max"),
        ("min(n)", 0, "two dims or more"),
        ("min(n,m", 3, "not closed"),
        ("(n", 0, "not closed"),
        ("n)", 1, "no bracket is open"),
        ("2n", 1, "an operator is missing"),
        ("n{m}", 1, "an operator is missing"),
        ("n//0", 3, "division by 0"),
        ("n**m", 3, "a power"),
        ("n**9", 3, "a power"),
        ("n**-1", 3, "a power"),
        ("n@m", 1, "only names"),
        ("n+_m", 2, "anonymous"),
        ("1.5", 1, "stands in braces"),
        ("(n,m)", 2, "only names"),
        ("{f()}", 2, "only an argument's name"),
        ("{a[b]}", 3, "only an argument's name"),
        ("{a[0}", 4, "only an argument's name"),
        ("{a", 0, "not closed"),
        ("{lambda.n}", 1, "only an argument's name"),
        ("{self.__class__}", 6, "only an argument's name"),
        ("n#", 1, "stands before a name"),
        ("é+n.x", 3, "stands in braces"),
        ("n\0", 1, "only names"),
        ("\ud800", 0, "only names"),
        ("9" * 19, 0, "no size is as large"),
        ("9" * 100, 0, "no size is as large"),
        ("n*(4**8*4**8*4**8*4**8)", 17, "too large"),
        ("(a+b+c+d+e)**8", 11, "too large"),
        ("a**8*b**8*c", 9, "too large"),
        ("n" + "//m" * 51, 151, "too large"),
        ("-" * 20_000 + "n", 0, "too large"),
        ("(" * 51 + "n" + ")" * 51, 50, "nested too deeply"),
        ("2**" * 51 + "2", 151, "nested too deeply"),
    ],
)
def test_anything_else_is_refused_at_the_character(text, position, words):
    with pytest.raises(NotationError, match=re.escape(words)) as error:
        parse_dim(text)
    assert error.value.position == position


@pytest.mark.parametrize("text", [*keyword.kwlist, "in+1", "2*lambda", "min(else,if)", "max+min"])
def test_any_identifier_is_a_name(text):
    assert parse_dim(text).notation == text


def test_a_name_is_the_one_that_python_reads():
    assert parse_dim("ﬁ*1") == parse_dim("fi")


def test_of_many_dims_the_smallest():
    assert parse_dim("min(a,b,c)") == parse_dim("min(min(a,b),c)")


def test_the_deepest_dim_is_printed_at_once():
    deepest = "n"
    for _ in range(50):
        deepest = f"({deepest}+1)//2"
    assert parse_dim(deepest).notation.count("//") == 50


@pytest.mark.parametrize("text", ["{size}", "{self.dim}", "{self.sizes[0]}", "{self.a.b}+1"])
def test_values_of_the_call_are_atoms(text):
    assert parse_dim(text).notation == text


def test_a_position_counts_in_the_whole_string():
    with pytest.raises(NotationError) as error:
        parse_dim("n.x", whole="b n.x", offset=2)
    assert (error.value.text, error.value.position) == ("b n.x", 3)
