"""What a function gives for the numbers of a call is held to what it declares."""

from tests.mypy_plugin.checking import program

GIVEN = program("""
def split(x: Tensor[Float32, CPU, "b n 32"]) -> Tensor[Float32, CPU, "b n 4 8"]:
    b, n, d = x.shape
    return x.reshape(b, n, 4, d // 4).permute(0, 2, 1, 3)
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(32, 32)
    def split(self, x: Tensor[Float32, CPU, "b n 32"]) -> Tensor[Float32, CPU, "b n 4 8"]:
        b, n, d = x.shape
        return x.reshape(b, n, 4, d // 4).permute(0, 2, 1, 3)
    def right(self, x: Tensor[Float32, CPU, "b n 32"]) -> Tensor[Float32, CPU, "b n 4 8"]:
        b, n, d = x.shape
        return x.reshape(b, n, 4, d // 4)
    def either(self, x: Tensor[Float32, CPU, "b n 32"], flag: bool) -> Tensor[Float32, CPU, "b n 4 8"]:
        b, n, d = x.shape
        if flag:
            return x.reshape(b, n, 4, d // 4)
        return x.reshape(b, n, 4, d // 4).permute(0, 2, 1, 3)
    def forward(self, x: Tensor[Float32, CPU, "b n 32"]) -> Tensor[Float32, CPU, "b n 4 8"]:
        return self.split(self.fc(x))
net = Net()
net.right(torch.zeros(2, 5, 32))
net.either(torch.zeros(2, 5, 32), True)
net.split(torch.zeros(2, 4, 32))
net(torch.zeros(2, 5, 32))
net.split(torch.zeros(2, 5, 32))
""")


def test_it_is_said_of_what_returns_it():
    errors = [message for message in GIVEN.messages if "error:" in message]
    assert [error.partition(":")[0] for error in errors] == ["10"]
    assert 'return value of "split" has shape (2, 4, 5, 8)' in errors[0]
    assert ", as line 26 calls" in errors[0]


OVER_LINES = program("""
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(32, 32)
    def split(self, x: Tensor[Float32, CPU, "b n 32"]) -> Tensor[Float32, CPU, "b n 4 8"]:
        b, n, d = x.shape
        return (
            x.reshape(b, n, 4, d // 4).permute(0, 2, 1, 3)
        )
    def forward(self, x: Tensor[Float32, CPU, "b n 32"]) -> Tensor[Float32, CPU, "b n 4 8"]:
        return self.split(self.fc(x))
net = Net()
net(torch.zeros(2, 5, 32))
""")


def test_it_is_said_where_the_value_begins():
    """As mypy says it there, too."""
    assert [one.partition(":")[0] for one in OVER_LINES.messages if "error:" in one] == ["8"]
