"""What others may read of a file changes with its text, and with the texts of what it imports."""

import pytest
from mypy.nodes import SymbolTable

from dtensortypes.mypy_plugin.ground.written import before, forget, now
from dtensortypes.mypy_plugin.text.interface import digest
from tests.mypy_plugin.checking import parsed

TEXTS = {
    "train": "from model import Net\n",
    "model": "import layers\n",
    "layers": "import model\n",
    "other": "import torch\n",
}


@pytest.fixture(autouse=True)
def _anew():
    forget()
    yield
    forget()


def _modules(folder, **changes):
    modules = {}
    for name, text in {**TEXTS, **changes}.items():
        path = folder / f"{name}.py"
        path.write_text(text)
        modules[name] = parsed(text)
        modules[name]._fullname, modules[name].path, modules[name].names = name, str(path), SymbolTable()
    return modules


def _digests(modules, *order):
    forget()
    return {name: digest(modules, name) for name in order or ("layers", "model", "train", "other")}


@pytest.mark.parametrize("changed", TEXTS)
def test_who_imports_what_has_changed_has_changed(changed, tmp_path):
    known = _digests(_modules(tmp_path))
    found = _digests(_modules(tmp_path, **{changed: TEXTS[changed] + "x = 1\n"}))
    different = {name for name in TEXTS if known[name] != found[name]}
    theirs = {"train": {"train"}, "other": {"other"}}
    assert different == theirs.get(changed, {"train", "model", "layers"})


def test_what_mypy_knows_from_its_cache_is_as_it_was_written(tmp_path):
    modules = _modules(tmp_path)
    known = _digests(modules)
    modules["model"].is_cache_skeleton = True
    forget()
    before["model"] = known["model"]
    assert digest(modules, "train") == known["train"]


def test_what_is_checked_again_is_not(tmp_path):
    modules = _modules(tmp_path)
    forget()
    before["model"] = "what it was"
    assert digest(modules, "train") not in {"", before["model"]}
    first = digest(modules, "train")
    before["model"] = "and before that"
    now.clear()
    assert digest(modules, "train") == first


def test_files_of_others_have_none(tmp_path):
    assert digest(_modules(tmp_path), "torch") == ""
    assert digest({}, "train") == ""
