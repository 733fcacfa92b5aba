"""The types that a user has written of containers hold, those that mypy has made up grow."""

from tests.mypy_plugin.checking import program

FOUND = program("""
class Kept:
    def __init__(self, x: Tensor[Float32, CPU, "n"]) -> None:
        self.own = [x]
        self.written: list[Tensor[Float32]] = [x]
def f(kept: Kept, given: list[Tensor[Float32]], x: Tensor[Float16, CPU, "n"]) -> None:
    kept.written.append(x)
    given.append(x)
    kept.own.append(x)
    rows = {"a": [x.float()]}
    rows["a"].append(x)
    rows.setdefault("b", []).append(x)
""")


def test_only_what_mypy_has_made_up_takes_other_tensors():
    assert [int(message.partition(":")[0]) for message in FOUND.messages] == [6, 7]
