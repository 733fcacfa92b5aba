"""A class may change what its constructor is given, and hand it on to its base, which changes it."""

from tests.mypy_plugin.checking import program
from tests.mypy_plugin.several_files import errors, written

PROGRAM = program("""
class Sets:
    def __init__(self, name, options):
        options["out"] = 3
class Keeps:
    def __init__(self, options):
        self.options = options
    def setup(self):
        self.options["out"] = 3
class Heir(Sets):
    def __init__(self, options):
        super().__init__("heir", options)
class Reads:
    def __init__(self, options):
        self.out = options["out"]
def fill(options):
    options["out"] = 3
def read(options):
    return options["out"]
class Hands:
    def __init__(self, name, options):
        fill(options)
class Passes:
    def __init__(self, options):
        self.deeper = Hands("deep", {}) if read(options) else Reads(options)
class Kept:
    def __init__(self, options):
        self.options = options
class HasAnother:
    def __init__(self, options):
        self.out = options["out"]
        self.more = self.make()
    def make(self):
        options = {}
        options["out"] = 3
        return options
class HasTheSame:
    def __init__(self, options):
        self.options = options
    def make(self):
        options = self.options
        options["out"] = 3
def use() -> None:
    eighth = {"out": 4}
    HasAnother(eighth)
    nn.Linear(eighth["out"], 2)(torch.zeros(2, 3))  # refused
    ninth = {"out": 4}
    HasTheSame(ninth).make()
    nn.Linear(ninth["out"], 2)(torch.zeros(2, 3))
    first = {"out": 4}
    Sets("one", options=first)
    nn.Linear(first["out"], 2)(torch.zeros(2, 3))
    second = {"out": 4}
    Keeps(second).setup()
    nn.Linear(second["out"], 2)(torch.zeros(2, 3))
    third = {"out": 4}
    Heir(third)
    nn.Linear(third["out"], 2)(torch.zeros(2, 3))
    fifth = {"out": 4}
    Hands("five", fifth)
    nn.Linear(fifth["out"], 2)(torch.zeros(2, 3))
    sixth = {"out": 4}
    kept = Kept(sixth)
    kept.options["out"] = 3
    nn.Linear(sixth["out"], 2)(torch.zeros(2, 3))
    seventh = {"out": 4}
    Passes(seventh)
    nn.Linear(seventh["out"], 2)(torch.zeros(2, 3))  # refused
    fourth = {"out": 4}
    Reads(fourth)
    nn.Linear(fourth["out"], 2)(torch.zeros(2, 3))  # refused
""")


def test_what_is_refused():
    assert PROGRAM.refused == PROGRAM.marked


SETTINGS = "[mypy]\nplugins = dtensortypes.mypy_plugin\nallow_redefinition = true\nlocal_partial_types = true\n"
KEPT = "class Keeps:\n    def __init__(self, options):\n        self.options = options\n"
USED = """
import torch
from kept import Keeps

def use() -> None:
    given = {"out": 4}
    Keeps(given)
    torch.nn.Linear(given["out"], 2)(torch.zeros(2, 4))
"""


def test_of_a_class_from_mypys_cache_nothing_is_known(tmp_path):
    folder = written(tmp_path, SETTINGS, {"kept.py": KEPT, "used.py": USED})
    first = errors(folder, "used.py")
    (folder / "used.py").write_text(f"{USED}\n")
    assert first == errors(folder, "used.py") == []
