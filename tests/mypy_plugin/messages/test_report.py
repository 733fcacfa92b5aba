"""A problem is said once, under its own code, at its own place, whatever operator it is about."""

from tests.mypy_plugin.checking import program

OPERATORS = program("""
x, y = torch.zeros(2), torch.zeros(3)
x + y
x == y
x[:, 0]
x += y
1 if (x > y).any() else 2
x @ y
[t * y for t in (x, x)]
f = lambda: x - y
assert x.half() @ x.half() is not None
""")

OFF = program("""
# mypy: disable-error-code="tensor-shape"
torch.zeros(2) + torch.zeros(3)
torch.zeros(2) @ torch.zeros(2).half()
""")


def test_each_once_at_its_line():
    lines = [message.split(":")[0] for message in OPERATORS.messages]
    assert lines == ["2", "3", "4", "5", "6", "7", "8", "9"]
    assert all(message.endswith("[tensor-shape]") for message in OPERATORS.messages)


def test_a_code_can_be_turned_off():
    (said,) = [message for message in OFF.messages if "error" in message]
    assert said.endswith("[tensor-dtype]")
