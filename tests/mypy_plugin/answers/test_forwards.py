"""A call of a module is compared with what `forward` declares, and else read in its body."""

from tests.mypy_plugin.checking import program, unplaced

CALLS = program("""
class Declared(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(4, 4)
    def forward(self, x: Tensor[Float32, Any, "b 4"]) -> Tensor[Float32, Any, "b 4"]:
        return self.fc(x)
class Base(nn.Module):
    def forward(self, x: torch.Tensor) -> Any:
        return x @ torch.zeros(3, 3)
class Derived(Base):
    def forward(self, x: torch.Tensor) -> Any:
        return x
class Stateless(nn.Module):
    @torch.no_grad()
    def forward(self, x: torch.Tensor) -> Any:
        return x.half()

def use(x: Tensor[Float32, CPU, "b 4"], base: Base) -> None:
    Declared().cuda()(x)
    Declared()(x)
    Declared()(x.double())
    base(x)
    reveal_type(Derived()(x))
    reveal_type(Stateless()(x))
""")


def test_both_are_asked():
    assert [unplaced(message) for message in CALLS.messages if "note" not in message] == [
        '19: error: "Linear" mixes devices: cpu and cuda',
        '21: error: argument "x" of "forward" is float64, declared Float32 ("b 4"); cast with .float()  [tensor-dtype]',
    ]
    assert CALLS.revealed == ['Tensor[Float32, CPU, "b 4"]', 'Tensor[Float16, CPU, "b 4"]']


KEPT = program("""
class Table(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("table", torch.zeros(3, dtype=torch.float64))
    def forward(self, i: Tensor[Int64, CPU, "n"]) -> Any:
        return self.table[i]
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.table = Table()
    def forward(self, i: Tensor[Int64, CPU, "n"]) -> Tensor[Float32, CPU, "n"]:
        return self.table(i)
def use(i: Tensor[Int64, CPU, "n"], net: Net) -> None:
    net(i)
    Net().float()(i)
    Net()(i)
""")


def test_a_forward_is_held_to_what_it_gives():
    found = [message for message in KEPT.messages if "error:" in message]
    assert [unplaced(message) for message in found] == [
        '12: error: return value of "forward" is float64, declared Float32 ("n")'
    ]


ONCE = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
data = torch.zeros(5, 3)
class Layer(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, 3)
    def forward(self, x):
        return self.fc(x)  # refused
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = Layer(4), Layer(3)
    def forward(self):
        return self.second(self.first(data))
def train():
    net = Net()
    return nn.functional.mse_loss(net(), data)
train()
""")


def test_a_body_that_is_wrong_by_itself_suits_no_call():
    assert ONCE.refused == ONCE.marked


SEVERAL = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disable-error-code="assignment"
class Rows(nn.Module):
    def forward(self, x):
        b, n, c = x.shape
        return x
class Columns(nn.Module):
    def forward(self, x):
        return x
class Chosen(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.begin(kind)
    def begin(self, kind):
        if kind == "rows":
            self.embedding = Rows()
        else:
            self.embedding = Columns()
    def forward(self, x: Tensor[Float32, CPU, "b n"]):
        self.embedding(x)
""")


def test_a_module_that_may_be_of_another_class_is_not_read():
    assert SEVERAL.refused == []
