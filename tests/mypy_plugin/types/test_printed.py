"""What mypy prints is taken apart as it was put together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.mypy_plugin.types.printed import Printed, read, shape_words

words = st.from_regex(r"[A-Za-z_]\w{0,3}(\.\w{1,3})?", fullmatch=True)
leaves = st.one_of(words.map(Printed), st.just(Printed("Any")))
printed = st.recursive(
    leaves,
    lambda inner: st.builds(Printed, words, st.lists(inner, min_size=1, max_size=3).map(tuple)),
    max_leaves=6,
)


@given(printed)
def test_what_is_printed_is_read_back(type_):
    assert read(str(type_)) == type_


@given(st.lists(printed, min_size=2, max_size=3).map(tuple))
def test_a_union_is_read_back(members):
    assert read(" | ".join(map(str, members))) == Printed("|", members)


@pytest.mark.parametrize("text", ["def (x: int) -> str", "list[int", "int]", "[int]", "list[int]]", "a b"])
def test_what_is_no_type_is_not_read(text):
    assert read(text) is None


@pytest.mark.parametrize(
    ("shape", "written"),
    [
        ("tuple[Literal['b'], Literal[3], Any]", "b 3 _"),
        ("tuple[*tuple[Any, ...], Literal['2*n+1']]", "... 2*n+1"),
        ("tuple[*tuple[Literal['*batch'], ...]]", "*batch"),
        ("Any", None),
    ],
)
def test_a_shape_is_said_as_its_string(shape, written):
    assert shape_words(read(shape)) == written


def test_what_is_left_out_of_a_union():
    assert [part.is_elided for part in read("int | str | <13 more items>").args] == [False, False, True]
