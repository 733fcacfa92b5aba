"""A namespace has what it was given, as long as nobody gives it something else."""

from tests.mypy_plugin.checking import program

PROGRAM = program("""
from argparse import Namespace
from types import SimpleNamespace
class Net(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.args = args
        self.fc = nn.Linear(10, args.hidden)
        self.head = nn.Linear(32, 2)
    def forward(self, x):
        return self.head(self.fc(x).view(-1, self.args.hidden))
def use(hidden: int) -> None:
    Net(SimpleNamespace(hidden=64))(torch.zeros(2, 10))  # refused
    args = Namespace(hidden=64, lr=0.1)
    Net(args)(torch.zeros(2, 10))  # refused
    Net(SimpleNamespace(hidden=32))(torch.zeros(2, 10))
    Net(SimpleNamespace(hidden=hidden))(torch.zeros(2, 10))
    print(args.lr)
""")


def test_what_is_refused():
    assert PROGRAM.refused == PROGRAM.marked


GIVEN = program("""
from argparse import Namespace
def use() -> None:
    args = Namespace(hidden=64)
    vars(args).update(hidden=32)
    nn.Linear(args.hidden, 2)(torch.zeros(2, 32))
""")


def test_of_one_that_is_given_something_by_its_dict_nothing_is_known():
    assert GIVEN.refused == []


NESTED = program("""
from argparse import Namespace
from dataclasses import dataclass
from types import SimpleNamespace
@dataclass
class Sizes:
    hidden: int = 4
@dataclass
class Config:
    model: Sizes
class Net(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.fc = nn.Linear(args.model.hidden, 2)
    def forward(self, x):
        return self.fc(x)
def use(other: Any) -> None:
    Net(SimpleNamespace(model=SimpleNamespace(hidden=3)))(torch.zeros(2, 10))  # refused
    Net(SimpleNamespace(model=SimpleNamespace(hidden=10)))(torch.zeros(2, 10))
    args = Namespace(model=Namespace(hidden=3))
    nn.Linear(args.model.hidden, 2)(torch.zeros(2, 10))  # refused
    config = Config(Sizes(3))
    nn.Linear(config.model.hidden, 2)(torch.zeros(2, 10))  # refused
    changed = Namespace(net=Namespace(width=3), sizes=Sizes(3))
    changed.net.width = 10
    nn.Linear(changed.net.width, 2)(torch.zeros(2, 10))
    changed.sizes = other
    nn.Linear(changed.sizes.hidden, 2)(torch.zeros(2, 10))
""")


def test_one_in_another():
    assert NESTED.refused == NESTED.marked
