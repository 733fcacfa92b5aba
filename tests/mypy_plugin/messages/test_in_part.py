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
