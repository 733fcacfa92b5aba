"""What containers of modules are made with, in whichever way that is written."""

from tests.mypy_plugin.checking import program

PAIRS = program("""
# mypy: disable-error-code="arg-type"
def run(x: Tensor[Float32, CPU, "2 4"]) -> None:
    one = nn.ModuleDict([("a", nn.Linear(4, 3)), ("b", nn.Linear(4, 5))])
    reveal_type(one["b"](x))
    two = nn.ModuleDict([["a", nn.Linear(4, 3)], ["b", nn.Linear(4, 5)]])
    reveal_type(two["a"](x))
    three = nn.ModuleDict([(str(i), nn.Linear(4, 6)) for i in range(3)])
    reveal_type(three["0"](x))
    four = nn.ModuleDict([("a", nn.Linear(4, 3)), ["b"]])
    reveal_type(four["a"](x))
""")


def test_pairs_are_taken_by_their_words():
    assert PAIRS.revealed[:3] == [
        'Tensor[Float32, CPU, "2 5"]',
        'Tensor[Float32, CPU, "2 3"]',
        'Tensor[Float32, CPU, "2 6"]',
    ]


def test_what_are_no_pairs_is_unknown():
    assert PAIRS.revealed[3:] == ["Any"]
