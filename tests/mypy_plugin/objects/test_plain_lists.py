"""Modules in plain lists stay where they were made, unless somebody else may have moved them."""

from tests.mypy_plugin.checking import program

PROGRAM = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
X = Tensor[Float32, CUDA, "b 8"]
class Left(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = [nn.Linear(8, 8) for _ in range(3)]
        self.filled = []
        for _ in range(3):
            self.filled.append(nn.Linear(8, 8))
    def forward(self, x: X) -> X:
        return self.layers[0](x)  # refused
    def second(self, x):
        for layer in self.filled:
            x = layer(x)  # refused
        return x
class Shared(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.shared = [nn.Linear(8, 8) for _ in range(3)]
        self.net = nn.ModuleList(self.shared)
        self.named = {"a": nn.Linear(8, 8)}
        self.moved = [nn.Linear(8, 8), nn.Linear(8, 8)]
        self.kept = []
        for _ in range(3):
            self.kept.append(nn.Linear(8, 8))
        for i, one in enumerate(self.kept):
            self.add_module(str(i), one)
    def to_gpu(self) -> None:
        for name, one in self.named.items():
            one.cuda()
        for one in self.moved:
            one.cuda()
    def forward(self, x: X) -> X:
        for layer in self.moved:
            x = layer(x)
        return self.named["a"](self.kept[0](self.shared[0](x)))
def use(x: X) -> None:
    left = Left().cuda()
    left(x)
    left.second(x)
    shared = Shared().cuda()
    shared.to_gpu()
    shared(x)
    here = [nn.Linear(8, 8) for _ in range(3)]
    for one in here:
        one.cuda()
    here[0](x)
    for one in here:
        x = one(x)
""")


def test_what_is_refused():
    assert PROGRAM.refused == PROGRAM.marked
