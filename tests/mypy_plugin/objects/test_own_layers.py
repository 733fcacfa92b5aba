"""Classes that derive from a layer of torch's are that layer, unless they change what it is made of."""

import pytest

from tests.mypy_plugin.checking import program

CLASSES = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
class Plain(nn.Linear):
    pass
class Above(Plain):
    def forward(self, x):
        return super().forward(x.float()).relu()
class Made(nn.Linear):
    def __init__(self, i, o, r=2, dtype=None):
        super().__init__(i, o, dtype=dtype)
        self.down = nn.Linear(i, r)
    def forward(self, x):
        return nn.functional.linear(x, self.weight, self.bias)
class Rest(nn.Conv2d):
    def __init__(self, i, o, k, **kw):
        super().__init__(i, o, k, **kw)
class Padded(nn.Conv2d):
    def __init__(self, i, o, k):
        super().__init__(i, o, k)
        self.padding = (k, k)
class Replaced(nn.Linear):
    def __init__(self, i, o):
        super().__init__(i, o)
        self.weight = nn.Parameter(torch.zeros(o + 1, i))
class Own(nn.Conv2d):
    def _conv_forward(self, input, weight, bias):
        return input
class Elsewhere(nn.Linear):
    def __init__(self, i, o):
        nn.Linear.__init__(self, i, o)
class Between(nn.Linear):
    def forward(self, x):
        return x
class Beside(Plain, Between):
    pass
class Norm(nn.LayerNorm):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return super().forward(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)
def use(x: Tensor[Float32, CPU, "b 8"], y: Tensor[Float32, CPU, "b 3 9 9"], d: Tensor[Float64, CPU, "b 8"]) -> None:
"""
KNOWN = [
    ("Plain(8, 4)(x)", 'Tensor[Float32, CPU, "b 4"]'),
    ("Plain(8, 4, dtype=torch.float64)(d)", 'Tensor[Float64, CPU, "b 4"]'),
    ("Plain(8, 4).double()(d)", 'Tensor[Float64, CPU, "b 4"]'),
    ("Above(8, 4)(d)", 'Tensor[Float32, CPU, "b 4"]'),
    ("Made(8, 4)(x)", 'Tensor[Float32, CPU, "b 4"]'),
    ("Made(8, 4).weight", 'Tensor[Float32, CPU, "4 8"]'),
    ("Made(8, 4, dtype=torch.float64).weight", 'Tensor[Float64, CPU, "4 8"]'),
    ("Made(8, 4).half().weight", 'Tensor[Float16, CPU, "4 8"]'),
    ("next(Made(8, 4).parameters())", 'Parameter[Float32, CPU, "_ ..."]'),
    ("next(Made(8, 4, dtype=torch.float64).parameters())", "Parameter"),
    ("Rest(3, 4, 3, padding=1)(y)", 'Tensor[Float32, CPU, "b 4 9 9"]'),
    ("Norm(3)(y)", 'Tensor[Float32, CPU, "b 3 9 9"]'),
    ("nn.Sequential(Plain(8, 4), Above(4, 5), Made(5, 6))(x)", 'Tensor[Float32, CPU, "b 6"]'),
    ("Padded(3, 4, 3)(y)", "Any"),
    ("Replaced(8, 4)(x)", "Any"),
    ("Own(3, 4, 3)(y)", "Any"),
    ("Elsewhere(8, 4)(x)", "Any"),
    (
        "layer = Plain(8, 4); layer.weight = nn.Parameter(torch.zeros(5, 8)); layer.weight",
        'Parameter[Float32, CPU, "5 8"]',
    ),
]
WRONG = [
    ("Plain(7, 4)(x)", "shapes (b, 8) and (7, 4) cannot be multiplied: 8 against 7"),
    ("Plain(8, 4)(d)", '"Linear" needs all tensors in one dtype: float64 and float32; cast one with .to(...)'),
    ("Above(7, 4)(x)", "shapes (b, 8) and (7, 4) cannot be multiplied: 8 against 7"),
    ("Made(7, 4)(x)", "shapes (b, 8) and (7, 4) cannot be multiplied: 8 against 7"),
    ("nn.Sequential(Plain(8, 4), Plain(5, 6))(x)", "shapes (b, 4) and (5, 6) cannot be multiplied: 4 against 5"),
]


def _program(body):
    *before, last = body.split("; ")
    return program(CLASSES + "".join(f"    {one}\n" for one in before) + f"    reveal_type({last})\n")


REVEALED = [(_program(body), type_) for body, type_ in KNOWN]
SAID = [(_program(body), words) for body, words in WRONG]


@pytest.mark.parametrize(("said", "type_"), REVEALED, ids=[body for body, _ in KNOWN])
def test_what_the_layer_gives(said, type_):
    assert said.revealed == [type_]


@pytest.mark.parametrize(("said", "words"), SAID, ids=[body for body, _ in WRONG])
def test_what_does_not_fit(said, words):
    told = [message.partition("error: ")[2].partition("  [")[0] for message in said.messages if "error: " in message]
    assert [one.partition(", as line ")[0] for one in told] == [words]  # some stand where torch raises


OTHER_WAYS = {
    "self.weight.data = self.weight.data.t()": "Any",
    "setattr(self, 'weight', nn.Parameter(torch.zeros(5, 8)))": "Any",
    "nn.init.zeros_(self.weight)": 'Tensor[Float32, CPU, "b 4"]',
}
WAYS = [
    program(f"""
class Layer(nn.Linear):
    def __init__(self, i: int, o: int) -> None:
        super().__init__(i, o)
        {way}
def use(x: Tensor[Float32, CPU, "b 8"]) -> None:
    reveal_type(Layer(8, 4)(x))
""")
    for way in OTHER_WAYS
]


@pytest.mark.parametrize(("said", "found"), list(zip(WAYS, OTHER_WAYS.values(), strict=True)), ids=list(OTHER_WAYS))
def test_what_is_given_by_other_ways(said, found):
    assert said.revealed == [found]


RECURRENT = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Reader(nn.LSTM):
    def __init__(self, i, h):
        super().__init__(i, h, batch_first=True)
class Gated(nn.GRU):
    pass
class Called(nn.GRU):
    def __call__(self, x):
        return x
out, (h, c) = Reader(8, 4)(torch.zeros(2, 5, 8))
reveal_type(out)
reveal_type(h)
reveal_type(Gated(8, 4)(torch.zeros(2, 5, 8))[0])
reveal_type(Called(8, 4)(torch.zeros(2, 5, 8)))
""")


def test_layers_that_are_called_in_two_ways():
    shapes = ["2 5 4", "1 2 4", "2 5 4"]
    assert RECURRENT.revealed[:3] == [f'Tensor[Float32, CPU, "{shape}"]' for shape in shapes]
    assert "4" not in RECURRENT.revealed[3]
