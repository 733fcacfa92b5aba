"""What waits until the program has counted or filled enough is passed at last; what a constructor sets up is not."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

LEAVES = {
    "len(self.rows) < self.few": True,
    "self.few > len(self.rows)": True,
    "self.steps < self.few": True,
    "self.buffer.used < self.few": True,
    "len(self.buffer) < self.few": True,
    "self.buffer.size() <= self.few": True,
    "self.steps % 4 != 0": False,
    "self.few < len(self.rows)": False,
    "len(self.rows) < self.steps": False,
    "len(self.parts) < self.few": False,
    "len(self.layers) < self.few": False,
    "self.buffer.size(2) < self.few": False,
    "self.few < 3": False,
    "self.lessened < self.few": False,
}
ENTERS = {
    "len(self.rows) >= self.few": True,
    "self.few <= self.steps": True,
    "self.steps % 4 == 0": True,
    "self.turn == 0": True,
    "self.steps == 0": False,
    "self.steps <= self.few": False,
    "len(self.layers) > self.few": False,
    "self.few": False,
}
BODY = """
class Buffer:
    def __init__(self):
        self.used = 0
    def push(self):
        self.used = self.used + 1
    def __len__(self):
        return self.used
    def size(self, times=1):
        return len(self) * times if times > 1 else min(self.used, 8)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = []
    def add(self):
        self.layers.append(nn.Linear(2, 2))
class Agent:
    def __init__(self, few):
        self.few, self.rows, self.parts, self.steps, self.turn, self.lessened = few, [], [], 0, 0, 9
        self.buffer = Buffer()
        self.layers = Net().layers
        self.prepare()
    def prepare(self):
        self.parts.append(1)
    def push(self):
        self.rows.append(1)
        self.steps += 1
        self.turn = (self.turn + 1) % 4
        self.lessened -= 1
    def learn(self, x):
        {statement}
def run(few: int):
    Agent(few).learn(torch.zeros(4, 4))
"""
EXIT = "if {}:\n            return x\n        return x @ torch.zeros(5, 3)"
BRANCH = "if {}:\n            x @ torch.zeros(5, 3)\n        return x"
CASES = [(EXIT, *case) for case in LEAVES.items()] + [(BRANCH, *case) for case in ENTERS.items()]
SAID = [(program(BODY.format(statement=form.format(asked)), PLAIN), is_said) for form, asked, is_said in CASES]


@pytest.mark.parametrize(("said", "is_said"), SAID, ids=[f"{asked}, {form[-8:]}" for form, asked, _ in CASES])
def test_what_comes_to_be_so(said, is_said):
    assert any("cannot be multiplied" in message for message in said.messages) is is_said
