"""What is `Any` on some ways alone is told apart by what a message is about."""

from tests.mypy_plugin.checking import program

SILENT = program("""
def untyped(x: Any) -> Any:
    return x if x.ndim else None

def given(x: Tensor[Float32, CPU, "n"], flag: bool) -> None:
    y = untyped(x)
    for one in (y, x):
        one.sum()
    (y if flag else x).sum()
    if flag:
        x = nn.Softmax(-1)(x)
    sorted([x.sum(), x.numel()], key=float)
""")

SAID = program("""
def untyped(x: Any) -> Any:
    return x if x.ndim else None

def given(x: Tensor[Float32, CPU, "n"], flag: bool) -> None:
    y = untyped(x) if flag else None
    y.sum()
    for one in (x, None):
        one.sum()
    sorted([x.sum(), x.numel()], key=float)
""")


def test_any_on_one_way():
    assert SILENT.messages == []


def test_no_any_on_the_way():
    assert [message.partition(":")[0] for message in SAID.messages] == ["6", "8", "9"]


ITEMS = program("""
def pair(x: Any, keep: bool = False) -> Any:
    return (x, x.dtype) if keep else x

def given(x: Tensor[Float32, CPU, "n n"], y: Tensor[Float32, CPU, "n n"] | int, flag: bool) -> None:
    for one in pair(x, flag):
        x = one
        y = one
    x.to(torch.float16)
    y.to(torch.float16)  # an int has none
""")


def test_one_of_several():
    found = [message for message in ITEMS.messages if "note:" not in message]
    assert [message.partition(" of ")[0] for message in found] == ['9: error: Item "int"']


ROUNDS = program("""
def pair(x: Any, keep: bool = False) -> Any:
    return (x, x.dtype) if keep else x

def given(x: Tensor[Float32, CPU, "n n"], y: Tensor[Float32, CPU, "n n"] | int, flag: bool) -> None:
    for one in pair(x, flag):
        x.argmax()
        y.argmax()  # an int has none
        x = one
        y = one
""")


def test_of_a_later_round():
    found = [message for message in ROUNDS.messages if "note:" not in message]
    assert {message.partition(" of ")[0] for message in found} == {'7: error: Item "int"'}
