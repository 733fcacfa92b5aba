"""A method that is handed on does what it does to whatever it is given."""

from tests.mypy_plugin.checking import program

APPLIED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.cls = nn.Parameter(torch.zeros(1, 4))
        self.apply(self._init)
    def _init(self, m):
        if isinstance(m, nn.Linear):
            nn.init.normal_(m.weight, std=0.02)
    def forward(self, x):
        return self.fc(x) + self.cls
class Halved(Net):
    def _init(self, m):
        m.half()
class Moved(Net):
    def _init(self, m):
        self.cuda()
class Given(Net):
    def __init__(self):
        super().__init__()
        self._init = torch.relu  # type: ignore[method-assign]
def use():
    x = torch.zeros(2, 4)
    reveal_type(Net()(x))
    reveal_type(Halved()(x))
    reveal_type(Moved()(x))
    reveal_type(Given()(x))
""")


def test_a_method_that_initialises_leaves_the_module_be():
    assert APPLIED.revealed == [
        'Tensor[Float32, CPU, "2 4"]',
        *['Tensor[Complex128 | Complex64 | Float32 | Float64, CPU, "2 4"]'] * 3,
    ]
    assert APPLIED.messages == []
