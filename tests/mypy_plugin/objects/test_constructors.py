"""What torch refuses in a constructor is said of the call that makes the object."""

import pytest

from tests.mypy_plugin.checking import program

CLASSES = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Waves(nn.Module):
    def __init__(self, n):
        super().__init__()
        waves = torch.zeros(n)
        waves[1::2] = torch.zeros(n // 2 + n % 2)
        self.register_buffer("waves", waves)
class Embedding(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.waves = Waves(n)
class Table(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n
        self.register_buffer("waves", torch.zeros(n))
        self.reset()
    def reset(self):
        self.waves[1::2] = torch.zeros(self.n // 2 + self.n % 2)
class Later(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.waves = torch.zeros(n)
        self.reset()
        self.waves = torch.zeros(7)
    def reset(self):
        self.waves[1::2] = torch.zeros(4)
class OfMethod(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.waves = self.made(n)
    def made(self, n):
        waves = torch.zeros(n)
        waves[1::2] = torch.zeros(n // 2 + n % 2)
        return waves
class Own(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("waves", torch.zeros(n))
        self.waves[1::2] = torch.zeros(n // 2 + n % 2)
class Grid:
    def __init__(self, n: int) -> None:
        self.grid = torch.zeros(n, 3) @ torch.zeros(n, 3)
"""
CALLS = {
    "Waves(7)": ["tensor-shape"],
    "Embedding(7)": ["tensor-shape"],
    "Embedding(8)": [],
    "Table(7)": ["tensor-shape"],
    "Table(8)": [],
    "Later(8)": [],
    "OfMethod(7)": ["tensor-shape"],
    "OfMethod(8)": [],
    "Own(7)": ["tensor-shape"],
    "Own(8)": [],
    "Waves(8)": [],
    "Grid(4)": ["tensor-shape"],
    "Grid(3)": [],
    "Waves": [],
}
PROGRAMS = [(program(f"{CLASSES}made = {call}\n"), codes) for call, codes in CALLS.items()]


@pytest.mark.parametrize(("said", "codes"), PROGRAMS)
def test_constructors(said, codes):
    errors = [message for message in said.messages if ": error" in message]
    assert [message.partition("  [")[2].rstrip("]") for message in errors] == codes
