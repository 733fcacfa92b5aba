"""A function that an object is given is called where its attribute is, unless it may be another one."""

from tests.mypy_cache import rewrite
from tests.mypy_plugin.checking import program
from tests.mypy_plugin.several_files import errors, written

PROGRAM = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
def one(x):
    return x @ torch.zeros(3, 4)
def same(self, x):
    return x
class Rows:
    def __init__(self, change=None):
        self.change = change
        self.fixed = one
    def get(self, x):
        if self.change is not None:
            x = self.change(x)
        return x
    def all(self, x):
        return self.fixed(x)
class Otherwise:
    def __init__(self, change):
        self.change = change
    def put(self, change):
        self.change = change
    def get(self, x):
        return self.change(x)
class Bound:
    change = same
    def get(self, x):
        return self.change(x)
class OfMethods:
    def __init__(self):
        self.change = self.halved
    def halved(self, x):
        return x.half()
    def get(self, x):
        return self.change(x)
def use(x: Tensor[Float32, CPU, "b 3"], y: Tensor[Float32, CPU, "b 5"]) -> None:
    reveal_type(Rows(one).get(x))
    reveal_type(Rows().get(x))
    reveal_type(Rows().all(x))
    reveal_type(Otherwise(one).get(x))
    reveal_type(Bound().get(x))
    reveal_type(OfMethods().get(x))
    Rows(one).get(y)  # refused
    Otherwise(one).get(y)
def put(other):
    other.put(one)
""")


def test_the_function_that_is_called():
    known = [f'Tensor[Float32, CPU, "b {size}"]' for size in (4, 3, 4)]
    assert PROGRAM.revealed == [*known, "Any", "Any", "Any"]
    assert PROGRAM.refused == PROGRAM.marked


SETTINGS = "[mypy]\nplugins = dtensortypes.mypy_plugin\nallow_redefinition = true\nlocal_partial_types = true\n"
FILES = {
    "lib.py": """
import torch
from torch.utils.data import Dataset

def wider(row):
    return torch.cat([row, row])

class Rows(Dataset):
    def __init__(self, change):
        self.change = change
    def __getitem__(self, i):
        return self.change(torch.zeros(3))
""",
    "made.py": """
import lib

ROWS = lib.Rows(lib.wider)
""",
    "main.py": """
import torch
from torch.utils.data import DataLoader
from made import ROWS

net = torch.nn.Linear(3, 4)
for x in DataLoader(ROWS, batch_size=4):
    net(x)
""",
}


def test_of_an_object_that_the_cache_knows(tmp_path):
    folder = written(tmp_path, SETTINGS, FILES)
    assert errors(folder, "main.py") == ["main.py:8 [tensor-shape]"]
    rewrite(folder / "main.py", FILES["main.py"] + "print()\n")
    assert errors(folder, "main.py") == ["main.py:8 [tensor-shape]"]
