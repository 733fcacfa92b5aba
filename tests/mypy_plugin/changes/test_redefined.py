"""What a name of a function or method was defined to do is not what it does where it is given something else."""

import pytest

from dtensortypes.mypy_plugin.changes.redefined import is_function_redefined
from tests.mypy_plugin.checking import PLAIN, parsed, program

CLASSES = """
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, 3)
        {begun}
    def pre(self, x):
        return x
    def flat(self, x):
        return self.fc(x.flatten())
    def forward(self, x):
        return self.fc(self.pre(x))
{after}
"""
METHODS = {
    "net.forward = lambda x: x.sum()\nnet(torch.ones(2, 8))": "pass",
    "Net.forward = lambda self, x: x.flatten()\nNet(4)(torch.ones(2, 8)) + torch.ones(16)": "pass",
    "setattr(net, 'forward', torch.flatten)\nnet(torch.ones(2, 8)) + torch.ones(16)": "pass",
    "net.pre = lambda x: x[:, :4]\nnet(torch.ones(2, 8))": "pass",
    "Net.pre = lambda self, x: x[:, :4]\nNet(4)(torch.ones(2, 8))": "pass",
    "with mock.patch.object(Net, 'pre', lambda self, x: x[:, :4]):\n    net(torch.ones(2, 8))": "pass",
    "Net(8)(torch.ones(2, 4))": "self.forward = self.flat",
    "fc = nn.Linear(4, 3)\nfc.forward = lambda x: x.double()\nfc(torch.ones(7))": "pass",
}
FUNCTIONS = [
    "def f(x): return x\ndef use(x): return f(x) @ torch.ones(3)\nf = lambda x: x[:3]\nuse(torch.ones(5))",
    "def f(n, m=3): return nn.Linear(n, m)\nf = partial(f, m=7)\nf(4)(torch.ones(4)) @ torch.ones(7)",
    "def f(x): return x\ndef f(x): return x[:2]\nf(torch.ones(4)) @ torch.ones(2)",
    "if x:\n    def f(x): return x.double()\nelse:\n    def f(x): return x[:2]\nf(torch.ones(4)) @ torch.ones(2)",
    "def f(x): return x\ndef patch():\n    global f\n    f = len\nf(torch.ones(5)) @ torch.ones(3)",
]
RIGHT = [
    *(program(CLASSES.format(begun=begun, after="from unittest import mock\nnet = Net(4)\n" + after), PLAIN)
      for after, begun in METHODS.items()),
    *(program(f"\n{body}", PLAIN) for body in FUNCTIONS),
]  # fmt: skip
WRONG = [
    program(CLASSES.format(begun="pass", after="Net(4)(torch.ones(2, 8))"), PLAIN),
    program("\ndef f(x): return x\nf(torch.ones(5)) @ torch.ones(3)", PLAIN),
]


@pytest.mark.parametrize("said", RIGHT)
def test_what_was_put_in_its_place_is_not_known(said):
    assert said.refused == []


@pytest.mark.parametrize("said", WRONG)
def test_what_is_defined_once_is_read(said):
    assert said.refused


def test_variables_of_other_functions_are_others():
    tree = parsed("def f(x): return x\ndef use():\n    f = 3\ndef g(): pass\ng = 4")
    assert [is_function_redefined(tree.defs, tree.defs[0]), is_function_redefined(tree.defs, tree.defs[2])] == [0, 1]
