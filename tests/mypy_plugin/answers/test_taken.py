"""What comes out of a container by an index or a method."""

from tests.mypy_plugin.checking import program

TAKEN = program("""
def take(x: Tensor[Float64, CPU, "3"]) -> None:
    rows: list[torch.Tensor] = [x]
    reveal_type(rows[0])
    reveal_type(rows.pop())
    named: dict[str, torch.Tensor] = {}
    named["x"] = x.half()
    reveal_type(named.get("x", x))
    reveal_type(named.setdefault("y", x))
    reveal_type(rows[:1])
""")


def test_a_thing_is_one_of_those_that_the_body_puts_there():
    assert TAKEN.revealed[:2] == ['Tensor[Float64, CPU, "3"]'] * 2


def test_what_is_under_a_key_is_known_without_it():
    assert TAKEN.revealed[2:4] == ['Tensor[Float16, CPU, "3"]', 'Tensor[Float64, CPU, "3"]']


def test_a_slice_is_none_of_them():
    assert TAKEN.revealed[4] == "list[Tensor]"


COLUMNS = program("""
def take(x: Tensor[Float64, CPU, "3"], y: Tensor[Int64, CPU, ""]) -> None:
    rows = [(x, y), (x.half(), y)]
    images, labels = zip(*rows)
    reveal_type(images[0])
    reveal_type(torch.stack(labels))
    declared: tuple[torch.Tensor, ...] = (x, x)
    reveal_type(declared[1])
""")


def test_items_of_tuples_of_any_length():
    assert COLUMNS.revealed == [
        'Tensor[Float16 | Float64, CPU, "3"]',
        'Tensor[Int64, CPU, "_"]',
        'Tensor[Float64, CPU, "3"]',
    ]
