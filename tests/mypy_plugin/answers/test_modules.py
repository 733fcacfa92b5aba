"""A module's state is followed as it is cast and moved, and a call of it is a call of its `forward`."""

from tests.mypy_plugin.checking import program

CALLS = program("""
T = TypeVar("T")

class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(3, 4)
    def forward(self, x: Tensor[Float32, CPU, "b 3"], *, scale: float = 1.0) -> Tensor[Float32, CPU, "b 4"]:
        return self.fc(x) * scale
class Child(Net):
    def forward(self, x: Tensor[Float32, CPU, "b 3"], *, scale: float = 1.0) -> Tensor[Float32, CPU, "b 4"]:
        return super().forward(x, scale=scale) + self.fc(x)
class Boxed(nn.Module, Generic[T]):
    def __init__(self, inner: T) -> None:
        super().__init__()
        self.inner = inner
    def forward(self, x: Tensor[D, V, "b n"]) -> Tensor[D, V, "n b"]:
        return x.T
class Plain(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x
class Own(nn.Module):
    def __call__(self, x: int) -> str:
        return str(x)

reveal_type(Net()(torch.zeros(2, 3), scale=2.0))
reveal_type(Boxed(Child())(torch.zeros(2, 3).half()))
reveal_type(Plain()(torch.zeros(2)))
reveal_type(Own()(3))
reveal_type(nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 5))(torch.zeros(2, 3)))
for net in [Net(), Child()]:
    reveal_type(net(torch.zeros(5, 3)))
Net()(torch.zeros(2, 4))
Net()(torch.zeros(2, 3), scales=1.0)
""")

STATE = program("""
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(3, 4)
        self.act = nn.ReLU()

def use(net: Net, flag: bool) -> None:
    x = torch.zeros(2, 3)
    fresh = Net()
    reveal_type(fresh.fc(x))
    fresh.half()
    reveal_type(fresh.fc(x.half()))
    fresh.cuda().double()
    reveal_type(fresh.fc(x.cuda().double()))
    if flag:
        fresh.float()
    reveal_type(fresh.fc(x.cuda()))
    given = net.to(dtype=torch.bfloat16)
    reveal_type(given.fc(x.bfloat16()))
    reveal_type(net.fc(x.bfloat16()))
    reveal_type(nn.Parameter(torch.zeros(3).half()))
""")


def test_a_call_is_a_call_of_forward():
    assert CALLS.revealed == [
        'Tensor[Float32, CPU, "2 4"]', 'Tensor[Float16, CPU, "3 2"]', 'Tensor[Float32, CPU, "2"]', "str",
        'Tensor[Float32, CPU, "2 5"]',
        'Tensor[Float32, CPU, "5 4"]',
    ]  # fmt: skip
    assert [message.partition("error: ")[2] for message in CALLS.messages] == [
        'argument "x" of "forward" has shape (2, 4), declared "b 3": dim 1 is 4, not 3  [tensor-shape]',
        'Unexpected keyword argument "scales" for "forward" of "Net"; did you mean "scale"?  [call-arg]',
    ]


def test_the_state_is_followed():
    assert STATE.messages == []
    assert STATE.revealed == [
        'Tensor[Float32, CPU, "2 4"]',
        'Tensor[Float16, CPU, "2 4"]',
        'Tensor[Float64, CUDA, "2 4"]',
        'Tensor[Float32, CUDA, "2 4"]',  # in the other case torch refuses
        'Tensor[BFloat16, CPU, "2 4"]',
        'Tensor[BFloat16, CPU, "2 4"]',
        'Parameter[Float16, CPU, "3"]',
    ]


DIRECT = program("""
layer = nn.Linear(3, 4)
reveal_type(layer.forward(torch.zeros(2, 3)))
layer.forward(torch.zeros(2, 5))
""")


def test_forward_is_a_call_of_the_layer():
    assert DIRECT.revealed == ['Tensor[Float32, CPU, "2 4"]']
    assert DIRECT.messages == ["3: error: shapes (2, 5) and (3, 4) cannot be multiplied: 5 against 3  [tensor-shape]"]


PARAMETER = program("""
class Net(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.zeros(width))
    def forward(self, x):  # type: ignore[no-untyped-def]
        return x + self.table
def use() -> None:
    reveal_type(nn.Parameter(torch.zeros(3)))
    reveal_type(Net(3).cuda().table)
    Net(3).cuda()(torch.zeros(2, 3).cuda())
""")


def test_a_parameter_moves_with_its_module():
    assert PARAMETER.revealed == ['Parameter[Float32, CPU, "3"]', 'Parameter[Float32, CUDA, "3"]']
    assert PARAMETER.refused == []
