"""A call that mypy is shown, though the program does not write it: its own problems are not mypy's to say."""

from mypy.nodes import NameExpr, TempNode

from dtensortypes.mypy_plugin.text.calling import standing_for
from tests.mypy_plugin.checking import program, types

SHOWN = program("""
def number(x: int) -> int:
    return x
def halved(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float16, CPU, "n"]:
    return x.half()
list(map(halved, [torch.zeros(3)]))
list(map(halved, [torch.zeros(3).half()]))
list(map(number, ["a"]))
""")


def test_a_value_stands_where_its_source_does():
    place = NameExpr("x")
    place.set_line(3, 4)
    node = standing_for(types().instance("builtins.int"), place)
    assert isinstance(node, TempNode)
    assert (node.line, node.column) == (3, 4)


def test_each_mistake_is_said_once():
    assert [message.partition("  [")[0].partition(",")[0] for message in SHOWN.messages if "note" not in message] == [
        '6: error: argument "x" of "halved" is float16',
        '7: error: Argument 1 to "map" has incompatible type "Callable[[int]',
    ]


DEFAULTS = program("""
def late(x: Tensor[Float32, CPU, "n"]) -> None:
    y = x
    f = lambda t=y, n=2: t.half()
    y = torch.zeros(2, 3, dtype=torch.int64)
    reveal_type(f())
    reveal_type(f())
    reveal_type(f(n=3))
    reveal_type(f(y))
""")


def test_a_default_is_what_it_was_where_the_lambda_is_written():
    half, whole = 'Tensor[Float16, CPU, "n"]', 'Tensor[Float16, CPU, "2 3"]'
    assert DEFAULTS.revealed == [half, half, half, whole]
