"""Which functions that are returned are the same at each call, by the text."""

from tests.mypy_plugin.checking import program

KEEPING = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
SCALE = torch.ones(3)
def history():
    seen = []
    def f(x):
        seen.append(x)
        return torch.stack(seen)
    return f
def counting():
    n = 0
    def f(x):
        nonlocal n
        n += 1
        return x[:n]
    return f
def going(xs):
    source = iter(xs)
    def f(x):
        return next(source)
    return f
def captured():
    scale = SCALE
    def f(x):
        return x * scale
    return f
def casting(net):
    def f(x):
        net.half()
        return net(x)
    return f
def chosen(flag):
    def a(x):
        return x.half()
    def b(x):
        return x.double()
    return a if flag else b
def again(flag):
    def f(x):
        return x.half()
    f = chosen(flag)
    return f
def plain(net):
    def f(x):
        return net(x)
    return f
def run(x: Tensor[Float32, CPU, "2 3"]) -> None:
    one = history()
    reveal_type(one(x))
    two = counting()
    reveal_type(two(x))
    three = going([x, x.half()])
    reveal_type(three(x))
    four = captured()
    reveal_type(four(x))
    five = casting(nn.Linear(3, 3))
    reveal_type(five(x))
    six = chosen(True)
    reveal_type(six(x))
    seven = again(True)
    reveal_type(seven(x))
    net = nn.Linear(3, 3)
    eight = plain(net)
    reveal_type(eight(x))
""")


def test_only_what_keeps_nothing_is_followed():
    chosen, plain = 'Tensor[Float16, CPU, "2 3"]', 'Tensor[Float32, CPU, "2 3"]'
    assert KEEPING.revealed == [*["Any"] * 5, chosen, "Any", plain]


CHOOSING = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def by_table(kind):
    def half(x):
        return x.half()
    steps = {"half": half, "double": lambda x: x.double(), "relu": torch.relu}
    return steps[kind]
def by_branches(kind):
    if kind == "mean":
        def mean(x):
            return x.mean(1)
        return mean
    elif kind == "none":
        return lambda x: x
    return torch.tanh if kind == "tanh" else torch.ceil
def filled(kind):
    steps = {"half": lambda x: x.half()}
    steps["double"] = lambda x: x.double()
    return steps[kind]
def numbered(kind):
    if kind == "half":
        return lambda x: x.half()
    return 3
def run(x: Tensor[Float32, CPU, "2 3"], word: str) -> None:
    reveal_type(by_table("half")(x))
    reveal_type(by_table("double")(x))
    reveal_type(by_table("relu")(x))
    reveal_type(by_table(word)(x))
    reveal_type(by_branches("mean")(x))
    reveal_type(by_branches("none")(x))
    reveal_type(by_branches("tanh")(x))
    reveal_type(filled("half")(x))
    reveal_type(numbered("half")(x))
""")


def test_which_function_is_given_is_decided_by_the_text():
    assert CHOOSING.revealed == [
        'Tensor[Float16, CPU, "2 3"]',
        'Tensor[Float64, CPU, "2 3"]',
        'Tensor[Float32, CPU, "2 3"]',
        'Tensor[Float16, CPU, "2 3"] | Tensor[Float64, CPU, "2 3"] | Tensor[Float32, CPU, "2 3"]',
        'Tensor[Float32, CPU, "2"]',
        'Tensor[Float32, CPU, "2 3"]',
        'Tensor[Float32, CPU, "2 3"]',
        "Any",
        "Any",
    ]
