"""The numbers and words of a file's text: each name that is given one, once."""

import string

import pytest

from dtensortypes.mypy_plugin.text.literals import literals


def written(folder, text):
    path = folder / "config.py"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("N = 64", 64),
        ("N: int = 64  # a size", 64),
        ("N = -1", -1),
        ("N = 1e-3", 0.001),
        ("N = 'cuda'", "cuda"),
        ("N = True", True),
    ],
)
def test_a_name_is_what_it_is_given(text, value, tmp_path):
    assert literals("config", written(tmp_path, text)) == {"N": value}


@pytest.mark.parametrize(
    "text",
    [
        "N = 64\nN = 32",
        "N = 64\nif other:\n    N = 32",
        "N = 64\ndef change():\n    global N\n    N = 32",
        "N = 64\nN += 1",
        "N = 64\nfrom other import N",
        "N = 64\nfor N in range(3): pass",
        "N = 64\nclass N: pass",
        "if other:\n    N = 64",
        "N = size()",
        "N = M = 64",
    ],
)
def test_a_name_that_may_be_something_else_is_unknown(text, tmp_path):
    assert "N" not in literals("config", written(tmp_path, text))


def test_nothing_is_known_of_what_is_installed_or_cannot_be_read(tmp_path):
    path = written(tmp_path, "N = 64")
    assert literals("torch.config", path) == {}
    assert literals("config", path.replace("config.py", "gone.py")) == {}
    assert literals("config", written(tmp_path, "N = 64\n(")) == {}
    installed = tmp_path / "site-packages"
    installed.mkdir()
    assert literals("config", written(installed, "N = 64")) == {}


def test_the_words_that_python_keeps_are_known_without_a_text():
    assert literals("string", "")["ascii_letters"] == string.ascii_letters
    assert not [name for name in literals("string", "") if name.startswith("_")]
