"""What a module keeps from call to call is, for the first one, what its constructor has made."""

import pytest

from tests.mypy_plugin.checking import program

NET = """
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(8, 8)
        {begun}
    def reset(self, n: int) -> None:
        {reset}
    def forward(self, x: Any) -> Any:
        {first}
        self.state = self.state + x.mean(0)
        return self.fc(self.state)
{more}
def use(x: Tensor[Float32, CUDA, "b 8"]) -> None:
    net = Net().cuda()
    {before}
    net(x)
"""
NONE, ZEROS = "self.state: torch.Tensor | None = None", "self.state: Any = torch.zeros(8)"
WRONG = [
    {"begun": NONE, "first": "if self.state is None: self.state = torch.zeros(8)"},
    {"begun": NONE, "first": "if self.state is None: self.reset(8)", "reset": "self.state = torch.zeros(n)"},
    {"begun": ZEROS},
    {"begun": ZEROS, "reset": "self.state = None"},
    {"begun": ZEROS, "before": "net.eval()"},
]
RIGHT = [
    {"begun": NONE, "first": "if self.state is None: self.state = torch.zeros_like(x[0])"},
    {"begun": NONE, "first": "if self.state is None: self.state = torch.zeros(8, device=x.device)"},
    {"begun": ZEROS, "first": "self.state = self.state.to(x.device)"},
    {"begun": ZEROS, "reset": "self.state = torch.zeros(n).cuda()", "before": "net.reset(8)"},
    {"begun": ZEROS, "before": "net.state = torch.zeros(8).cuda()"},
    {"begun": ZEROS, "before": "net(x.cpu())"},
    {"begun": ZEROS, "more": "def put(net: Net) -> None: net.state = torch.zeros(8).cuda()"},
    {"begun": 'self.register_buffer("state", torch.zeros(8))'},
    {
        "begun": 'self.register_buffer(f"{chr(115)}tate", torch.zeros(8)); self.reset(8)',
        "reset": "self.state = torch.zeros(n)",
    },
    {"begun": 'for word in ("state", "other"): self.register_buffer(f"{word}", torch.zeros(8))'},
]
EMPTY = {"reset": "pass", "first": "pass", "more": "", "before": "pass"}
KNOWN = [program(NET.format(**(EMPTY | parts))) for parts in (*WRONG, *RIGHT)]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_the_first_call_finds_what_the_constructor_has_made(number):
    assert KNOWN[number].refused


@pytest.mark.parametrize("number", range(len(WRONG), len(KNOWN)))
def test_nothing_is_said_of_what_others_may_have_put_there(number):
    assert not KNOWN[number].refused
