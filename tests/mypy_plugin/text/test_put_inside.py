"""A method that sets attributes of its object is read where it is called, with what they are by then."""

from tests.mypy_plugin.checking import program, unplaced

STAGES = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
class Net(nn.Module):
    def __init__(self, first, second, count=2):
        super().__init__()
        self.width = 3
        self.one = self.stage(first)
        self.two = self.stage(second, count=count)
        self.rest()
        self.last = nn.Linear(self.width, 2)
    def stage(self, width, count=1):
        layers = []
        for _ in range(count):
            layers.append(nn.Linear(self.width, width))
            self.width = width
        return nn.Sequential(*layers)
    def rest(self):
        if self.width > 8:
            self.width = 8
    def forward(self, x):
        return self.last(self.two(self.one(x)))
class Other(Net):
    def rest(self):
        self.width = 5
class Left(Net):
    def stage(self, width, count=1):
        if count > width:
            return nn.Linear(self.width, width)
        self.width = width
        return nn.Linear(self.width, width)
def use(n: int) -> None:
    reveal_type(Net(4, 8)(torch.zeros(1, 3)))
    reveal_type(Other(4, 5)(torch.zeros(1, 3)))
    reveal_type(Net(4, n)(torch.zeros(1, 3)))
    Net(4, 9)(torch.zeros(1, 3))
    Net(4, 8)(torch.zeros(1, 4))
    Left(4, 8)
""")


def test_stages():
    assert STAGES.revealed[:2] == ['Tensor[Float32, CPU, "1 2"]', 'Tensor[Float32, CPU, "1 2"]']
    said = [unplaced(message) for message in STAGES.messages]
    assert said == [
        "34: error: shapes (1, 9) and (8, 2) cannot be multiplied: 9 against 8",
        "35: error: shapes (1, 4) and (3, 4) cannot be multiplied: 4 against 3",
    ]
