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
    assert KEEPING.revealed == [*["Any"] * 7, 'Tensor[Float32, CPU, "2 3"]']
