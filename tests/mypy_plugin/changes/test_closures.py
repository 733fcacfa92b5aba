"""What a function gives a variable of the function around it, or of the file, is not known after a call."""

import pytest

from tests.mypy_plugin.checking import program

GIVEN = program("""
total = torch.zeros(3)
def update() -> None:
    global total
    total = total.double()
def outer() -> None:
    kept, other = torch.zeros(3), torch.zeros(3)
    def change() -> None:
        nonlocal kept
        kept = kept.double()
    def look() -> None:
        print(other)
    reveal_type(kept)
    change()
    reveal_type(kept)
    reveal_type(other)
    torch.dot(kept, torch.zeros(3, dtype=torch.float64))
    kept = torch.zeros(4)
    torch.dot(kept, other)
    look()
    torch.dot(other, torch.zeros(4))
update()
reveal_type(total)
torch.dot(total, torch.zeros(3, dtype=torch.float64))
""")


def test_any_call_of_the_programs_own_may_have_given_them_another_value():
    known = "Tensor[Float32, CPU, '3']"
    assert [one.replace('"', "'") for one in GIVEN.revealed] == [known, "Tensor", known, "Tensor"]


def test_what_it_is_given_afterwards_and_what_is_only_read_is_known():
    assert [one.partition(":")[0] for one in GIVEN.messages if ": error: " in one] == ["18", "20"]


BOTH = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def outer():
    xs = [torch.zeros(2, 3)]
    def use():
        return torch.zeros(7, 2).half() @ xs[0]
    {body}
    torch.zeros(7, 2).half() @ xs[0]
    return use
xs = [torch.zeros(2, 3)]
{top}
torch.zeros(7, 2).half() @ xs[0]
"""
FILLING = [
    "def fill():\n    xs[0] = xs[0].half()\nfill()",
    "def fill():\n    ys = xs\n    ys[0] = ys[0].half()\nfill()",
    "def fill(m, i, o):\n    xs[0] = xs[0].half()\nm = nn.ReLU()\nm.register_forward_hook(fill)\nm(torch.zeros(2))",
]
FILLED = [program(BOTH.format(body=body.replace("\n", "\n    "), top=body)) for body in FILLING]


@pytest.mark.parametrize("said", FILLED)
def test_what_a_function_inside_fills(said):
    assert said.messages == []


OF_OTHERS = program("""
def use(n: int) -> None: ...
use(3)
def hooked() -> list[Tensor[Float32, CPU, "n"]]:
    features: list[Tensor[Float32, CPU, "n"]] = []
    kept = [torch.zeros(3)]
    def hook(x: Tensor[Float32, CUDA, "n"]) -> None:
        features.append(x)  # refused
        kept.append(torch.zeros(4))
    use(3)
    reveal_type(features)
    reveal_type(kept)
    return features
""")


def test_lists_of_functions_inside():
    assert OF_OTHERS.refused == OF_OTHERS.marked
    assert OF_OTHERS.revealed == ['list[Tensor[Float32, CPU, "n"]]', "list[Tensor]"]


UNSEEN = program("""
import threading
total, table = torch.zeros(2), {"x": torch.zeros(2)}
def later() -> None:
    global total
    total = torch.zeros(3)
    table["x"] = total
threading.Thread(target=later).start()
reveal_type(total)
reveal_type(table["x"])
def outer() -> None:
    kept = {"x": torch.zeros(2)}
    seen = {"x": torch.zeros(2)}
    put = lambda k: kept.__setitem__(k, torch.zeros(3))
    put("x")
    reveal_type(kept["x"])
    def look() -> None:
        print(seen["x"])
    threading.Thread(target=look).start()
    reveal_type(seen["x"])
""")


def test_who_is_called_by_any_name_may_have_changed_it():
    assert UNSEEN.revealed == ["Tensor", "Tensor", "Tensor", 'Tensor[Float32, CPU, "2"]']


STORED_TO = program("""
bank, counts, held = torch.zeros(10, 3), np.zeros(10), [torch.zeros(3)]
def put(x: Tensor[Float32, CPU, "b 3"]) -> None:
    bank[:2] = x
    bank[0] += 1
    counts[0] = 1.5
    held[0] = x
put(torch.zeros(2, 3))
reveal_type(bank)
reveal_type(torch.from_numpy(counts))
reveal_type(held)
""")


def test_what_is_stored_to_the_items_of_a_tensor_changes_nothing_else():
    assert STORED_TO.revealed == [
        'Tensor[Float32, CPU, "10 3"]',
        'Tensor[Float64, CPU, "10"]',
        "list[Tensor]",
    ]
