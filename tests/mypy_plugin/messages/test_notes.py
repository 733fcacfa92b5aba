"""What ignores an error ignores its notes, wherever they stand."""

from tests.mypy_plugin.checking import PLAIN, program

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


EXPLAINED = program(
    """
class Keys:
    def __init__(self) -> None:
        self.found: dict[str, Any] = {}

    def keys(self) -> Iterator[str]:
        return self.found.keys()
""",
    PLAIN,
)

OVERRIDDEN = program(
    """
class Base:
    def update(self, x: Tensor, several: bool = False) -> None: ...

class Own(Base):
    def update(self, x: Tensor | None, *, several: bool = False) -> None: ...
""",
    PLAIN,
)


def test_an_error_is_explained_once():
    notes = [message for message in EXPLAINED.messages if "note" in message]
    assert len(notes) == len(set(notes)) == 2, notes


def test_an_error_that_stays_is_explained():
    assert any("Superclass:" in message for message in OVERRIDDEN.messages)
