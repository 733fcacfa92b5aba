"""A list or dict is not what it was after a call of a function that puts something into it."""

import pytest

from tests.mypy_plugin.checking import program

HELPERS = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def move(batch):
    for key in batch:
        batch[key] = batch[key].cuda()
def read(batch):
    return batch["x"]
def filled(xs, n):
    xs.append(torch.zeros(n).cuda())
def collected(xs):
    out, seen = [], {{}}
    for x in xs:
        out.append(x.half())
        seen[len(out)] = x
    return out
def through(xs):
    out = []
    out.append(xs)
    out[0].append(torch.zeros(3))
def through_each(xs):
    out = []
    out.append(xs)
    for one in out:
        one.append(torch.zeros(3))
def perhaps(xs, flag=True):
    if flag:
        xs = []
    xs.append(torch.zeros(3))
def walrus(xs):
    out = []
    if (out := xs):
        out.append(torch.zeros(3))
def counted(xs):
    out = []
    for out in [xs]:
        out.append(torch.zeros(3))
def comprehended(xs):
    out = []
    out.append(torch.zeros(1))
    return [out.append(torch.zeros(3)) for out in [xs]]
shared: list[Tensor] = []
def of_the_file(xs):
    global shared
    shared = xs
    shared.append(torch.zeros(3))
def of_another(xs):
    def put(xs):
        xs.append(torch.zeros(3))
    put(xs)
    xs = []
    return xs
class Runner:
    def move(self, batch):
        batch["x"] = batch["x"].cuda()
class Keeper:
    def __init__(self, kept, other=None):
        self.kept, self.other = kept, other
    def fill(self, x):
        self.kept["x"] = x
class Reader:
    def __init__(self, kept):
        self.kept = kept
def use() -> None:
    {body}
"""
BATCH = "batch = {'x': torch.zeros(2), 'y': torch.zeros(2)}"
CASES = [
    (f"{BATCH}; move(batch); reveal_type(batch['x'])", "Tensor"),
    (f"{BATCH}; move(batch=batch); reveal_type(batch['x'])", "Tensor"),
    (f"{BATCH}; Runner().move(batch); reveal_type(batch['x'])", "Tensor"),
    (f"{BATCH}; read(batch); reveal_type(batch['x'])", 'Tensor[Float32, CPU, "2"]'),
    ("xs = [torch.zeros(2)]; filled(xs, 2); reveal_type(xs[0])", "Tensor"),
    ("xs = [torch.zeros(2)]; collected(xs); reveal_type(xs[0])", 'Tensor[Float32, CPU, "2"]'),
    ("xs = [torch.zeros(2)]; collected(xs=xs); reveal_type([x for x in xs][0])", 'Tensor[Float32, CPU, "2"]'),
    *(
        (f"xs = [torch.zeros(1)]; xs = [torch.zeros(2)]; {name}(xs); reveal_type(xs[0])", "Tensor")
        for name in ("through", "through_each", "perhaps", "walrus", "counted")
    ),
    *(
        (f"xs = [torch.zeros(1)]; xs = [torch.zeros(2)]; {name}(xs); reveal_type(xs[0])", "Tensor")
        for name in ("comprehended", "of_the_file", "of_another")
    ),
    (f"{BATCH}; Keeper(batch).fill(3); reveal_type(batch['x'])", "Tensor"),
    ("xs = [torch.zeros(2)]; put = xs.append; put(torch.zeros(3)); reveal_type(xs[0])", "Tensor"),
    (f"{BATCH}; put = batch.update; put(x=torch.zeros(3)); reveal_type(batch['x'])", "Tensor"),
    ("xs = [torch.zeros(2)]; put = xs.index; put(torch.zeros(3)); reveal_type(xs[0])", 'Tensor[Float32, CPU, "2"]'),
    (f"{BATCH}; Reader(batch); reveal_type(batch['x'])", 'Tensor[Float32, CPU, "2"]'),
]
PROGRAMS = [(program(HELPERS.format(body=body)), found) for body, found in CASES]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_refilled(said, found):
    assert (said.revealed, said.messages) == ([found], [])


OF_FLOAT = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
xs = [torch.zeros(2, 3)]
d = {{"xs": [torch.zeros(2, 3)]}}
{body}
torch.zeros(7, 2).half() @ xs[0]
torch.zeros(7, 2).half() @ d["xs"][0]
"""
FILLING = "l[0] = l[0].half()"
RIGHT = [
    f"def f(*ls):\n    for l in ls:\n        {FILLING}\nf(xs, d['xs'])",
    f"def f(**ls):\n    for l in ls.values():\n        {FILLING}\nf(a=xs, b=d['xs'])",
    f"def f(ls):\n    l = ls\n    {FILLING}\nf(xs)\nf(d['xs'])",
    f"def f(l):\n    g(l)\ndef g(l):\n    {FILLING}\nf(xs)\nf(d['xs'])",
    f"class R:\n  def f(self, l):\n    self.g(l)\n  def g(self, l):\n    {FILLING}\nR().f(xs)\nR().f(d['xs'])",
    f"def f(l, n):\n    if n:\n        f(l, n - 1)\n    else:\n        {FILLING}\nf(xs, 2)\nf(d['xs'], 2)",
]
HALF = [program(OF_FLOAT.format(body=body)) for body in RIGHT]


