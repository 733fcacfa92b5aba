"""Text that runs: its source can be read in a traceback, and nothing but its scope is seen by it."""

import gc
import inspect
import linecache

import pytest

from dtensortypes.runtime.generated import generated, is_generated


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
    made = generated("made", ["def inner(): pass"], {}, like, "inner")
    assert (made.__name__, made.__qualname__, made.__module__) == ("like", "like", __name__)


def test_it_sees_its_scope_only():
    made = generated("made", ["def made(): return pytest"], {}, like)
    with pytest.raises(NameError):
        made()
