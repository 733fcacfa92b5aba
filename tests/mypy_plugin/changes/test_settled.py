"""The state of a module is trusted where nothing else can have changed it."""

import pytest

from tests.mypy_plugin.checking import program

HANDED = program("""
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.dtype = torch.float32
    def forward(self, x: torch.Tensor) -> Any:
        return self.fc(x)
class Own(Net):
    def prepare(self) -> None:
        self.cuda()
class Born(Net):
    def __init__(self) -> None:
        super().__init__()
        self.cuda()
class Holder:
    def __init__(self) -> None:
        self.first = Net()
        self.first.cuda()
        self.second = Net()
    def change(self) -> None:
        self.second.cuda()
    def step(self, x: Tensor[Float32, CPU, "b 4"]) -> None:
        self.first(x)
        self.second(x.cuda())

def moves(net: Net) -> None:
    net.cuda()
def reads(net: Net) -> None:
    print(net)

def use(x: Tensor[Float32, CPU, "b 4"]) -> None:
    a = Net()
    reads(a)
    a(x.cuda())
    moves(a)
    a(x.cuda())
    b = Own()
    b.prepare()
    b(x.cuda())
    Born()(x.cuda())
    c = Net()
    x.to(c.dtype)
    c(x.cuda())
    d = Net()
    other = d
    d(x.cuda())

shared = Net()
def late(x: Tensor[Float32, CPU, "b 4"]) -> None:
    shared(x.cuda())
shared.cuda()
""")

PART = program("""
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(4, 4)
    def forward(self, x: torch.Tensor) -> Any:
        return self.fc(x)

net = Net()
net.fc.cuda()
net(torch.zeros(2, 4).cuda())
net.fc(torch.zeros(2, 4))
""")


def test_a_part_that_is_moved_alone_leaves_the_whole_in_no_known_state():
    assert [message.partition(":")[0] for message in PART.messages if "error" in message] == ["11"]


def test_a_module_that_others_may_have_moved_is_in_no_known_state():
    assert [message.partition(":")[0] for message in HANDED.messages if "error" in message] == ["23", "34", "42", "43"]


PARAMETERS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(4, 4)
class Merge:
    def weigh(self, weight):
        return weight.sum()
def merged(net, merge):
    return merge.weigh(net.fc.weight)
def use(keep: Any) -> None:
    net = Net()
    merged(net, Merge())
    keep(net.fc.weight)
    reveal_type(net.fc.weight)
""")


def test_who_is_given_a_parameter_does_not_move_the_module():
    assert PARAMETERS.messages == []
    assert PARAMETERS.revealed == ['Tensor[Float32, CPU, "4 4"]']


ASKED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def evaluate(net, x):
    was_training = net.training
    found = net(x)
    reveal_type(found)
    net.train(was_training)
    return found
evaluate(nn.Linear(4, 2).cuda(), torch.zeros(3, 4))
""")


def test_what_a_module_is_asked_for_is_no_second_name_of_it():
    (said,) = (message for message in ASKED.messages if "error" in message)
    assert "mixes devices: cpu and cuda" in said


AROUND = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Own(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(4, 2)
    def prepare(self) -> None:
        self.half()
def around(keep: Any) -> Any:
    kept = nn.Linear(4, 2).cuda()
    moved = nn.Linear(4, 2)
    cast = nn.Linear(4, 2)
    given = nn.Linear(4, 2)
    back = nn.Linear(4, 2)
    own = Own()
    still = Own()
    def inner(default: Any = given) -> None:
        cast.half()
        reveal_type(kept.weight)
        reveal_type(moved.weight)
        reveal_type(cast.weight)
        reveal_type(given.weight)
        reveal_type(back.weight)
        reveal_type(own.fc.weight)
        reveal_type(still.fc.weight)
    moved.cuda()
    own.prepare()
    print(list(still.parameters()), kept.train(), kept(torch.zeros(3, 4).cuda()))
    return inner, back
""")


def test_what_a_function_reads_of_the_one_around_it():
    unknown = 'Tensor[Any, Any, "2 4"]'
    known = ['Tensor[Float32, CUDA, "2 4"]', unknown, unknown, unknown, unknown, unknown, 'Tensor[Float32, CPU, "2 4"]']
    assert AROUND.revealed == known


SAME = program("""
def together(flag: bool) -> None:
    net = nn.Linear(3, 4)
    a, b = net, net
    a.double()
    reveal_type(b.weight)
    c = d = nn.Linear(3, 4)
    c.double()
    reveal_type(d.weight)
    e = (f := nn.Linear(3, 4))
    e.double()
    reveal_type(f.weight)
    g, h = nn.Linear(3, 4), nn.Linear(3, 4)
    g.double()
    reveal_type(h.weight)
""")


def test_names_that_are_given_one_module_at_once_are_names_of_one_module():
    assert SAME.revealed == ['Tensor[Any, Any, "4 3"]'] * 3 + ['Tensor[Float32, CPU, "4 3"]']


KEPT = """
class Average:
    def __init__(self, net: nn.Linear) -> None:
        KEEP
        self.copies = {}
        for name, one in net.named_parameters():
            self.copies[name] = one.detach().clone()
    def to_half(self) -> None:
        pass
def use() -> None:
    average = Average(nn.Linear(3, 4).half())
    nn.Linear(4, 4)(average.copies["weight"])REFUSED
"""
KEEPING = {
    "self.net = net": True,
    "self.net = net; self.n = 3": True,
    "self.net = net; self.net.float()": False,
    "self.net = net; self.to_half()": False,
    "self.net = net; print(self)": False,
    "self.net = net; other = self.net; other.float()": False,
}
BY_KEEPING = {
    keep: program(KEPT.replace("KEEP", keep).replace("REFUSED", "  # refused" if is_known else ""))
    for keep, is_known in KEEPING.items()
}


@pytest.mark.parametrize("keep", BY_KEEPING)
def test_who_only_keeps_a_module_does_nothing_to_it(keep):
    assert BY_KEEPING[keep].refused == BY_KEEPING[keep].marked
