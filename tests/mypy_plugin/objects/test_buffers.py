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


LATER = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Schedule(nn.Module):
    betas: torch.Tensor
    def __init__(self, steps=4):
        super().__init__()
        self.register_schedule(steps)
    def register_schedule(self, steps):
        self.register_buffer("betas", torch.zeros(steps, dtype=torch.float64))
        self.register_buffer("alphas", torch.ones(steps))
class Overridden(nn.Module):
    def __init__(self):
        super().__init__()
        self.register()
    def register(self):
        self.register_buffer("table", torch.zeros(4))
class Overriding(Overridden):
    def register(self):
        self.register_buffer("table", torch.zeros(4, dtype=torch.float64))
class Twice(nn.Module):
    def __init__(self):
        super().__init__()
        self.begin()
    def begin(self):
        self.register_buffer("mask", torch.zeros(4))
    def again(self):
        self.begin()
def use(one: Overridden) -> None:
    net = Schedule(5).cuda()
    reveal_type(net.betas)
    reveal_type(net.half().alphas)
    reveal_type(Overriding().table)
    one.table.cos()  # type: ignore[operator]
    Twice().mask.cos()  # type: ignore[operator]
""")


def test_a_buffer_that_a_method_registers_with_which_the_constructor_begins():
    assert LATER.messages == []
    assert LATER.revealed == ['Tensor[Float64, CUDA, "5"]', 'Tensor[Float16, CUDA, "5"]', 'Tensor[Float64, CPU, "4"]']


DECLARED = program("""
class Wrong(nn.Module):
    mask: Tensor[Bool, CPU, "t t"]
    last: Tensor[Bool, CUDA, "t"] | None
    table: Tensor[Float32, CPU, "1 t d"]
    def __init__(self, t: int, d: int) -> None:
        super().__init__()
        self.register_buffer("mask", torch.ones(t, t).tril())  # refused
        self.register_buffer(tensor=torch.arange(t), name="last")  # refused
        self.register_buffer("table", tensor=torch.zeros(t, d))  # refused
class CastAndMovedLater(nn.Module):
    mask: Tensor[Bool, CUDA, "t t"]
    last: Tensor[Bool, CUDA, "t"] | None
    table: Tensor[Float16, CUDA, "1 t d"]
    plain: torch.Tensor
    def __init__(self, t: int, d: int) -> None:
        super().__init__()
        self.register_buffer("mask", torch.ones(t, t).tril().bool())
        self.register_buffer("last", None)
        self.register_buffer("table", torch.zeros(1, t, d))
        self.register_buffer("plain", torch.zeros(1, t, d))
""")


def test_a_buffer_is_registered_as_it_is_declared():
    assert DECLARED.refused == DECLARED.marked


PLACED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
class Masked(nn.Module):
    said: Tensor[Float32, CUDA, "n"]
    def __init__(self):
        super().__init__()
        self.register_buffer("mask", None)
        self.register_buffer("other", torch.ones(3))
        self.plain = None
    def build(self, n):
        self.mask = torch.ones(n)
        self.other = torch.ones(4)
        self.late = torch.ones(n)
        self.plain = torch.ones(5)
    def keep(self):
        self.register_buffer("late", torch.ones(4))
        self.register_buffer("said", torch.ones(4))
    def forward(self, x: Tensor[Float32, CUDA, "n"]):
        reveal_type((self.mask, self.other, self.late, self.plain, self.said))
        return x * self.mask
""")


def test_a_tensor_in_the_place_of_a_buffer_goes_with_the_module():
    plain, said = 'Tensor[Float32, CPU, "5"] | None', 'Tensor[Float32, CUDA, "_"]'
    assert PLACED.messages == []
    assert PLACED.revealed == [f"tuple[Tensor, Tensor, Tensor, {plain}, {said}]"]
