"""A generator yields what its body yields for the arguments of a call."""

from tests.mypy_plugin.checking import codes, program

YIELDED = program("""
from collections.abc import Generator, Iterable, Iterator
def rows(x: torch.Tensor) -> Iterator[torch.Tensor]:
    for row in x:
        yield row.half()
def every(x: torch.Tensor) -> Iterable[tuple[torch.Tensor, torch.Tensor]]:
    yield x, x > 0
def sent(x: torch.Tensor) -> Generator[torch.Tensor, int, None]:
    n = yield x.double()
    yield x.half()
def run(x: Tensor[Float32, CPU, "2 3"]) -> None:
    for row in rows(x):
        reveal_type(row)
    reveal_type(list(rows(x)))
    for a, b in every(x):
        reveal_type(b)
    for one in sent(x):
        reveal_type(one)
    reveal_type([row @ row for row in rows(x)])
    torch.stack(list(rows(x))) @ x.t()
""")
OPEN = program("""
from collections.abc import AsyncIterator, Iterator
def wrong(x: torch.Tensor) -> Iterator[torch.Tensor]:
    yield x @ x.double()
async def awaited(x: torch.Tensor) -> AsyncIterator[torch.Tensor]:
    yield x.half()
def run(x: Tensor[Float32, CPU, "3 3"]) -> None:
    for other in wrong(x):
        reveal_type(other)
    reveal_type(awaited(x))
""")
UNASKED = program("""
from collections.abc import Iterator
def wrong(x: torch.Tensor) -> Iterator[torch.Tensor]:
    yield x @ x.double()
def run(x: Tensor[Float32, CPU, "3 3"]) -> None:
    wrong(x)
""")


def test_items_are_known():
    assert YIELDED.revealed == [
        'Tensor[Float16, CPU, "3"]',
        'list[Tensor[Float16, CPU, "3"]]',
        'Tensor[Bool, CPU, "2 3"]',
        'Tensor[Float64, CPU, "2 3"] | Tensor[Float16, CPU, "2 3"]',
        'list[Tensor[Float16, CPU, ""]]',
    ]
    assert [text.partition(":")[0] for text in YIELDED.messages if "error" in text] == ["19"]


def test_what_is_awaited_is_not():
    assert OPEN.revealed[1] == "typing.AsyncIterator[Tensor]"


def test_what_is_wrong_in_it_is_not_reported_where_nobody_asks_for_items():
    assert not UNASKED.messages


def test_what_is_wrong_in_it_is_reported_where_a_loop_asks_for_them():
    assert codes(OPEN.messages) == ["3 tensor-dtype"]


SENT = program("""
def taking(n):
    x = torch.ones(1)
    for _ in range(n):
        got = yield x
        x = torch.cat([x, x]) if got is None else got
g = taking(3)
next(g)
g.send(torch.ones(5).double()) @ torch.ones(5).double()
""")


def test_what_is_sent_may_be_yielded():
    assert SENT.refused == []


PASSED_ON = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def rows(x):
    for row in x:
        yield row.half()
def all_of(x):
    yield from rows(x)
def both(x):
    while True:
        yield from x
        yield from [x.double()]
def at_last(x):
    last = yield from rows(x)
    yield last
def sent(n):
    x = torch.ones(1)
    for _ in range(n):
        got = yield x
        x = torch.cat([x, x]) if got is None else got
def sent_on(n):
    yield from sent(n)
class Tree:
    def __init__(self, x, children):
        self.x, self.children = x, children
    def walk(self):
        yield self.x
        for child in self.children:
            yield from child.walk()
def flat(xs):
    for x in xs:
        if isinstance(x, list):
            yield from flat(x)
        else:
            yield x
def run(x: Tensor[Float32, CPU, "2 3"]) -> None:
    for leaf in flat([x, [x.half()]]):
        leaf.half()
    for row in all_of(x):
        reveal_type(row)
    reveal_type(next(both(x)))
    reveal_type(next(sent_on(3)))
    reveal_type(next(at_last(x)))
    for one in Tree(x, [Tree(x.half(), [])]).walk():
        reveal_type(one)
""")


def test_what_is_yielded_from_others():
    assert PASSED_ON.revealed == [
        'Tensor[Float16, CPU, "3"]',
        'Tensor[Float32, CPU, "3"] | Tensor[Float64, CPU, "2 3"]',
        *["Any"] * 3,
    ]
    assert not PASSED_ON.refused


ITSELF = program("""
# mypy: allow-untyped-defs, allow-untyped-calls
class Kept:
    def __init__(self, n: int):
        self.x = torch.zeros(n)
    def itself(self):
        return self
    def declared(self) -> "Kept":
        self.y = 3
        return self
    def perhaps(self, flag):
        if flag:
            return self
    def another(self):
        self = Kept(4)
        return self
def run(flag):
    reveal_type(Kept(3).itself().x)
    reveal_type(Kept(3).declared().x)
    reveal_type(Kept(3).perhaps(flag))
    reveal_type(Kept(3).another().x)
""")


def test_a_method_that_gives_its_object():
    assert ITSELF.revealed[:3] == ['Tensor[Float32, CPU, "3"]', 'Tensor[Float32, CPU, "3"]', "Any"]
    assert ITSELF.revealed[3] != 'Tensor[Float32, CPU, "3"]'


IN_REGIONS = program("""
from collections.abc import Iterator
def inside(x: torch.Tensor) -> Iterator[torch.Tensor]:
    with torch.autocast("cpu"):
        yield x.half()
def beside(x: torch.Tensor) -> Iterator[torch.Tensor]:
    with torch.no_grad():
        yield x.half()
def run(x: Tensor[Float32, CPU, "3 3"]) -> None:
    for one in inside(x):
        reveal_type(one)
    for other in beside(x):
        reveal_type(other)
""")


def test_what_is_yielded_in_autocast_is_gone_through_in_it():
    assert IN_REGIONS.revealed == ["Tensor", 'Tensor[Float16, CPU, "3 3"]']
