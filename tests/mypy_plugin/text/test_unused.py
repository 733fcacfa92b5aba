"""What a method would do that the file never calls, it does not do."""

import pytest

from tests.mypy_plugin.checking import program

NET = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disable-error-code="no-any-return"
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.body = nn.Linear(4, n)
        self.last = nn.Linear(n, 2)
    def forward(self, x):
        return self.last(self.body(x))
    def METHOD(self, n=5):
        self.last = nn.Linear(8, n)
net = Net(8)
CHANGE
reveal_type(net(torch.zeros(3, 4)))
"""


def changing(change: str, method: str = "wide"):
    return program(NET.replace("METHOD", method).replace("CHANGE", change))


NEVER = changing("pass")
CALLED = [
    changing("change = net.wide\nchange()"),
    changing("getattr(net, 'wide')()"),
    changing("net.train()", "train"),
    changing("def later(model):\n    model.wide()\nlater(net)"),
]


def test_never_called():
    assert NEVER.revealed == ['Tensor[Float32, CPU, "3 2"]']


@pytest.mark.parametrize("one", CALLED)
def test_called(one):
    assert one.revealed != NEVER.revealed


ANY = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disable-error-code="no-any-return"
class Net(nn.Module):
    def __init__(self, n=8):
        super().__init__()
        self.last = nn.Linear(4, n)
    def wide(self, n):
        self.last = nn.Linear(4, n)
    def forward(self, x):
        return self.last(x) @ torch.zeros(5, 3)
def use(net: Net, x: Tensor[Float32, CPU, "2 4"]) -> None:
    reveal_type(net(x))
""")


def test_an_object_that_comes_from_elsewhere_may_have_been_changed():
    assert not ANY.refused
