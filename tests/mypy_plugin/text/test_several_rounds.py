"""Attributes in loops."""

from tests.mypy_plugin.checking import program

LOOP = program("""
class Kept:
    def run(self, x: Tensor[Float32, CPU, "b n"], word: str | int) -> None:
        for _ in range(2):
            self.last = x
            self.size, self.same = x.shape[0], (x, x)
            x = x.half()[None]
        reveal_type(self.last)
""")
OTHERS = program("""
class Kept:
    def run(self, x: int) -> None:
        y = x
        for _ in range(2):
            self.last = y
            y = "word"
""")


def test_a_loop_may_give_other_tensors():
    assert LOOP.messages == []


def test_what_mypy_says_of_other_classes_stays():
    assert any("Need type annotation" in message for message in OTHERS.messages)


EMPTY = program("""
class Kept:
    def run(self, x: Tensor[Float32, CPU, ""]) -> None:
        self.sizes = list(x.shape)
        self.sizes = self.sizes[1:]
""")


def test_a_list_of_no_sizes_is_no_failure():
    assert all("Need type annotation" in message for message in EMPTY.messages)
