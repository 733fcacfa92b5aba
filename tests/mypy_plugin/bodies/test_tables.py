"""What is called in a list or dict is the function that stands there, as long as it is certain which one that is."""

from tests.mypy_plugin.checking import program
from tests.mypy_plugin.several_files import errors, written

PROGRAM = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
# mypy: disable-error-code="operator, no-any-return"
def halved(x):
    return x.half()
def doubled(x):
    return x.double()
TABLE = {"half": halved, "double": doubled, "same": lambda x: x}
class Kept:
    def __init__(self, steps):
        self.steps = steps
    def first(self, x):
        return self.steps[0](x)
def named(x, name):
    return TABLE[name](x)
def one_of(x, flag):
    steps = [halved if flag else doubled]
    return steps[0](x)
def use(x: Tensor[Float32, CPU, "b 3"], flag: bool, name: str) -> None:
    reveal_type(TABLE["half"](x))
    reveal_type(TABLE["same"](x))
    reveal_type(named(x, "double"))
    reveal_type(Kept([halved, doubled]).first(x))
    reveal_type(Kept([torch.relu, 3]).first(x))
    reveal_type(Kept([halved if flag else doubled]).first(x))
    reveal_type(TABLE[name](x))
    reveal_type(one_of(x, flag))
    torch.zeros(2, 3) + TABLE["half"](x) @ torch.zeros(3, 3)  # refused
""")


def test_the_function_that_is_called():
    known = [f'Tensor[{dtype}, CPU, "b 3"]' for dtype in ("Float16", "Float32", "Float64", "Float16", "Float32")]
    assert PROGRAM.revealed == [*known, "Any", "Any", "Any"]
    assert PROGRAM.refused == PROGRAM.marked


SETTINGS = "[mypy]\nplugins = dtensortypes.mypy_plugin\nallow_redefinition = true\nlocal_partial_types = true\n"
FILES = {
    "lib.py": """
def wider(row):
    return row.repeat(2)

class Compose:
    def __init__(self, steps):
        self.steps = steps
    def __call__(self, x):
        for step in self.steps:
            x = step(x)
        return x
""",
    "main.py": """
import torch
import lib

net = torch.nn.Linear(3, 4)
net(lib.Compose([lib.wider, lambda x: x.float()])(torch.zeros(3)))
net(lib.Compose([lib.wider, lambda x: x[:3]])(torch.zeros(3)))
""",
}


def test_functions_of_another_file(tmp_path):
    folder = written(tmp_path, SETTINGS, FILES)
    assert errors(folder, "main.py") == ["main.py:6 [tensor-shape]"]
    assert errors(folder, "main.py") == ["main.py:6 [tensor-shape]"]
