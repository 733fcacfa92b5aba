"""Which modules have no parameter that is a number."""

import pytest

from tests.mypy_plugin.checking import program

MADE = {
    "self.fc = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))": True,
    "self.fc = nn.Linear(3, 4); self.n = n": True,
    "self.fc = nn.Linear(3, 4); self.scale = nn.Parameter(torch.ones(3, n) * 0.1)": True,
    "self.fc = nn.Linear(3, 4); self.inner = Inner()": True,
    "self.fc = nn.Linear(3, 4); isinstance(self.fc.weight, nn.Parameter)": True,
    "self.fc = nn.Linear(3, 4); self.scale = nn.Parameter(torch.ones(()))": False,
    "self.fc = nn.Linear(3, 4); self.scale = nn.Parameter(torch.tensor(1.0))": False,
    "self.fc = nn.Linear(3, 4); self.register_parameter('scale', None)": False,
    "self.fc = nn.Linear(3, 4); made = nn.Parameter; self.scale = made(torch.ones(()))": False,
    "self.fc = nn.Linear(3, 4); self.fc.bias = nn.Parameter(torch.ones(()))": False,
    "self.fc = nn.Linear(3, 4); setattr(self, 'scale', nn.Parameter(torch.ones(())))": False,
    "self.fc = nn.Linear(3, 4); self.any = json.loads('3')": False,
    "self.fc = nn.Linear(3, 4); self.more = nn.ModuleList([nn.Linear(3, 4) for _ in range(n)])": False,
}
CLASS = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
import json
class Inner(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(3, 4)
class Net(nn.Module):
    def __init__(self, n: int = 2) -> None:
        super().__init__()
        {}
def use() -> None:
    net = Net().cuda()
    for name, parameter in net.named_parameters():
        torch.zeros_like(parameter).cpu() + parameter{}
"""
PROGRAMS = [program(CLASS.format(made, "  # refused" if is_known else "")) for made, is_known in MADE.items()]


@pytest.mark.parametrize("said", PROGRAMS, ids=MADE)
def test_which_parameters_have_dims(said):
    assert said.refused == said.marked
