"""Attributes and variables whose first value is never given."""

from tests.mypy_plugin.checking import program

KEPT = program("""
class Kept:
    def __init__(self, x: Tensor[Float32, CPU, "b n"]) -> None:
        if x.is_cuda:
            self.y = x
        elif x.dtype == torch.float16:
            self.y = x
        else:
            self.y = x.long()
        if x.ndim == 3:
            self.z = z = x
        reveal_type(self.y)
    def look(self) -> None:
        self.z.sum()
        reveal_type(self.y)
""")
LATER = program("""
class Later:
    def look(self) -> None:
        self.y.sum()
    def give(self) -> None:
        self.y = self.y
""")


def test_the_next_value_is_the_first():
    assert KEPT.revealed == ['Tensor[Int64, CPU, "b n"]', "Tensor"]


def test_of_what_is_given_none_nothing_is_said():
    assert KEPT.messages == []


def test_what_mypy_cannot_tell_by_itself_it_still_says():
    assert any("Cannot determine type" in message for message in LATER.messages)
