"""What a constructor casts or moves after it has made it an attribute is known of each object."""

import pytest

from tests.mypy_plugin.checking import program

HEAD = """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 8)
    def forward(self, x):
        return self.head(x)
def keep(net):
    net.double()
class S:
    def __init__(self, device, lower=False):
{body}
    def run(self, x):
        return self.net(x)
S("cuda").run(torch.zeros(2, 3))
S("cpu").run(torch.zeros(2, 3))
S("cpu", True).run(torch.zeros(2, 3))
"""


def made(*body):
    return program(HEAD.format(body="\n".join(f"        {line}" for line in body)))


KNOWN = {
    "at once": ([0], made("self.net = Net()", "self.net.to(device)", "self.net.eval()")),
    "under a condition": ([2], made("self.net = Net()", "if lower:", "    self.net.half()")),
    "twice": ([0, 2], made("self.net = Net()", "self.net.to(device)", "if lower:", "    self.net.half()")),
    "handed on": ([], made("self.net = Net()", "self.net.to(device)", "keep(self.net)")),
    "under another name": ([], made("self.net = Net()", "self.net.to(device)", "net = self.net", "net.cpu()")),
    "made again": ([], made("self.net = Net()", "self.net.to(device)", "self.net = Net()")),
    "perhaps made again": ([0], made("self.net = Net()", "self.net.to(device)", "if lower:", "    self.net = Net()")),
    "left": ([0], made("self.net = Net()", "if lower:", "    return", "self.net.to(device)")),
    "in rounds": ([], made("for _ in device:", "    self.net = Net()", "    self.net.to(device)")),
}


@pytest.mark.parametrize(("calls", "said"), KNOWN.values(), ids=KNOWN)
def test_what_becomes_of_a_module_is_asked_behind_what_changes_it(calls, said):
    first = said.source.split("\n").index('S("cuda").run(torch.zeros(2, 3))')
    assert [line - first for line in said.refused] == calls
