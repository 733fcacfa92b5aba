"""Which functions may run inside of an autocast region of their file."""

from tests.mypy_plugin.checking import program

REGION = """
class Net(nn.Module):
    def forward(self, x: Tensor[Float32, CPU, "n n"]) -> Tensor:
        return reveal_type(x @ x)
    def __call__(self, x: Tensor[Float32, CPU, "n n"]) -> Tensor:
        return reveal_type(x @ x)
    def other(self, x: Tensor[Float32, CPU, "n n"]) -> Tensor:
        return reveal_type(x @ x)
def value(x: Tensor[Float32, CPU, "n n"]) -> Tensor:
    return reveal_type(x @ x)
def deeper(x: Tensor[Float32, CPU, "n n"]) -> Tensor:
    return reveal_type(x @ x)
def mentioned(x: Tensor[Float32, CPU, "n n"]) -> Tensor:
    return deeper(x)
def apart(x: Tensor[Float32, CPU, "n n"]) -> Tensor:
    return reveal_type(x @ x)
values = [value]
apart(torch.zeros(2, 2))
"""
OUT = program(
    REGION + "def step(f: Callable[[Tensor], Tensor], x: Tensor) -> None:\n"
    "    with torch.autocast('cpu'):\n        f(mentioned(torch.zeros(2, 2)))\n"
)
WITHIN = program(
    REGION + "def step() -> None:\n    with torch.autocast('cpu'):\n        mentioned(torch.zeros(2, 2))\n"
)
NONE = program(REGION)
DECORATED = program("""
def helper(x: Tensor[Float32, CPU, "n n"]) -> Tensor:
    return reveal_type(x @ x)
@torch.autocast("cpu")
def region(x: Tensor[Float32, CPU, "n n"]) -> Tensor:
    return reveal_type(helper(x) @ x)
def apart(x: Tensor[Float32, CPU, "n n"]) -> Tensor:
    return reveal_type(x @ x)
reveal_type(region)
""")


def dtypes(one):
    return [shown.split("[")[1].split(",")[0] for shown in one.revealed]


def test_what_a_region_calls_that_is_not_of_the_file_may_call_back():
    assert dtypes(OUT) == ["Any", "Any", "Float32", "Any", "Any", "Float32"]


def test_a_region_that_calls_functions_of_the_file_runs_no_others():
    assert dtypes(WITHIN) == ["Float32", "Float32", "Float32", "Float32", "Any", "Float32"]


def test_without_a_region_nothing_runs_in_one():
    assert set(dtypes(NONE)) == {"Float32"}


def test_a_decorated_function_is_a_region():
    assert DECORATED.messages == []
    assert dtypes(DECORATED)[:3] == ["Any", "BFloat16", "Float32"]
    assert DECORATED.revealed[3] == 'def (x: Tensor[Float32, CPU, "n n"]) -> Tensor'


DEVICES = """
class Inner(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.own = torch.zeros(2)
        self.drawn = drawn()
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.own + self.drawn
class Outer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = Inner()
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.inner(x)
def drawn() -> Tensor:
    return torch.randn(2)
"""
ON_DEVICE = program(
    DEVICES + "def made(device: torch.device) -> None:\n    with device:\n        net = Outer()\n"
    "    net(torch.zeros(2, device=device))\n"
    "def on_cuda() -> None:\n    with torch.device('cuda'):\n        net = Outer()\n"
    "    net(torch.zeros(2, device='cuda'))\n"
    "def here() -> None:\n    torch.zeros(2) + torch.zeros(2, device='cuda')\n"
)
AS_ALWAYS = program(DEVICES + "def on_cpu() -> None:\n    Outer()(torch.zeros(2, device='cuda'))\n")


def test_what_is_made_on_another_device_is_not_believed_to_be_on_the_first():
    assert [text.partition(":")[0] for text in ON_DEVICE.messages if "error: " in text and "[tensor-" in text] == ["25"]
    assert any("[tensor-device]" in text for text in AS_ALWAYS.messages)
