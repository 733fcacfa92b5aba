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


DECLARED = program("""
def use(x: Tensor[Float32, CPU, "b 16"], n: int) -> torch.Tensor:
    xs: list[torch.Tensor] = []
    for _ in range(n):
        xs.append(x.double())
        reveal_type(xs[-1])
    for one in xs:
        reveal_type(one)
    return torch.stack(xs) @ torch.zeros(8, 2).double()
def mixed(x: Tensor[Float32, CPU, "b 16"], n: int) -> None:
    xs: List[torch.Tensor] = []
    try:
        for _ in range(n):
            xs.append(x)
    finally:
        xs.append(x.half())
    reveal_type(xs)
    xs.append(3)
def handed_on(x: Tensor[Float32, CPU, "b 16"], n: int, put: Callable[[list[torch.Tensor]], None]) -> None:
    xs: list[torch.Tensor] = []
    xs.append(x)
    put(xs)
    reveal_type(xs[0])
    ys: list[torch.Tensor] = []
    ys.append(x)
    zs = ys
    zs.append(x.half())
    reveal_type(ys[0])
def last(x: Tensor[Float32, CPU, "b 16"], n: int) -> None:
    xs: list[torch.Tensor] = []
    xs.append(x)
    reveal_type(xs[0])
    xs.append(x.half())
""")


def test_what_is_put_into_a_list_that_is_declared_to_be_of_tensors():
    assert DECLARED.revealed[:2] == ['Tensor[Float64, CPU, "b 16"]'] * 2
    assert [message.partition(": ")[0] for message in DECLARED.messages] == ["8", "17"]
    assert "16 against 8" in DECLARED.messages[0]
    assert '"int"; expected "Tensor"' in DECLARED.messages[1]


def test_not_of_what_others_may_put_there():
    assert DECLARED.revealed[2:] == [
        "list[Tensor]",
        "Tensor",
        'Tensor[Float16 | Float32, CPU, "b 16"]',  # the body itself
        'Tensor[Float32, CPU, "b 16"]',
    ]
