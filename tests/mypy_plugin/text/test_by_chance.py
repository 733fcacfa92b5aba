"""What chance decides is run one time so and another time otherwise, unless the probability is a switch."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

ASKED = {
    "random.random() < 0.5": True,
    "0.5 >= random.random()": True,
    "random.random() < 1.0": False,
    "random.random() < 0.0": False,
    "np.random.rand() < 0.1": True,
    "np.random.rand(1) < 0.1": False,
    "random.randint(0, 3) < 0.5": False,
    "random.random() == 0.5": False,
    "sample > 0.5": True,
    "twice > 0.5": False,
    "random.random() < rate": False,
    "random.random() < self.rate": False,
    "random.random() < self.epsilon": True,
    "random.random() < 1 - self.epsilon": True,
    "random.random() < limit": True,
    "random.random() < (0.0 if rate else self.epsilon)": False,
    "random.random() < off": False,
    "given > 0.5": False,
    "rate < 0.5": False,
    "random.random() < self.share": False,
    "random.random() < self.share * 2": False,
    "random.random() < self.chosen": False,
    "random.random() < self.shared": False,
}
BODY = """
import random
import numpy as np
class Other:
    def __init__(self):
        self.shared = 1.0
    def less(self):
        self.shared *= 0.5
class Agent:
    def __init__(self, rate, epsilon):
        self.rate, self.epsilon = rate, epsilon
        self.share, share = rate, 3
        self.share = share / 100
        self.share /= 2
        self.chosen = self.shared = rate
    def act(self, x, rate, given=None):
        if given is None:
            given = random.random()
        off = self.epsilon
        if rate:
            off = 0.0
        sample = random.random()
        twice = random.random() if len(x) == 2 else 3.0
        limit = 0.1 + 0.8 * self.epsilon
        if {condition}:
            return x.t()
        return x @ torch.zeros(5, 3)
    def learn(self):
        self.epsilon = max(0.01, self.epsilon * 0.9)
        self.chosen = self.chosen if self.chosen else 0.5
def run(rate: float, epsilon: float):
    Agent(rate, epsilon).act(torch.zeros(4, 4), rate)
"""
SAID = [(program(BODY.format(condition=condition), PLAIN), behind) for condition, behind in ASKED.items()]
BRANCHES = program(
    """
import random
def either(x):
    if random.random() < 0.5:
        return x @ torch.zeros(5, 3)
    else:
        return x
def otherwise(x):
    if random.random() < 0.5:
        x = x * 2
    else:
        x = x @ torch.zeros(5, 3)
    return x
def neither(x, rate):
    if random.random() < rate:
        x = x @ torch.zeros(5, 3)
    return x
either(torch.zeros(2, 4))
otherwise(torch.zeros(2, 4))
neither(torch.zeros(2, 4), 0.0)
""",
    PLAIN,
)


@pytest.mark.parametrize(("said", "behind"), SAID, ids=list(ASKED))
def test_what_stands_behind_it(said, behind):
    assert bool(said.refused) is behind, said.messages


def test_both_branches():
    assert BRANCHES.refused == [4, 11]