@pytest.mark.parametrize("said", HALF)
def test_whoever_fills_it(said):
    assert said.messages == []


LOADERS = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-any-generics=False
from torch.utils.data import DataLoader, TensorDataset
def train(model, loaders):
    for phase in ("train", "val"):
        for (x,) in loaders[phase]:
            model(x)
def refill(model, loaders):
    for (x,) in loaders["val"]:
        model(x)
    loaders["val"] = None
def rename(model, loaders):
    others = loaders
    others["val"] = None
def hand(model, loaders):
    model(loaders)
def within(model, loaders):
    def fill():
        loaders["val"] = None
    fill()
def use(model: Any) -> None:
    loaders = {{p: DataLoader(TensorDataset(torch.zeros(2, 3)), 2) for p in ("train", "val")}}
    {name}(model, loaders)
    for (x,) in loaders["val"]:
        reveal_type(x)
"""
HANDED = [(program(LOADERS.format(name=name)), name) for name in ("train", "refill", "rename", "hand", "within")]


@pytest.mark.parametrize(("said", "name"), HANDED)
def test_loaders_are_what_they_were_where_their_batches_are_handed_on(said, name):
    (found,) = said.revealed
    assert (found == 'Tensor[Float32, CPU, "_ 3"]') == (name == "train")
    assert said.messages == []


SORTED_IN = program("""
import bisect
import heapq
def beams() -> None:
    heap = [(0.0, torch.zeros(1, 1))]
    heapq.heappush(heap, (1.0, torch.zeros(1, 2)))
    reveal_type(heapq.heappop(heap)[1])
    rows = [torch.zeros(2)]
    bisect.insort(rows, torch.zeros(3), key=len)
    reveal_type(rows[0])
    reveal_type(heapq.heappushpop([torch.zeros(2)], torch.zeros(2)))
    reveal_type(heapq.nlargest(1, [torch.zeros(2)]))
""")


def test_what_is_sorted_in_is_in_the_list():
    assert SORTED_IN.revealed == ["Tensor", "Tensor", "Tensor", 'list[Tensor[Float32, CPU, "2"]]']
    assert SORTED_IN.messages == []


OF_ANYTHING = """
def run(other: torch.Tensor) -> None:
    kept: dict[str, Any] = {{}}
    x = torch.zeros(3)
    kept["x"] = x
    {then}
    reveal_type(x)
"""
UNSEEN = [
    (program(OF_ANYTHING.format(then='kept["x"].resize_(3)')), "Tensor"),
    (program(OF_ANYTHING.format(then='kept["x"].relu()')), 'Tensor[Float32, CPU, "3"]'),
]


@pytest.mark.parametrize(("said", "found"), UNSEEN)
def test_what_is_put_where_anything_may_be_is_reshaped_there(said, found):
    assert said.revealed == [found]
