"""What a body has given an attribute is not believed after a call that may have given it something else."""

from tests.mypy_plugin.checking import program
from tests.mypy_plugin.several_files import errors, written

LAYERS = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, assignment"
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.other = nn.Linear(3, 3)
    def build(self, kind):
        self.layer = kind(3, 3)
    def forward(self, x: Tensor[Int64, CPU, "n"]) -> Any:
        self.layer = nn.Linear(4, 4)
        self.other = nn.Linear(4, 4)
        self.build(nn.Embedding)
        self.layer(x)
        return self.other(x)
class Below(Net):
    def again(self, x: Tensor[Int64, CPU, "n"]) -> Any:
        self.layer = nn.Linear(4, 4)
        self.plain = torch.zeros(3)
        torch.relu(self.plain)
        print(self.plain)
        reveal_type(self.plain)
        return self.layer(x)
""")


def test_a_layer_that_a_method_replaces_is_not_called_as_the_one_before():
    said = [text for text in LAYERS.messages if "[tensor-" in text]
    assert [text.partition(":")[0] for text in said] == ["14", "22"]
    assert "float" in said[0]


SETTINGS = """[mypy]
plugins = dtensortypes.mypy_plugin
allow_redefinition = true
local_partial_types = true
check_untyped_defs = true
"""
FILES = {
    "changes.py": """
import torch

def changed(walk):
    walk.x = torch.zeros(4)

def kept(size):
    return size
""",
    "walks.py": """
import torch
from changes import changed, kept

class Walk:
    def __init__(self) -> None:
        self.x = torch.zeros(5)
    def begin(self) -> None:
        self.x = torch.zeros(3)
        kept(3)
        torch.zeros(4) + self.x
        changed(self)
        torch.zeros(4) + self.x
""",
}


def test_an_object_that_is_handed_to_a_function_of_another_file_may_hold_anything_then(tmp_path):
    assert errors(written(tmp_path, SETTINGS, FILES), "walks.py") == ["walks.py:11 [tensor-shape]"]


def test_torchs_and_pythons_functions_give_no_attribute_another_value():
    assert LAYERS.revealed == ['Tensor[Float32, CPU, "3"]']


OVERLOADS = program("""
rng = np.random.default_rng(3)
class Scores:
    values: np.ndarray
    def __init__(self, n: int) -> None:
        self.drawn: np.typing.NDArray[np.float64] = rng.random(n)
        self.values = rng.normal(size=n)
        reveal_type(self.drawn)
def again(scores: Scores, n: int) -> None:
    scores.drawn = rng.random(n)
""")


def test_what_is_told_of_one_overload_is_not_told_of_the_next_one():
    assert OVERLOADS.messages == []
    assert OVERLOADS.revealed == ["numpy.ndarray[tuple[Any], numpy.dtype[numpy.float64]]"]


NAMED = program("""
class Own:
    def __init__(self) -> None:
        self.x = torch.zeros(2)
class Holder:
    def __init__(self, own: Own) -> None:
        self.own, self.x = own, torch.zeros(2)
def use() -> None:
    own, other = Own(), Own()
    same, holder = own, Holder(own)
    own.x = torch.zeros(3)
    other.x = torch.zeros(4)
    holder.x = torch.zeros(5)
    reveal_type(own.x)
    same.x = torch.zeros(6)
    reveal_type(own.x)
    reveal_type(same.x)
    for one in [other]:
        one.x = torch.zeros(7)
        reveal_type(other.x)
""")


def test_an_attribute_is_given_a_value_under_all_names_of_its_object():
    assert NAMED.revealed == ['Tensor[Float32, CPU, "3"]', "Tensor", 'Tensor[Float32, CPU, "6"]', "Tensor"]


HANDED_AROUND = program("""
class Steps:
    def run(self, x: Tensor[Float32, CPU, "n"], z: Tensor[Bool, CPU, "2 3"], flag: bool) -> None:
        self.one = x if flag else None
        self.one = z
        for _ in range(3):
            self.other = self.one
            reveal_type(self.one)
            if self.one.is_floating_point():
                self.other = print_and(x)
def print_and(x: Any) -> Any:
    return x
step = Steps().run
""")


def test_what_is_not_none_stays_so():
    assert [message for message in HANDED_AROUND.messages if "error:" in message] == []
    assert "None" not in HANDED_AROUND.revealed[0]


BY_TORCHS_NAME = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
class Kept:
    def __init__(self) -> None:
        self.x = torch.zeros(3)
    def load(self, path: str) -> None:
        self.x = torch.zeros(3).double()
        torch.load(path)
        reveal_type(self.x)
        self.load(path)
        reveal_type(self.x)
        self.perhaps(path)
        reveal_type(self.x)
    def perhaps(self, path: str) -> None:
        if path:
            self.x = torch.zeros(3)
""")


def test_a_function_of_torchs_is_no_method_of_that_name():
    double, either = 'Tensor[Float64, CPU, "3"]', 'Tensor[Float32 | Float64, CPU, "3"]'
    assert BY_TORCHS_NAME.revealed[0] == double
    assert BY_TORCHS_NAME.revealed[1] in {double, either}  # another file may give some class another `load`
    assert BY_TORCHS_NAME.revealed[2] == either
