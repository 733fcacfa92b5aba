"""Text that runs: its source can be read in a traceback, and nothing but its scope is seen by it."""

import builtins
import gc
import inspect
import linecache

import pytest

from dtensortypes.runtime.generated import generated, is_generated, mark


def like(x):
    return x


def test_its_source_is_shown():
    made = generated("made", ["def made(x):", "    return x + one"], {"one": 1}, like)
    assert made(1) == 2
    assert inspect.getsource(made) == "def made(x):\n    return x + one\n"
    assert "like" in made.__code__.co_filename
    assert linecache.getline(made.__code__.co_filename, 2) == "    return x + one\n"


def test_its_source_goes_with_it():
    made = generated("made", ["def made(x): return x"], {}, like)
    file = made.__code__.co_filename
    assert is_generated(file)
    assert not is_generated(__file__)
    assert file in linecache.cache
    del made
    gc.collect()
    assert file not in linecache.cache


def test_it_introduces_itself_as_the_function_it_stands_for():
    made = generated("made", ["def made(): pass"], {}, like)
    assert (made.__name__, made.__qualname__, made.__module__) == ("like", "like", __name__)


def added(*names):
    """A function of these parameters that names and adds them."""
    one, two = marks = [mark(i) for i in range(len(names))]
    text = [
        f"def made({one}, *, {two}):",
        f"    def inner(): return {one} + {two}",
        f"    return {{'{one}': {one}, 'both': inner()}}",
    ]
    return generated("made", text, {}, like, dict(zip(names, marks, strict=True)))


def test_texts_alike_but_for_the_names_of_the_user_are_compiled_once(monkeypatch):
    first = added("x", "y")
    monkeypatch.setattr(builtins, "compile", None)
    for names in (("x", "y"), ("a", "b"), ("marked_1_", "marked_0_"), ("both", "inner_")):
        one, two = names
        made = added(*names)
        assert made(1, **{two: 2}) == made(**{one: 1, two: 2}) == {"both": 3, one: 3 if one == "both" else 1}
        assert str(inspect.signature(made)) == f"({one}, *, {two})"
        assert f"def inner(): return {one} + {two}" in inspect.getsource(made)
        assert made.__code__ is not first.__code__


def test_what_is_compiled_refers_to_what_it_was_given():
    def number(n):
        return generated("made", ["def made(): return n"], {"n": n}, like)

    assert [number(n)() for n in (1, 2)] == [1, 2]


def test_it_may_call_itself_unless_its_name_is_taken():
    text = ["def made(n): return n and made(n - 1)"]
    assert generated("made", text, {}, like)(2) == 0
    assert generated("made", text, {"made": str}, like)(2) == "1"


def test_it_sees_its_scope_only():
    made = generated("made", ["def made(): return pytest"], {}, like)
    with pytest.raises(NameError):
        made()
