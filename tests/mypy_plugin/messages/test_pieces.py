"""What is `Any` in a tuple without the plugin makes the dict `Any` that it is put into, of which mypy says nothing."""

import pytest

from tests.mypy_plugin.checking import codes, program

HEAD = """
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
class Row(NamedTuple):
    x: Tensor
    y: Any

def half(x):
    return x.half()

def pair(x: Tensor) -> tuple[Tensor, Any]:
    return x, half(x)

class Held:
    def __init__(self, x: Tensor[Float32, CPU, "n"]) -> None:
        self.x, self.y = Row(x, half(x))
"""
BODY = """
def body(x: Tensor[Float32, CPU, "n"]) -> None:
    {}
        held = {{"y": y, "n": 1}}
        held["n"] = held["n"] + 1
"""
MADE = {
    ways: program(HEAD + BODY.format(ways.replace("; ", "\n    ")))
    for ways in (
        "row = Row(x, half(x)); y = row.y; if True:",
        "row = Row(x, half(x)); y = row[1]; if True:",
        "row = Row(x, half(x)); _, y = row; if True:",
        "row = x, half(x); _, y = row; if True:",
        "_, y = pair(x); if True:",
        "for _, y in [(x, half(x))]:",
        "for _, (_, y) in enumerate([Row(x, half(x))]):",
        "y = Held(x).y; if True:",
    )
}
TENSORS = program(HEAD + BODY.format("_, y = Row(x, half(x)).x, x\n    if True:"))


@pytest.mark.parametrize("ways", MADE)
def test_mypy_says_nothing_of_what_is_any_in_a_tuple(ways):
    assert codes(MADE[ways].messages) == []


def test_of_a_tensor_in_a_tuple_it_says_what_it_says_without_the_plugin():
    assert codes(TENSORS.messages) == ["20 operator"]
