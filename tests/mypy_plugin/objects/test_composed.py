"""What a class's modules are made of has one dtype and device, or is in states of its own."""

from tests.mypy_plugin.checking import program, unplaced

OPEN = program("""
class Adapter(nn.Module):
    def __init__(self, size: int, dtype: torch.dtype | None = None) -> None:
        super().__init__()
        self.layer = nn.Linear(size, size, dtype=dtype)
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x)
class Block(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.head = nn.Linear(size, size, dtype=torch.bfloat16)
        self.adapter = Adapter(size)
x = torch.zeros(2, 8)
block = Block(8)
reveal_type(block.adapter(x))
block.adapter(x.bfloat16())
reveal_type(block.bfloat16().adapter(x.bfloat16()))
""")


def test_a_part_of_which_the_dtype_is_given_has_none_in_common_with_others():
    assert OPEN.revealed == ['Tensor[Float32, CPU, "2 8"]', 'Tensor[BFloat16, CPU, "2 8"]']
    assert [unplaced(message) for message in OPEN.messages if "error:" in message] == [
        '15: error: "Linear" needs all tensors in one dtype: bfloat16 and float32'
    ]
