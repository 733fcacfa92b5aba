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


OF_GIVEN = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Around(nn.Module):
    def __init__(self, one, other=None):
        super().__init__()
        self.one = one
        self.other = other
reveal_type(next(Around(nn.Linear(3, 4)).parameters()))
reveal_type(next(Around(nn.Linear(3, 4)).half().parameters()))
reveal_type(next(Around(nn.Linear(3, 4), nn.Linear(3, 4).double()).parameters()))
reveal_type(next(Around(nn.Linear(3, 4).cuda()).to(torch.bfloat16).parameters()))
""")


def test_a_module_without_parts_of_its_own_is_in_the_state_of_what_it_is_given():
    assert OF_GIVEN.revealed == [
        'Parameter[Float32, CPU, "_ ..."]',
        'Parameter[Float16, CPU, "_ ..."]',
        "Parameter",
        'Parameter[BFloat16, CUDA, "_ ..."]',
    ]


REGISTERED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def bank(n):
    return np.zeros((n, n))
class Mel(nn.Module):
    def __init__(self, n=4):
        super().__init__()
        filters = bank(n)
        self.register_buffer("window", torch.zeros(n))
        self.register_buffer("filters", torch.from_numpy(filters))
class Around(nn.Module):
    def __init__(self):
        super().__init__()
        self.mel = Mel()
        self.head = nn.Linear(4, 4)
reveal_type(Around().mel.window)
reveal_type(Around().mel.filters)
""")


def test_a_part_that_has_but_registered_tensors_is_a_part_all_the_same():
    assert REGISTERED.revealed == ['Tensor[Float32, CPU, "4"]', 'Tensor[Float64, CPU, "4 4"]']
