"""Whether a part that a body has put into a module is still there: by the calls and names of the body."""

import pytest

from tests.mypy_plugin.checking import program

NETS = """
class Body(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Linear(8, 16)
        self.fc: nn.Module = nn.Linear(16, 4)
    def forward(self, x: Any) -> Any:
        return self.fc(self.conv(x))
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = Body()
    def forward(self, x: Any) -> Any:
        return self.body(x)
def fix(layer: Any) -> None:
    if isinstance(layer, Body):
        layer.fc = nn.Linear(16, 5)
def use(x: Tensor[Float32, CPU, "2 8"]) -> None:
    net = Net()
    net.body.fc = nn.Linear(16, 3)
    {then}
    reveal_type(net(x))
"""
KEPT = ["pass", "net.eval()", "net.body.conv = nn.Linear(8, 16)", "print(net.body.fc)"]
REPLACED = [
    "net.apply(fix)",
    "fix(net.body)",
    "net.body = Body()",
    "net.body.add_module('fc', nn.Linear(16, 5))",
    "body = net.body\n    body.fc = nn.Linear(16, 5)",
    "for part in net.children(): part.fc = nn.Linear(16, 5)  # type: ignore[assignment]",
]
KNOWN = {then: program(NETS.format(then=then)) for then in (*KEPT, *REPLACED)}


@pytest.mark.parametrize("then", KEPT)
def test_a_part_that_is_still_there(then):
    assert KNOWN[then].revealed == ['Tensor[Float32, CPU, "2 3"]']


@pytest.mark.parametrize("then", REPLACED)
def test_a_part_that_may_be_another_one(then):
    assert '2 3"' not in KNOWN[then].revealed[0]
