"""What a method of a module does to its parts is done where it is called."""

import pytest

from tests.mypy_plugin.checking import program, unplaced

NET = """
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.head = nn.Linear(4, 2)
        self.dtype = torch.float32
    def half_body(self) -> None:
        self.body.half()
    def cast(self, dtype: torch.dtype) -> "Net":
        self.body.to(dtype)
        return self
    def whole(self) -> "Net":
        self.dtype = torch.float16
        return self.half()
    def again(self) -> None:
        self.body = self.body.half()
    def other(self) -> nn.Module:
        return self.body.half()
    def perhaps(self, flag: bool) -> None:
        if flag:
            self.body.half()
    def forward(self, x: Tensor[Float32, CPU, "n 4"]) -> Tensor[Float32, CPU, "n 2"]:
        return self.head(self.body(x))
def use(x: Tensor[Float32, CPU, "n 4"], flag: bool) -> None:
    net = Net()
    {body}
    net(x)
"""
WRONG = ['"Linear" needs all tensors in one dtype: float32 and float16']
CASES = [
    ("net.half_body()", WRONG),
    ("net.cast(torch.float16)", WRONG),
    ("net.cast(dtype=torch.float16)", WRONG),
    ("net = net.cast(torch.float16)", WRONG),
    ("net.whole()", WRONG),
    ("net = Net().whole()", WRONG),
    ("net = Net().cast(torch.float16)", WRONG),
    ("net = Net().whole().float()", []),
    ("net.again()", WRONG),
    ("net.other()", []),
    ("net.half_body(); net.body.float()", []),
    ("net.half_body(); net.cast(torch.float32)", []),
    ("net.half_body(); net.float()", []),
    ("net.perhaps(flag)", []),
    ("net.half_body(); net.perhaps(flag)", []),
    ("if flag: net.half_body()", []),
]
PROGRAMS = [(program(NET.format(body=body)), wrong) for body, wrong in CASES]


@pytest.mark.parametrize(("said", "wrong"), PROGRAMS, ids=[body for body, _ in CASES])
def test_casts(said, wrong):
    errors = [
        unplaced(message.partition("error: ")[2]).partition(";")[0]
        for message in said.messages
        if "note:" not in message
    ]
    assert errors == wrong
