"""A value of a plain object is known outside of its methods, where its constructor alone gives it."""

import pytest

from tests.mypy_plugin.checking import program

OBJECTS = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Agent:
    def __init__(self, n, device="cuda:1", dtype=torch.bfloat16):
        self.n, self.both = n, 2 * n
        self.wide = 2 * n
        self.device = device
        self.place = torch.device(device)
        self.dtype = dtype
        self.sizes = [n, n]
        self.steps = n
    def step(self):
        self.steps += 1
class Owner:
    def __init__(self):
        self.agent = Agent(3)
    def made(self):
        return torch.zeros(self.agent.wide, device=self.agent.place)
def told(n, dtype):
    return torch.zeros(n, dtype=dtype)
{beside}
a = Agent(4)
reveal_type({asked})
"""
CASES = [
    ("", "torch.zeros(a.wide, device=a.device, dtype=a.dtype)", 'Tensor[BFloat16, CUDA[1], "8"]'),
    ("", "a.place", "torch.device[CUDA[1]]"),
    ("", "told(a.wide, a.dtype)", 'Tensor[BFloat16, CPU, "8"]'),
    ("", "Owner().made()", 'Tensor[Float32, CUDA[1], "6"]'),
    ("", "torch.zeros(a.steps)", "Tensor[Float32, CPU]"),
    ("", "torch.zeros(a.sizes[0])", "Tensor[Float32, CPU]"),
    ("def change(x): x.wide = 3", "torch.zeros(a.wide)", "Tensor[Float32, CPU]"),
    ("def change(x): setattr(x, 'wide', 3)", "torch.zeros(a.wide)", "Tensor[Float32, CPU]"),
    ("def change(x): setattr(x, 'place', 'cpu')", "torch.zeros(3, device=a.place)", 'Tensor[Float32, Any, "3"]'),
    ("def change(x): vars(x).update(wide=3)", "torch.zeros(a.wide)", "Tensor[Float32, CPU]"),
    ("b = Agent(4) if input() else Agent(5)", "torch.zeros(b.wide)", "Tensor[Float32, CPU]"),
    ("b = Agent(4)\nif input():\n    b = Agent(5)", "torch.zeros(b.wide)", "Tensor[Float32, CPU]"),
    ("class Other(Agent):\n    def step(self): self.wide = 3", "torch.zeros(Other(4).wide)", "Tensor[Float32, CPU]"),
    ("class Odd(Agent):\n    def __getattribute__(self, name): return 3", "torch.zeros(Odd(4).wide)", None),
]
PROGRAMS = [(program(OBJECTS.format(beside=b, asked=a)), found) for b, a, found in CASES]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_what_an_object_was_made_with(said, found):
    assert said.revealed == [found or "Tensor[Float32, CPU]"]
