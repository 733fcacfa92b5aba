"""A body that is wrong by itself is told so, whoever calls it."""

import pytest

from tests.mypy_plugin.checking import program
from tests.mypy_plugin.messages.lines import short

NET = """
class Net(nn.Module):
    def __init__(self, dtype: torch.dtype = torch.bfloat16) -> None:
        super().__init__()
        self.head = nn.Linear(3, 3)
        self.table = nn.Parameter(torch.zeros(3, dtype=torch.float64))
    def look(self, x: Tensor[Float32, CPU, "b 3"]) -> Tensor[Float32, CPU, "b 3"]:
        return self.head(x + self.table).float()
    def forward(self, x: Tensor[Float32, CPU, "b 3"]) -> Tensor[Float32, CPU, "b 3"]:
        return self.head(x + self.table).float()
    def plain(self, x: torch.Tensor) -> Tensor[Float32, CPU, "b 3"]:
        return self.head(x + self.table).float()
class Moved(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.zeros(3))
    def forward(self, x: Tensor[Float32, CUDA, "b 3"]) -> Tensor[Float32, CUDA, "b 3"]:
        noise = self.table + torch.rand(3)
        return x + noise.cuda()
x = torch.zeros(2, 3)
{calls}
"""
CASES = {
    "as made": ("Net().look(x)", ["7: tensor-dtype as line 21 calls"]),
    "called": ("Net()(x)", ["9: tensor-dtype as line 21 calls"]),
    "in a variable": ("net = Net()\nnet.look(x)\nnet.look(x)", ["7: tensor-dtype as line 22 calls"]),
    "cast": ("net = Net().half()\nnet.look(x)", ["21: tensor-dtype"]),
    "cast as declared": ("net = Net().float()\nnet.look(x)", []),
    "told a dtype": ("Net(torch.float32).look(x)", ["7: tensor-dtype as line 21 calls"]),
    "not declared": ("Net().plain(x)", ["11: tensor-dtype as line 21 calls"]),
    "moved as declared": ("Moved().cuda()(x.cuda())", ["17: tensor-device as line 21 calls"]),
    "not moved": ("Moved()(x.cuda())", []),
}
PROGRAMS = [(program(NET.format(calls=calls)), said) for calls, said in CASES.values()]


@pytest.mark.parametrize(("found", "said"), PROGRAMS, ids=CASES)
def test_where_it_is_said(found, said):
    errors = [message for message in found.messages if "error:" in message]
    assert [short(error) for error in errors] == said
