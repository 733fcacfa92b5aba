"""Regions and defaults that change what operations do; where one is not known, nothing is claimed."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

AUTOCAST = program("""
def f(x: Tensor[Float32, CUDA, "n n"], y: Tensor[Float32, CPU, "n n"], flag: bool, dtype: torch.dtype) -> None:
    with torch.autocast("cuda"):
        reveal_type(x @ x)
        reveal_type(y @ y)
        with torch.autocast("cuda", enabled=False):
            reveal_type(x @ x)
        with torch.no_grad(), torch.amp.autocast(device_type="cuda", dtype=torch.bfloat16):
            reveal_type(x @ x)
        with torch.autocast("cuda", enabled=flag):
            reveal_type(x @ x)
        with torch.autocast("cuda", dtype=dtype):
            reveal_type(x @ x)
    with torch.autocast("cpu", torch.bfloat16):
        reveal_type(y @ y)
    reveal_type(x @ x)
with torch.autocast("cpu"):
    reveal_type(torch.ones(2, 2) @ torch.ones(2, 2))
reveal_type(torch.ones(2, 2) @ torch.ones(2, 2))
""")

DEVICE = program("""
with torch.device("cuda"):
    reveal_type(torch.zeros(3))
    reveal_type(torch.zeros(3, device="cpu"))
device = torch.device("meta")
with device:
    reveal_type(torch.zeros(3))
reveal_type(torch.zeros(3))
""")

DEFAULT_DTYPE = program("""
def f() -> None:
    torch.set_default_dtype(torch.float64)
reveal_type(torch.zeros(3))
reveal_type(torch.zeros(3, dtype=torch.int8))
""")

DEFAULT_DEVICE = program("""
torch.set_default_device("cuda")
reveal_type(torch.zeros(3))
""")


def test_autocast():
    assert AUTOCAST.messages == []
    dtypes = [shown.split("[")[1].split(",")[0] for shown in AUTOCAST.revealed]
    assert dtypes == [
        *("Float16", "Float32", "Float32", "BFloat16", "Any", "Any", "BFloat16", "Float32", "BFloat16", "Float32")
    ]


def test_devices():
    assert [shown.split(", ")[1] for shown in DEVICE.revealed] == ["CUDA", "CPU", "Meta", "CPU"]


def test_defaults_that_the_file_sets_are_not_known():
    assert DEFAULT_DTYPE.revealed == ['Tensor[Any, CPU, "3"]', 'Tensor[Int8, CPU, "3"]']
    assert DEFAULT_DEVICE.revealed == ['Tensor[Float32, Any, "3"]']


DECORATING = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, untyped-decorator, no-any-return, type-arg"
def renamed(word: str, others: list):
    def decorator(function):
        return function
    return decorator
class Net(nn.Module):
    @renamed("size", ["width", "count"])
    @renamed("depth", ["layers"])
    def __init__(self, size: int, depth: int = 1) -> None:
        super().__init__()
        self.layer = nn.Linear(size, 3)
    @torch.autocast("cpu")
    @renamed("x", ["y"])
    def forward(self, x: Tensor[Float32, CPU, "n 4"]) -> Any:
        reveal_type(x @ x.T)
        return self.layer(x)
""")


def test_a_decorator_that_is_a_call_is_in_no_region_of_its_own():
    assert DECORATING.messages == []
    assert DECORATING.revealed == ['Tensor[BFloat16, CPU, "n n"]']


SETTERS = [
    program(f"\n{body}\nreveal_type(torch.zeros(3))\n")
    for body in (
        "setter = torch.set_default_dtype; setter(torch.float64)",
        "getattr(torch, 'set_default_dtype')(torch.float64)",
        "from torch import set_default_dtype as setter; setter(torch.float64)",
    )
]


@pytest.mark.parametrize("said", SETTERS)
def test_a_setter_by_another_name(said):
    assert said.revealed[0].startswith(("Tensor[Float, CPU", "Tensor[Any, CPU"))


MADE = program(
    """
class Layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(10, 4)
    def forward(self, x):
        return self.emb(x)
class Computed(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(4, 4) @ torch.zeros(4, 4))
    def forward(self, x):
        return self.weight
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers, self.computed = Layers(), Computed()
    def forward(self, x):
        with torch.autocast("cpu"):
            return self.layers(x), self.computed(x)
def build():
    return Computed()
x = torch.zeros(2).long()
reveal_type(Net()(x)[0])
reveal_type(Net().computed.weight)
with torch.autocast("cpu"):
    reveal_type(Layers()(x))
    reveal_type(build().weight)
""",
    PLAIN,
)


def test_modules_made_where_a_region_may_be_are_made_as_outside():
    layers, computed, inside, built = MADE.revealed
    assert layers == inside == 'Tensor[Float32, CPU, "2 4"]'
    assert computed.startswith("Parameter[Any")
    assert built.startswith("Parameter[Any")
