"""A registered tensor is in the state of its module, unless it is of integers, which no cast changes."""

from tests.mypy_plugin.checking import program

REGISTERED = program("""
class Net(nn.Module):
    mask: torch.Tensor
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.register_buffer("mask", torch.ones(4, dtype=torch.bool))
        self.register_buffer("table", torch.zeros(4, 2))
        self.register_parameter("w", nn.Parameter(torch.zeros(3)))
    def forward(self) -> None:
        reveal_type(self.table)
class Twice(nn.Module):
    def __init__(self, flag: bool) -> None:
        super().__init__()
        if flag:
            self.register_buffer("table", torch.zeros(4, 2))
        else:
            self.register_buffer("table", torch.zeros(3, 2))

def use() -> None:
    net = Net().double().cuda()
    reveal_type(net.mask)
    reveal_type(net.table)
    reveal_type(net.w)
    reveal_type(Twice(True).table)
""")


def test_a_buffer_follows_its_module():
    assert REGISTERED.messages == []
    assert REGISTERED.revealed == [
        'Tensor[Any, Any, "4 2"]',
        'Tensor[Bool, CUDA, "4"]',
        'Tensor[Float64, CUDA, "4 2"]',
        'Tensor[Float64, CUDA, "3"]',
        "Tensor",
    ]


GIVEN = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Scaled(nn.Module):
    def __init__(self, scale=0.5):
        super().__init__()
        self.register_buffer("scale", torch.tensor(scale))
def use(scale: Tensor[Float32, CUDA, "3"]) -> None:
    net = Scaled()
    reveal_type(net.scale)
    reveal_type(net.cuda().scale)
    reveal_type(Scaled(scale).scale)
""")


def test_a_buffer_lies_where_it_was_made():
    assert GIVEN.revealed == [
        'Tensor[Float32, CPU, ""]',
        'Tensor[Float32, CUDA, ""]',
        'Tensor[Float32, CUDA, "3"]',
    ]
