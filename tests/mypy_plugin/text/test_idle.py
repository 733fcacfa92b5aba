"""What is already so, or may be of a class that changes in place, may be asked for and not used."""

import pytest

from tests.mypy_plugin.checking import program

BODY = """
def f(x: torch.Tensor, y: torch.Tensor, layer: nn.Linear, made: Any) -> None:
    bias = torch.zeros(3, dtype=x.dtype, device=x.device)
    {given}
    {dropped}
"""
CASES = [
    ("pass", "bias.to(x.dtype)", False),
    ("pass", "bias.to(x.device, x.dtype)", False),
    ("pass", "bias.to(y.dtype)", True),
    ("pass", "bias.to(x)", True),
    ("pass", "bias.cpu()", True),
    ("x = y", "bias.to(x.dtype)", True),
    ("bias = bias * y", "bias.to(x.dtype)", True),
    ("bias += y", "bias.to(x.dtype)", False),
    ("bias = torch.ones(3, dtype=x.dtype)", "bias.to(x.dtype)", False),
    ("pass", "layer.weight.cuda()", True),
    ("layer.weight = made(3)", "layer.weight.cuda()", False),
    ("layer.bias = made(3)", "layer.weight.cuda()", True),
    ("layer.weight = nn.Parameter(bias)", "layer.weight.cuda()", True),
]
PROGRAMS = [(program(BODY.format(given=given, dropped=dropped)), is_wrong) for given, dropped, is_wrong in CASES]


@pytest.mark.parametrize(("said", "is_wrong"), PROGRAMS)
def test_what_is_thrown_away(said, is_wrong):
    assert [message.endswith("[tensor-discarded]") for message in said.messages] == [True] * is_wrong
