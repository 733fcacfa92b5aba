"""Functions that call what they are given are read as the calls that they come to."""

from tests.mypy_plugin.checking import program

READ = program("""
import functools, operator
from torch.utils.checkpoint import checkpoint
def scores(q: Tensor[D, V, "n d"], k: Tensor[D, V, "m d"]) -> Tensor[D, V, "n m"]:
    return q @ k.T
def first(x: Tensor[Float32, CPU, "n d"]) -> Tensor[Float32, CPU, "d"]:
    return x[0]
x, y = torch.zeros(2, 4), torch.zeros(3, 4)
of_x = functools.partial(first, x)
reveal_type(of_x())
reveal_type(functools.partial(first)(x))
reveal_type([*map(first, [x])][0])
reveal_type(checkpoint(first, x, use_reentrant=False))
reveal_type(operator.mul(x, 2))
reveal_type(sum([x > 0]))
reveal_type(sum([1, 2]))
reveal_type(functools.partial(nn.Linear, 4)(8)(x))
reveal_type(list(map(len, ["a"])))
functools.partial(nn.functional.linear, x, nn.LayerNorm(4).half().weight)
""")

WRONG = program("""
import functools, operator
from torch.utils.checkpoint import checkpoint
def pair(x: Tensor[Float32, CPU, "n"], y: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, "n"]:
    return x + y
x, y = torch.zeros(2), torch.zeros(3)
bound = functools.partial(pair, x)
bound(y)
bound(x.half())
bound(y=x)
map(pair, [x], [x.int()])
checkpoint(pair, x, y, use_reentrant=False)
operator.add(x, y)
def text(word: str) -> str:
    return word
functools.partial(text)(1)
functools.partial(pair)(x)
""")


def test_results():
    assert READ.messages == []
    assert READ.revealed == [
        'Tensor[Float32, CPU, "4"]',
        'Tensor[Float32, CPU, "4"]',
        'Tensor[Float32, CPU, "4"]',
        'Tensor[Float32, CPU, "4"]',
        'Tensor[Float32, CPU, "2 4"]',
        'Tensor[Int64, CPU, "2 4"] | Literal[0]',
        "int",
        'Tensor[Float32, CPU, "2 8"]',
        "list[int]",
    ]


def test_refusals():
    said = [message.partition("  [")[0].partition(",")[0] for message in WRONG.messages if "note" not in message]
    assert said == [
        '7: error: argument "y" of "pair" has shape (3',
        '8: error: argument "1" of "pair" is float16',
        '10: error: argument "y" of "pair" is int32',
        '11: error: argument "y" of "pair" has shape (3',
        "12: error: shapes (2",
        '15: error: Argument 1 to "text" has incompatible type "int"; expected "str"',
        '16: error: Missing positional argument "y" in call to "pair"',
    ]


HELD = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
import torch.nn.functional as F
class Method:
    def __init__(self) -> None:
        self.criterion = F.mse_loss
    def loss(self) -> None:
        reveal_type(self.criterion(torch.zeros(3), torch.zeros(3)))
act = torch.relu
reveal_type(act(torch.zeros(3)))
def f() -> None:
    loss = F.cross_entropy
    loss(torch.zeros(3, 4), torch.zeros(3))
""")


def test_functions_of_torch_in_variables():
    assert HELD.revealed == ['Tensor[Float32, CPU, ""]', 'Tensor[Float32, CPU, "3"]']
    assert [message.partition(";")[0] for message in HELD.messages if "note:" not in message] == [
        '12: error: "cross_entropy" takes classes as int64, not float32'
    ]


CLASS_HELD = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disable-error-code="assignment"
class One(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layer = nn.Linear
        self.fc = self.layer(n, 3)
    def forward(self, x):
        return self.fc(x)
class Chosen(nn.Module):
    def __init__(self, n, kind="gru"):
        super().__init__()
        if kind.lower() == "lstm":
            self.cell = nn.LSTM
        else:
            self.cell = nn.GRU
        self.rnn = self.cell(n, 3)
    def forward(self, x):
        return self.rnn(x)[1]
class Another(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layer = nn.LSTM
        self.change()
        self.fc = self.layer(n, 3)
    def change(self):
        self.layer = nn.Linear
    def forward(self, x):
        return self.fc(x)
x = torch.zeros(2, 4)
reveal_type(One(4)(x))
One(5)(x)  # refused
reveal_type(Chosen(4)(x))
Chosen(5)(x)  # refused
reveal_type(Another(4)(x))
Another(5)(x)  # refused
""")


def test_a_class_that_an_attribute_holds():
    assert CLASS_HELD.revealed == [
        'Tensor[Float32, CPU, "2 3"]',
        'Tensor[Float32, CPU, "1 3"]',
        'Tensor[Float32, CPU, "2 3"]',
    ]
    assert CLASS_HELD.refused == CLASS_HELD.marked
