"""What a file's check has looked into is what it was, until somebody writes it anew."""

import pytest

from dtensortypes.mypy_plugin.ground.borrowed import borrow, forget, is_as_lent, lent


@pytest.fixture(autouse=True)
def _anew():
    forget()
    yield
    forget()


def test_a_file_depends_on_what_it_has_looked_into(tmp_path):
    model = tmp_path / "model.py"
    model.write_text("x = 1\n")
    borrow("train", str(model))
    known = lent("train")
    assert "\n" not in known
    assert is_as_lent(known)
    model.write_text("x = 1  # longer\n")
    assert not is_as_lent(known)
    model.unlink()
    assert not is_as_lent(known)


def test_another_file_depends_on_nothing(tmp_path):
    borrow("train", str(tmp_path / "model.py"))
    assert lent("test") == ""
    assert is_as_lent("")


def test_a_new_build_begins_anew(tmp_path):
    borrow("train", str(tmp_path / "model.py"))
    forget()
    assert lent("train") == ""
