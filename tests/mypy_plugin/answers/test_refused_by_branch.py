"""A default that torch refuses beside the other arguments is wrong, whatever else may be given."""

import pytest

from tests.mypy_plugin.checking import program

LEFT_OUT = """
def run(x: Tensor[Float32, CUDA, "n m"], y: torch.Tensor | None = None, flag: bool = False) -> None:
    {body}
"""
MIXED = '"*" mixes devices: cuda and cpu; move one with .to(other.device)  [tensor-device]'
CASES = [
    ("if y is None: y = torch.zeros(x.shape)\n    x * y", [MIXED]),
    ("y = torch.zeros(x.shape) if y is None else y\n    x * y", [MIXED]),
    ("y = y if y is not None else torch.zeros(x.shape)\n    x * y", [MIXED]),
    ("if y is None: y = torch.zeros(x.shape)\n    z = y + 1\n    x * z", [MIXED]),
    ("if y is None: y = torch.zeros(x.shape)\n    y = y.cuda()\n    x * y", []),
    ("if y is None: y = torch.zeros(x.shape, device=x.device)\n    x * y", []),
    ("if y is None: y = torch.zeros(())\n    x * y", []),
    ("z = x\n    if y is None: y = torch.zeros(x.shape); z = x.cpu()\n    z * y", []),
    ("if flag: x = x.cpu()\n    x * torch.zeros(1, device='cuda')", []),
]
PROGRAMS = [(program(LEFT_OUT.format(body=body)), wrong) for body, wrong in CASES]


@pytest.mark.parametrize(("said", "wrong"), PROGRAMS, ids=[body for body, _ in CASES])
def test_defaults(said, wrong):
    assert [message.partition("error: ")[2] for message in said.messages if "note:" not in message] == wrong


EACH = program("""
def use(x: Tensor[Float32, CPU, "b 4"]) -> None: ...
def product(x: Tensor[Float32, CPU, "b 4"], w: Tensor[Float32, CPU, "4 4"], flag: bool) -> None:
    if flag:
        y = x.double()
    else:
        y = x * 2
    y @ w
def doubled(x: Tensor[Float32, CPU, "b 4"], flag: bool) -> Tensor[Float32, CPU, "b 4"]:
    y = x.double() if flag else x
    return y * 2  # refused
def divided(x: Tensor[Float32, CPU, "b 4"], flag: bool) -> Tensor[Float32, CPU, "b 4"]:
    if flag:
        y = x[:, None]
    else:
        y = x
    z = torch.relu(y) / y.sum()
    return z  # refused
def handed(x: Tensor[Float32, CPU, "b 4"], flag: bool) -> None:
    if flag:
        y = x.double()
    else:
        y = x
    use(y / 2)  # refused
def repaired(x: Tensor[Float32, CPU, "b 4"], w: Tensor[Float32, CPU, "4 4"], flag: bool) -> None:
    if flag:
        y = x.double()
    else:
        y = x
    if flag:
        y = y.float()
    y @ w
def asked(x: Tensor[Float32, CPU, "b 4"], w: Tensor[Float32, CPU, "4 4"], flag: bool) -> None:
    y = x.double() if flag else x
    if not flag:
        y @ w
def itself(x: Tensor[Float32, CPU, "4 4"], flag: bool) -> None:
    if flag:
        y = x[:, :1]
    else:
        y = x[:1]
    y @ y.T
    y.T @ y
def where_the_weight_follows(x: Tensor[Float32, CPU, "b 4"], flag: bool) -> None:
    if flag:
        y, w = x.double(), torch.zeros(4, 4).double()
    else:
        y, w = x, torch.zeros(4, 4)
    y @ w
""")


def test_what_each_branch_gives():
    assert EACH.refused == EACH.marked
