"""A loop is written out where its rounds are known; each has the variables that it alone gives a value."""

import pytest

from tests.mypy_plugin.checking import program

OF = """
# mypy: disable-error-code="list-item, arg-type, no-untyped-call, operator"
def use(n: int, pairs: list[tuple[int, int]]) -> None:
    {body}
    reveal_type(torch.cat(xs, dim=1))
"""
CASES = [
    ("xs = [torch.zeros(2, k) for k in (3, 4)]", '"2 7"'),
    ("xs = [torch.zeros(2, a * b) for a, b in [(1, 2), (3, 4)]]", '"2 14"'),
    ("xs = [torch.zeros(2, i + k) for i, k in enumerate((3, 4))]", '"2 8"'),
    ("xs = [torch.zeros(2, k) for k in range(6) if k % 2]", '"2 9"'),
    ("xs = [torch.zeros(2, a + b) for a, b in zip([1, 2, 3], reversed([4, 5, 6]))]", '"2 21"'),
    ("xs = [torch.zeros(2, k) for k in range(n)]", '"2 _"'),
    ("xs = [torch.zeros(2, a) for a, b in pairs]", '"2 _"'),
]
FOUND = [(program(OF.format(body=body)), shape) for body, shape in CASES]


@pytest.mark.parametrize(("said", "shape"), FOUND)
def test_rounds(said, shape):
    assert said.revealed == [f"Tensor[Float32, CPU, {shape}]"]


OWN = program("""
def sizes(x: Tensor[Float32, CPU, "2 3"]) -> None:
    for k in (4, 5):
        b, n = x.shape
        x = x.view(b * n) @ torch.zeros(n * b, k)
        x = x.view(1, k)
    reveal_type(x)
def called() -> None:
    sizes(torch.zeros(2, 3))
def folded(x):  # type: ignore[no-untyped-def]
    for k in (4, 5):
        b, n = x.shape
        y = x.reshape(n, b) @ torch.zeros(b, k)
        x = y
    return y
def use() -> None:
    reveal_type(folded(torch.zeros(2, 3)))  # type: ignore[no-untyped-call]
    reveal_type(folded(torch.zeros(4, 3)))  # type: ignore[no-untyped-call]
""")


def test_each_round_has_its_own_sizes():
    assert OWN.revealed[1:] == ['Tensor[Float32, CPU, "4 5"]', 'Tensor[Float32, CPU, "4 5"]']


COUNTED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Pad:
    def __init__(self, n):
        self.n = n
    def __call__(self, x):
        return torch.cat([x, torch.zeros(self.n)])
def each(pads, x):
    for pad in pads:
        x = pad(x)
    return x
def last(pads, x):
    for pad in pads:
        x = x.double()
    return pad(x)
def later(pads, x):
    every = []
    for pad in pads:
        every.append(lambda y: pad(y))
    return every[0](x)
reveal_type(each([Pad(2), Pad(3)], torch.zeros(4)))
reveal_type(last([Pad(2), Pad(3)], torch.zeros(4)))
reveal_type(later([Pad(2), Pad(3)], torch.zeros(4)))
""")


def test_what_a_loop_counts_through_is_one_of_its_own_in_each_round():
    assert COUNTED.revealed[:2] == ['Tensor[Float32, CPU, "9"]', 'Tensor[Float64, CPU, "7"]']


def test_what_is_run_later_reads_what_the_last_round_has_left():
    assert '"6"' not in COUNTED.revealed[2]


WHILE = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def halved(x, n):
    while n > 4:
        x = torch.cat([x, x], 1)
        n //= 2
    return x
def left(x, n):
    i = 0
    while i < n:
        x = torch.cat([x, x], 1)
        if i == 1:
            break
        i += 1
    return x
def skipped(x):
    n = 4
    while n:
        n -= 1
        if n % 2:
            continue
        x = torch.cat([x, x], 1)
    return x
def endless(x, n):
    while n > 0:
        x = torch.cat([x, x], 1)
        n += 1
    return x
def asked(x, n):
    while n > 1:
        x = torch.cat([x, x], 1)
        n = n - x.nonzero().sum()
    return x
def by_others(x):
    n = 4
    def less():
        nonlocal n
        n -= 1
    while n > 1:
        less()
        x = torch.cat([x, x], 1)
        n -= 1
    return x
reveal_type(halved(torch.zeros(2, 3), 16))
reveal_type(left(torch.zeros(2, 3), 9))
reveal_type(skipped(torch.zeros(2, 3)))
reveal_type(endless(torch.zeros(2, 3), 1))
reveal_type(asked(torch.zeros(2, 3), 4))
reveal_type(by_others(torch.zeros(2, 3)))
reveal_type(halved(torch.zeros(2, 3), len(__name__)))
""")


def test_a_condition_is_asked_before_each_round():
    assert WHILE.revealed[:3] == [f'Tensor[Float32, CPU, "2 {n}"]' for n in (12, 12, 12)]


def test_rounds_that_nobody_can_count():
    assert all('"2 _"' in text or text == "Any" for text in WHILE.revealed[3:])
