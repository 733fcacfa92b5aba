"""A list of settings that a class writes out is what its objects go through, where no file may fill it."""

import pytest

from tests.mypy_plugin.checking import program

READ = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disable-error-code="no-any-return"
class Net:
    cfg = VALUE
    def grown(self, x):
        for n in self.cfg:
            x = torch.cat([x, torch.zeros(2, n)], 1)
        return x
    def given(self):
        return GIVEN
def widen(sizes):
    sizes.append(3)
net = Net()
CHANGE
reveal_type(Net().grown(torch.zeros(2, 1)))
"""


def read(change: str, value: str = "[8, 16]", given: str = "0"):
    return program(READ.replace("VALUE", value).replace("CHANGE", change).replace("GIVEN", given))


KNOWN = [
    read("first, second = net.cfg"),
    read("n = net.cfg[0] + 1"),
    read("for n in net.cfg: print(n)"),
    read("pass", value="(8, 16)"),
]
CHANGED = [
    read("net.cfg.append(3)"),
    read("Net.cfg = [3]"),
    read("net.cfg = [3]"),
    read("net.cfg[0] = 3"),
    read("sizes = net.cfg; sizes += [3]"),
    read("widen(net.cfg)"),
    read("net.given().append(3)", given="self.cfg"),
    read("setattr(net, 'cfg', [3])"),
    read("pass", value="[len(__name__), 16]"),
]


@pytest.mark.parametrize("one", KNOWN)
def test_known(one):
    assert one.revealed == ['Tensor[Float32, CPU, "2 25"]']


@pytest.mark.parametrize("one", CHANGED)
def test_changed(one):
    assert one.revealed == ['Tensor[Float32, CPU, "2 _"]']


BELOW = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disable-error-code="no-any-return"
class Net:
    rows = [(1, 2), (3, 4)]
    times = 2
    def grown(self, x):
        for n, k in self.rows:
            x = torch.cat([x, torch.zeros(2, n * k)], 1)
        return x
    def doubled(self, x):
        for _ in range(self.times):
            x = torch.cat([x, x], 1)
        return x
class Wide(Net):
    rows = [(1, 2), (3, 5)]
    times = 3
def use(net: Net) -> None:
    reveal_type(net.grown(torch.zeros(2, 1)))
    reveal_type(net.doubled(torch.zeros(2, 1)))
reveal_type(Wide().grown(torch.zeros(2, 1)))
reveal_type(Wide().doubled(torch.zeros(2, 1)))
""")


def test_an_object_may_be_of_a_class_that_derives_from_the_one_declared():
    assert BELOW.revealed[:2] == ['Tensor[Float32, CPU, "2 _"]'] * 2
    assert BELOW.revealed[2:] == ['Tensor[Float32, CPU, "2 18"]', 'Tensor[Float32, CPU, "2 8"]']
