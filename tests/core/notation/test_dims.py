"""Dim expressions: arithmetic is read, anything else is refused at the character, and nothing is ever run."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.notation.dims import parse_dim
from dtensortypes.core.notation.errors import NotationError
from tests.strategies import polynomials


@given(polynomials)
def test_a_dim_reads_back_what_it_prints(dim):
    assert parse_dim(dim.notation) == dim


@given(st.text("abn019+-*/%() ,", max_size=8), st.fixed_dictionaries({name: st.integers(2, 5) for name in "abn"}))
def test_what_is_read_means_what_python_means(text, sizes):
    try:
        dim = parse_dim(text)
    except NotationError:
        return
    said = dim.substitute({name: Dim.of(size) for name, size in sizes.items()})
    try:
        meant = eval(text, {"__builtins__": {}}, sizes)  # noqa: S307 - the judge, over our own alphabet
    except (ZeroDivisionError, NameError):  # `ab` is another name
        return
    assert not isinstance(said, Dim) or said.constant == meant


@pytest.mark.parametrize(
    ("text", "position", "words"),
    [
        ("n+", 1, "no dim expression"),
        ("n/2", 0, "write //"),
        ("n+m.x", 2, "only names"),
        ("f(n)", 0, "only names"),
        ("min(n)", 0, "only names"),
        ("n//0", 3, "division by 0"),
        ("n**m", 3, "a power"),
        ("n**9", 3, "a power"),
        ("n@m", 0, "only + -"),
        ("True", 0, "only names"),
        ("1.5", 0, "only names"),
        ("{f()}", 1, "only an argument's name"),
        ("n#", 1, "stands before a name"),
        ("é+n.x", 2, "only names"),
        ("-" * 20_000 + "n", 20_000, "no dim expression"),
        ("n\0", 1, "no dim expression"),
    ],
)
def test_anything_else_is_refused_at_the_character(text, position, words):
    with pytest.raises(NotationError, match=words.replace("+", r"\+")) as error:
        parse_dim(text)
    assert error.value.position == position


@pytest.mark.parametrize("text", ["{size}", "{self.dim}", "{self.sizes[0]}", "{self.a.b}+1"])
def test_values_of_the_call_are_atoms(text):
    assert parse_dim(text).notation == text


def test_a_position_counts_in_the_whole_string():
    with pytest.raises(NotationError) as error:
        parse_dim("n.x", whole="b n.x", offset=2)
    assert (error.value.text, error.value.position) == ("b n.x", 2)
