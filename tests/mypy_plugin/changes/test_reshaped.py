"""What is made another shape in place, under all of its names."""

from tests.mypy_plugin.checking import SETTINGS, program
from tests.mypy_plugin.several_files import errors, written

USE = """
import torch
from lib import change
x = torch.zeros(3)
change(x)
x @ torch.zeros(4)
"""


def test_another_file(tmp_path):
    text = "import torch\n\ndef change(x: torch.Tensor) -> None:\n    x.{}\n"
    folder = written(tmp_path, SETTINGS, {"lib.py": text.format("zero_()"), "main.py": USE})
    assert errors(folder, "main.py") == ["main.py:6 [tensor-shape]"]
    (folder / "lib.py").write_text(text.format("unsqueeze_(0)"))
    assert errors(folder, "main.py") == []
    assert errors(folder, "main.py") == []


IN_ROUNDS = program("""
x, y = torch.zeros(2, 3), torch.zeros(2, 3)
[t.t_() for t in (x,)]
turned = [t.t_() for t in (y, y)]
torch.zeros(7, 3) @ x
turned[0] @ torch.zeros(2, 7)
z = torch.zeros(2, 3)
[z.t_() for _ in range(3)]
torch.zeros(7, 3) @ z
""")


def test_a_comprehension_may_change_what_is_outside_of_it():
    assert IN_ROUNDS.messages == []


IN_OBJECTS = program("""
class Holder:
    def __init__(self, rows: torch.Tensor, t: torch.Tensor) -> None:
        self.rows = rows
        self.t = t
    def flip(self) -> None:
        self.rows.t_()
    def turn(self) -> None:
        self.t.t_()
    def look(self) -> torch.Tensor:
        return self.rows
def flip(held: Holder) -> None:
    held.rows.t_()
def within(x: torch.Tensor) -> None:
    Holder(x, x).flip()
def by_method() -> None:
    a, b, c = torch.zeros(2, 5), torch.zeros(2, 5), torch.zeros(2, 5)
    held = Holder(a, b)
    held.flip()
    reveal_type(a)
    reveal_type(c)
def by_an_attribute_named_as_a_method() -> None:
    a = torch.zeros(2, 5)
    held = Holder(torch.zeros(1), a)
    held.turn()
    reveal_type(a)
def by_function() -> None:
    a = torch.zeros(2, 5)
    held = Holder(a, a)
    flip(held)
    reveal_type(a)
def from_outside() -> None:
    a = torch.zeros(2, 5)
    held = Holder(a, a)
    held.rows.t_()
    reveal_type(a)
def at_a_distance() -> None:
    a = torch.zeros(2, 5)
    within(a)
    reveal_type(a)
def only_looked_at() -> None:
    a = torch.zeros(2, 5)
    held = Holder(a, a)
    held.look()
    reveal_type(a)
""")


def test_what_an_object_was_made_of_is_changed_in_it():
    kept = 'Tensor[Float32, CPU, "2 5"]'
    assert IN_OBJECTS.revealed == ["Tensor", kept, "Tensor", "Tensor", "Tensor", "Tensor", kept]


DEVICES = program("""
def use(net: nn.Linear) -> None:
    device = torch.device("cuda")
    x = torch.zeros(3).to(device)
    net = net.to(device).half()
    x.unsqueeze_(0)
    reveal_type(device)
    for p in net.parameters():
        p.requires_grad_(False)
    reveal_type(device)
    reveal_type(net(x.half()))
""")


def test_a_device_is_no_tensor_that_is_on_it():
    assert DEVICES.revealed == ["torch.device[CUDA]", "torch.device[CUDA]", 'Tensor[Float16, CUDA, "1 _"]']


CHOSEN = program("""
def main(x: Tensor[Float32, Accelerator, "n"], on_cuda: Tensor[Float32, CUDA, "n"]) -> None:
    perhaps, never = torch.zeros(2, 3), torch.zeros(2, 3)
    torch.sum(x, 0, out=perhaps)
    torch.sum(on_cuda, 0, out=never)
    reveal_type(perhaps)
""")


def test_what_is_stored_where_the_devices_may_be_one_may_have_any_shape():
    assert [message.partition(": ")[0] for message in CHOSEN.messages if "error" in message] == ["3", "4"]
    assert CHOSEN.revealed == ["Tensor[Float32, CPU]"]
