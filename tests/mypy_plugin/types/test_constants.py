"""A dtype constant carries its dtype wherever the value goes."""

import pytest
import torch

from dtensortypes.core.facts.dtype import BY_NAME
from dtensortypes.mypy_plugin.types.facts_of import dtype_fact
from tests.mypy_plugin.checking import program, types

CARRIED = program("""
half = torch.half
table = {"a": torch.float16, "b": torch.float32}

class Config:
    dtype = torch.bfloat16
    def __init__(self, other: torch.dtype = torch.float64) -> None:
        self.other = other

def f(config: Config, flag: bool) -> None:
    reveal_type(torch.zeros(1, dtype=half))
    reveal_type(torch.zeros(1, dtype=config.dtype))
    reveal_type(torch.zeros(1, dtype=config.other))
    reveal_type(torch.zeros(1, dtype=table["a"]))
    reveal_type(torch.zeros(1, dtype=torch.float16 if flag else None))
    reveal_type(torch.zeros(1, dtype=torch.zeros(1).long().dtype))
""")


@pytest.mark.parametrize("name", [name for name in BY_NAME if hasattr(torch, name)])
def test_every_constant_of_torch(name):
    constant = types().modules["torch._C"].names[name].node.type
    assert dtype_fact(constant.args[0]) == BY_NAME[name]


def test_it_is_carried():
    assert CARRIED.messages == []
    assert [shown.split(",")[0] for shown in CARRIED.revealed] == [
        "Tensor[Float16", "Tensor[BFloat16", "Tensor[Any", "Tensor[Float16", "Tensor[Float16", "Tensor[Int64"
    ]  # fmt: skip
