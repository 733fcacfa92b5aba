"""Of each file the path is known at which mypy has found it in this build."""

from pathlib import Path

from mypy.nodes import MypyFile

from dtensortypes.mypy_plugin.ground.paths import find, from_here, path_of


def test_the_path_is_where_mypy_has_found_the_file():
    file = MypyFile([], [])
    file._fullname, file.path, file.is_cache_skeleton = "its_name", "/before/model.py", True
    assert path_of(file) == "/before/model.py"
    find("its_name", "/now/model.py")
    assert path_of(file) == "/now/model.py"


def test_a_file_that_mypy_has_just_read_knows_its_path():
    file = MypyFile([], [])
    file._fullname, file.path = "another_name", "/now/model.py"
    find("another_name", "/before/model.py")
    assert path_of(file) == "/now/model.py"


def test_a_path_inside_is_told_from_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert from_here(str(tmp_path / "models" / "unet.py")) == str(Path("models") / "unet.py")
    assert from_here("unet.py") == "unet.py"
    assert from_here(str(tmp_path.parent / "unet.py")) == str(tmp_path.parent / "unet.py")
