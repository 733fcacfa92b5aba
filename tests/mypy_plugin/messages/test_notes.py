"""What ignores an error ignores its notes, wherever they stand."""

from tests.mypy_plugin.checking import program

IGNORED = program("""
def want(x: Tensor[Float32]) -> None: ...
a = torch.zeros(3).half()
want(a)  # type: ignore[tensor-dtype]
def f(x: Tensor[Float32]) -> Tensor[Float16]:
    return x  # type: ignore[tensor-dtype]
""")

SAID_ONCE = program("""
def want(x: Tensor[Float32], y: Tensor[Float32]) -> None: ...
a = torch.zeros(3).half()
want(a, a)
""")


def test_ignored_with_the_error():
    assert IGNORED.messages == []


def test_a_note_stands_at_the_line_that_it_is_about_once():
    notes = [message for message in SAID_ONCE.messages if "note" in message]
    assert notes == ["2: note: float16 comes from .half() here, used in line 3"]
