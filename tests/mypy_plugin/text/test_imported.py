"""A function is known under the names that the file's imports give to it, or to its module."""

import pytest
from mypy.nodes import GDEF, NameExpr, SymbolTable, SymbolTableNode, Var

from dtensortypes.mypy_plugin.text.imported import Program, imported_as, is_named
from tests.mypy_plugin.checking import parsed
from tests.mypy_plugin.several_files import errors, written

NAME = "torch.utils.checkpoint.checkpoint"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from torch.utils.checkpoint import checkpoint", {"checkpoint"}),
        ("from torch.utils.checkpoint import checkpoint as again, checkpoint_sequential", {"again"}),
        ("from torch.utils import checkpoint as cp", {"cp"}),
        ("import torch.utils.checkpoint as cp", {"cp"}),
        ("import torch.utils.checkpoint", set()),
        ("from .checkpoint import checkpoint", set()),
        ("from mine.saving import checkpoint", set()),
    ],
)
def test_the_names_in_the_text(text, found):
    assert imported_as(parsed(text), NAME) == found


def test_a_name_that_is_bound():
    name = NameExpr("checkpoint")
    assert not is_named(name, NAME)
    name._fullname = NAME
    assert is_named(name, NAME)


def test_what_a_file_imports_is_worked_out_anew_when_mypy_knows_more_names_of_it():
    tree, program = parsed("import one\nfrom two import three\n"), Program({})
    tree.names = SymbolTable()
    found = program.imported_by(tree)
    assert found == {"one", "two", "two.three"}
    assert program.imported_by(tree) is found
    other = Var("seven")
    other._fullname = "five.six.seven"
    tree.names["seven"] = SymbolTableNode(GDEF, other)
    assert program.imported_by(tree) == found | {"five.six"}


SETTINGS = """[mypy]
plugins = dtensortypes.mypy_plugin
allow_redefinition = true
local_partial_types = true
check_untyped_defs = true
"""
USE = """
    torch.zeros(3) @ torch.zeros(3, dtype=torch.float64)
    torch.zeros(3) + torch.zeros(3, device="cuda")
"""
FILES = {
    "setting.py": "import torch\ndef begin():\n    torch.set_default_dtype(torch.float64)\n",
    "placing.py": "import torch\ndef place():\n    torch.set_default_device('cuda')\n",
    "between.py": "from setting import begin\ndef start():\n    begin()\n",
    "timing.py": "class Timer:\n    def __enter__(self): ...\n    def __exit__(self, *args): ...\n",
    "regions.py": (
        "import torch\nclass Amp:\n    def __init__(self):\n        self.region = torch.autocast('cpu')\n"
        "    def __enter__(self):\n        self.region.__enter__()\n"
        "    def __exit__(self, *args):\n        self.region.__exit__(*args)\n"
    ),
    "direct.py": f"import torch\nfrom setting import begin\ndef main():\n    begin(){USE}",
    "indirect.py": f"import torch\nfrom between import start\ndef main():\n    start(){USE}",
    "inside.py": f"import torch\ndef main():\n    from placing import place\n    place(){USE}",
    "apart.py": f"import torch\nimport timing\ndef main():\n    timing{USE}",
    "entering.py": (
        "import torch\nfrom regions import Amp\nfrom timing import Timer\nx = torch.zeros(2, 2)\n"
        "with Amp():\n    y = x @ x\ny @ torch.zeros(2).bfloat16()\n"
        "with Timer():\n    z = x @ x\nz @ torch.zeros(2).bfloat16()\n"
    ),
}
FOUND = [
    *("apart.py:5 [tensor-dtype]", "apart.py:6 [tensor-device]", "direct.py:6 [tensor-device]"),
    *("entering.py:10 [tensor-dtype]", "indirect.py:6 [tensor-device]", "inside.py:5 [tensor-dtype]"),
]


def test_what_a_file_that_has_run_before_sets_is_not_known(tmp_path):
    folder = written(tmp_path, SETTINGS, FILES)
    targets = ["direct.py", "indirect.py", "inside.py", "apart.py", "entering.py"]
    assert errors(folder, *targets) == FOUND, "no file is known yet"
    for name in targets:
        with (folder / name).open("a") as file:
            file.write("# changed\n")
    assert errors(folder, *targets) == FOUND, "the other files come from the cache"
    (folder / "setting.py").write_text("def begin(): ...\n")
    assert errors(folder, "direct.py") == ["direct.py:5 [tensor-dtype]", "direct.py:6 [tensor-device]"]
