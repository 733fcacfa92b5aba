"""A sum whose parts are known is what comes of adding them, and not what any of them may be."""

from tests.mypy_plugin.checking import program

READ = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
def written(x): return sum([x.mean(), x])
def by_name(x):
    terms = [x.mean(), x]
    return sum(terms)
def filled(x, flag):
    terms = [x.mean()]
    if flag: terms.append(x)
    return sum(terms)
def by_key(x):
    losses = {"a": x.double(), "b": x.mean()}
    return sum(losses.values())
def stored(x):
    losses = {}
    losses["a"] = x.mean()
    losses["b"] = x > 0
    return sum(losses.values())
def weighed(x):
    return sum(w * t for w, t in zip([0.1, 0.2], [x.mean(), x]))
def begun(x):
    terms = [x.mean(), x.double(), x]
    return sum(terms[1:], terms[0])
def of_others(x, grow):
    terms = [x.mean()]
    grow(terms)
    return sum(terms)
def taken(x):
    losses = {"a": x.mean(), "b": x}
    losses.pop("b")
    return sum(losses.values())
def renamed(x):
    losses = {"a": x.mean()}
    other = losses
    other["b"] = x
    return sum(losses.values())
def chosen(x):
    return sum(v for v in [x, x.double()] if v.sum() > 1)
x = torch.zeros(3, 4)
reveal_type([written(x), by_name(x), filled(x, True), stored(x), weighed(x)])
reveal_type([by_key(x), begun(x)])
reveal_type(of_others(x, print))
reveal_type(taken(x))
reveal_type(renamed(x))
reveal_type(chosen(x))
""")


def test_in_a_body_that_is_read():
    assert READ.messages == []
    assert READ.revealed == [
        'list[Tensor[Float32, CPU, "3 4"]]',
        'list[Tensor[Float64, CPU, "3 4"]]',
        "Any",
        "Any",
        "Any",
        "Any",
    ]


DECLARED = program("""
def total(x: Tensor[Float32, CPU, "b 4"]) -> Tensor[Float32, CPU, ""]:
    losses = {"a": x, "b": x.mean()}
    weights = {"a": 0.1, "b": 1.0}
    return sum(weights[k] * v for k, v in losses.items())  # refused
def reduced(x: Tensor[Float32, CPU, "b 4"]) -> Tensor[Float32, CPU, ""]:
    losses = {"a": x.mean(), "b": x.double().mean()}
    total = sum(losses.values())
    reveal_type(total)
    return sum(losses.values())  # refused
def right(x: Tensor[Float32, CPU, "b 4"], flag: bool) -> Tensor[Float32, CPU, ""]:
    losses = {"a": x.mean(), "b": x.std()}
    if flag:
        losses["c"] = x.var()
    return sum(losses.values(), torch.zeros(()))
def open_(xs: list[Tensor[Float32, CPU, "b"]]) -> Tensor[Float32, CPU, "b"]:
    reveal_type(sum(xs))
    return xs[0]
""")


def test_in_the_function_at_hand():
    assert DECLARED.refused == DECLARED.marked
    assert DECLARED.revealed == ['Tensor[Float64, CPU, ""]', 'Tensor[Float32, CPU, "b"] | Literal[0]']
