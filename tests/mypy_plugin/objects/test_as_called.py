"""What methods take that do not say so, where all the calls of them stand in the file."""

import pytest

from tests.mypy_plugin.checking import program

CALLS = {
    "kept.keep(torch.zeros(3))": 'Tensor[Float32, CPU, "3"] | None',
    "kept.keep(x=torch.zeros(3))": 'Tensor[Float32, CPU, "3"] | None',
    "kept.keep(torch.zeros(3)); kept.keep(torch.zeros(4).half())": 'Tensor[Float16 | Float32, CPU, "_"] | None',
    "kept.keep(torch.zeros(3)); kept.keep(given)": "Any",
    "kept.keep(torch.zeros(3)); kept.keep(*given)": "Any",
    "kept.keep(torch.zeros(3)); Kept.keep(kept, given)": "Any",
    "kept.keep(torch.zeros(3)); keep = kept.keep": "Any",
    "kept.keep(torch.zeros(3)); getattr(kept, 'keep')(given)": "Any",
    "kept.keep(torch.zeros(3)); getattr(kept, given)(given)": "Any",
    "kept.keep(torch.zeros(3)); kept = given": "Any",
    "x = torch.zeros(3); kept.keep(x); x.unsqueeze_(0)": "Any",
    "kept.keep(nn.Linear(3, 4).weight)": "Any",
}
CLASS = """
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
class Kept:
    def __init__(self):
        self.last = None
    def keep(self, x):
        self.last = x
    def newest(self):
        return self.last
def main(given):
    kept = Kept()
    {}
    reveal_type(kept.newest())
"""
PROGRAMS = [(program(CLASS.format(call)), found) for call, found in CALLS.items()]
ROWS = {
    "kept.keep(torch.zeros(3), torch.zeros(2))": 'Tensor[Float32, CPU, "2"]',
    "kept.keep(torch.zeros(3), given); kept.keep(torch.zeros(4), given)": "Any",
    "kept.keep(given, torch.zeros(2)); kept.keep(given, torch.zeros(2))": 'Tensor[Float32, CPU, "2"]',
    "kept.keep(torch.zeros(3), torch.zeros(2)); kept.keep(torch.zeros(3))": "Any",
    "kept.keep(torch.zeros(3), torch.zeros(2)); kept.keep(*given)": "Any",
    "kept.keep(torch.zeros(3), torch.zeros(2)); keep = kept.keep": "Any",
}
OF_ROWS = """
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
class Kept:
    def __init__(self):
        self.rows = []
    def keep(self, *row):
        self.rows.append(row)
    def newest(self):
        return self.rows[-1][1]
def main(given):
    kept = Kept()
    {}
    reveal_type(kept.newest())
"""
WITH_ROWS = [(program(OF_ROWS.format(call)), found) for call, found in ROWS.items()]
OTHERS = program("""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
class Kept:
    def __init__(self):
        self.last = None
    def keep(self, x: torch.Tensor) -> None:
        self.last = x
    def newest(self):
        return self.last
class Half(Kept):
    def keep(self, x: torch.Tensor) -> None:
        super().keep(x.half())
def main():
    kept = Half()
    kept.keep(torch.zeros(3))
    reveal_type(kept.newest())
""")


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_what_all_calls_give(said, found):
    assert said.revealed == [found]


@pytest.mark.parametrize(("said", "found"), WITH_ROWS)
def test_what_all_calls_give_to_a_star(said, found):
    assert said.revealed == [found]


def test_a_call_of_the_base_is_one_too():
    assert OTHERS.revealed == ["Any"]


HANDED = {
    "agent.note(torch.zeros(3))": 'Tensor[Float16, CPU, "3"] | None',
    "agent.note(torch.zeros(3)); agent.note(torch.zeros(4))": 'Tensor[Float16, CPU, "_"] | None',
    "agent.note(torch.zeros(3)); agent.note(given)": "Any | None",
    "agent.note(torch.zeros(3)); note = agent.note": "Any | None",
    "agent.note(torch.zeros(3)); agent.kept.keep(given)": "Any | None",
}
WRAPPED = {
    "Around(agent).note(torch.zeros(3))": 'Tensor[Float16, CPU, "3"] | None',
    "Around(agent).note(given)": "Any | None",
    "agent.note(torch.zeros(4)); Around(agent).note(torch.zeros(3))": 'Tensor[Float16, CPU, "_"] | None',
    "agent.note(torch.zeros(4))": "Any | None",
}
AGENT = """
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
class Kept:
    def __init__(self):
        self.last = None
    def keep(self, x):
        self.last = x
class Agent:
    def __init__(self):
        self.kept = Kept()
    def note(self, x):
        self.kept.keep(x.half())
{other}
def main(given):
    agent = Agent()
    {call}
    reveal_type(agent.kept.last)
"""
AROUND = """
class Around:
    def __init__(self, agent):
        self.agent = agent
    def note(self, x):
        return self.agent.note(x)
"""
HANDED_ON = [(program(AGENT.format(call=call, other="")), found) for call, found in HANDED.items()]
HANDED_ON += [(program(AGENT.format(call=call, other=AROUND)), found) for call, found in WRAPPED.items()]


@pytest.mark.parametrize(("said", "found"), HANDED_ON)
def test_what_methods_hand_on_that_do_not_say_what_it_is(said, found):
    assert said.revealed == [found]
