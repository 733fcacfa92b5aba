"""What a function's own list holds is known at each place where it is read, while mypy is at work on the function."""

from tests.mypy_plugin.checking import program

SAID = program("""
# mypy: disable-error-code="list-item, arg-type"
def use(n: int, flag: bool) -> None:
    xs = [torch.zeros(2, 3)]
    reveal_type(torch.cat(xs))
    xs.append(torch.zeros(4, 3))
    reveal_type(torch.cat(xs))
    if flag:
        xs.append(torch.zeros(n, 3))
    reveal_type(torch.cat(xs))
    torch.stack(xs)
def handed(xs: list[torch.Tensor]) -> None:
    reveal_type(torch.cat(xs))
    ys = [torch.zeros(2, 3)]
    zs = ys
    zs.append(torch.zeros(2, 4))
    reveal_type(torch.cat(ys, dim=1))
def inside() -> None:
    def inner() -> None:
        xs = [torch.zeros(2, 3)]
        xs.append(torch.zeros(4, 3))
        reveal_type(torch.cat(xs))
    inner()
""")


def test_each_place_has_its_own():
    assert SAID.revealed[:2] == ['Tensor[Float32, CPU, "2 3"]', 'Tensor[Float32, CPU, "6 3"]']
    assert SAID.revealed[2] == 'Tensor[Float32, CPU, "_ 3"]'
    assert [message.partition(": ")[0] for message in SAID.messages] == ["10"]


def test_lists_of_others():
    assert "6" not in SAID.revealed[3]
    assert '"2 3"' not in SAID.revealed[4]
