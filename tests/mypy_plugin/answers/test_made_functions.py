"""A call of what a function has made and returned is read as one that makes it and calls it."""

from tests.mypy_plugin.checking import program

HEAD = "# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False"
CALLED = program(f"""
{HEAD}
from torch.utils.data import DataLoader, Dataset
def casting(to, scale=1.0):
    def f(x, by=2.0, *, turned=False):
        x = x.to(to) * scale * by
        return x.t() if turned else x
    return f
def shifted(by):
    by = torch.tensor(by)
    def f(x):
        return x + by
    return f
def stepping(net, optimizer):
    def step(x):
        optimizer.zero_grad()
        return net(x)
    return step
def collating(n):
    def collate(items):
        return torch.stack([one.repeat(n) for one in items]).half()
    return collate
class Zeros(Dataset):  # type: ignore[type-arg]
    def __len__(self):
        return 4
    def __getitem__(self, i):
        return torch.zeros(3)
half = casting(torch.float16)
offset = shifted(np.random.rand(3))
def run(x: Tensor[Float32, CPU, "2 3"]) -> None:
    reveal_type(half(x))
    reveal_type(half(x, turned=True))
    reveal_type(offset(x))
    net = nn.Linear(3, 5)
    step = stepping(net, torch.optim.SGD(net.parameters()))
    reveal_type(step(x))
    net.half()
    reveal_type(step(x.half()))
    collate = collating(2)
    for batch in DataLoader(Zeros(), batch_size=2, collate_fn=collate):
        reveal_type(batch)
""")
CHANGED = program(f"""
{HEAD}
def casting(to):
    def f(x):
        return x.to(to)
    return f
def shifted(by):
    def f(x):
        return x + by
    return f
def doubled(net):
    weight = net.weight * 2
    def f(x):
        return x @ weight.t()
    return f
def run(x: Tensor[Float32, CPU, "2 3"], flag: bool) -> None:
    one = casting(torch.float16)
    one = casting(torch.float64)
    reveal_type(one(x))
    if flag:
        other = casting(torch.float16)
    else:
        other = shifted(3)
    reveal_type(other(x))
    by = torch.zeros(3)
    moved = shifted(by)
    by.unsqueeze_(0).unsqueeze_(0)
    reveal_type(moved(x))
    net = nn.Linear(3, 5)
    projected = doubled(net)
    net.half()
    reveal_type(projected(x))
    for to in (torch.float16, torch.float64):
        n = to
        if to == torch.float16:
            first = casting(n)
        reveal_type(first(x))
def regions(x: Tensor[Float32, CPU, "2 3"]) -> None:
    with torch.device("meta"):
        made = shifted(2)
        reveal_type(made(x))
    reveal_type(made(x))
""")
REFUSED = program(f"""
{HEAD}
def product(n):
    def f(x):
        return x @ torch.ones(n, 2)
    return f
def run(x: Tensor[Float32, CPU, "2 3"]) -> None:
    wrong = product(5)
    wrong(x)
""")
HELD = program(f"""
{HEAD}
def casting(to):
    def f(x):
        return x.to(to)
    return f
half = casting(torch.float16)
half.calls = 0
loss: nn.Module = casting(torch.float16)
def take(loss: nn.Module) -> None: ...
double = casting(torch.float64)
take(double)
""")


def test_calls():
    assert CALLED.revealed == [
        'Tensor[Float16, CPU, "2 3"]',
        'Tensor[Float16, CPU, "3 2"]',
        'Tensor[Float64, CPU, "2 3"]',
        'Tensor[Float32, CPU, "2 5"]',
        'Tensor[Float16, CPU, "2 5"]',
        'Tensor[Float16, CPU, "_ 6"]',
    ]
    assert not CALLED.refused


WIDE = "Complex128 | Complex64 | Float32 | Float64"
"""What comes of float32 beside something unknown."""


def test_what_may_be_another_one_by_the_call_is_unknown():
    assert [one.partition('"')[0] for one in CHANGED.revealed] == [
        "Any", "Any", f"Tensor[{WIDE}, CPU, ", "Any", "Tensor[Float16, CPU, ", "Any", "Any"
    ]  # fmt: skip
    assert CHANGED.revealed[2] == f'Tensor[{WIDE}, CPU, "... 2 3"]'
    assert CHANGED.revealed[4] == 'Tensor[Float16, CPU, "2 3"] | Tensor[Float64, CPU, "2 3"]'


def test_what_is_wrong_is_said_in_the_body():
    assert REFUSED.refused == [4]


def test_mypy_says_of_it_what_it_says_without_us():
    assert not HELD.messages


KEPT = program(f"""
{HEAD}
def scaling(n, weight=None):
    def f(x):
        return x @ torch.ones(n, 2) if weight is None else x @ weight
    return f
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.scale = scaling(n)
    def forward(self, x):
        return self.scale(x)
class Other(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.scale = scaling(n)
    def reset(self):
        self.scale = scaling(3)
    def forward(self, x):
        return self.scale(x)
class Layered(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.scale = calling(net)
    def forward(self, x):
        return self.scale(x)
def calling(net):
    return lambda x: net(x)
def run(x: Tensor[Float32, CPU, "2 3"]) -> None:
    reveal_type(Net(3)(x))
    other = Other(3)
    other.reset()
    reveal_type(other(x))
    net = nn.Linear(3, 5)
    layered = Layered(net)
    net.half()
    reveal_type(layered(x))
""")


def test_an_object_keeps_what_was_made():
    assert KEPT.revealed[0] == 'Tensor[Float32, CPU, "2 2"]'
    assert KEPT.revealed[1:] == ["Any", "Any"]
