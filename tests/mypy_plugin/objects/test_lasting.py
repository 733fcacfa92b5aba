"""What stays of an attribute that methods make anew."""

from types import SimpleNamespace

import pytest
from mypy.nodes import Block, ClassDef, SymbolTable, TypeInfo

from dtensortypes.mypy_plugin.bodies.bodies import Trial
from dtensortypes.mypy_plugin.objects import lasting
from tests.mypy_plugin.checking import program

METHODS = {
    "self.x = self.x * 2": 'Tensor[Float32, CPU, "3"]',
    "self.x = self.x.half()": 'Tensor[Float16 | Float32, CPU, "3"]',
    "self.x = self.x.unsqueeze(0)": "Tensor[Float32, CPU]",
    "self.x = given": "Tensor",
    "self.x, y = self.x, 3": 'Tensor[Float32, CPU, "3"]',
    "self.x, y = given, 3": "Tensor",
    "self.y = self.x.half(); self.x = self.y": 'Tensor[Float16 | Float32, CPU, "3"]',
    "self.x = self.x + given.sum().to(self.x.dtype)": 'Tensor[Float32, CPU, "3"]',
    "self.x += 1; self.x = self.x * 2": 'Tensor[Float32, CPU, "3"]',
}
CLASS = """
class State:
    def __init__(self) -> None:
        self.x = torch.zeros(3)
        self.y = torch.zeros(3)
    def method(self, given: torch.Tensor) -> None:
        {}
    def read(self) -> None:
        reveal_type(self.x)
"""
PROGRAMS = [(program(CLASS.format(method)), found) for method, found in METHODS.items()]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_what_every_method_leaves(said, found):
    assert (said.messages, said.revealed) == ([], [found])


AT_FIRST = {
    "self.x = found if self.x is None else self.x + found": 'Tensor[Float32, CPU, "3"] | None',
    "self.x = found; self.x = None": 'Tensor[Float32, CPU, "3"] | None',
    "self.x = found if self.x is None else self.x.half()": 'Tensor[Float16 | Float32, CPU, "3"] | None',
    "self.x = given": "Tensor | None",
    "self.x = nn.Parameter(found)": "Tensor | None",
    "self.x = None": "Tensor | None",
    "me = self; me.x = found": "Tensor | None",
}
PERHAPS = """
class State:
    def __init__(self) -> None:
        self.x: Optional[torch.Tensor] = None
    def method(self, given: torch.Tensor) -> None:
        found = torch.zeros(3)
        {}
    def read(self) -> None:
        reveal_type(self.x)
"""
NOT_YET = [(program(PERHAPS.format(method)), found) for method, found in AT_FIRST.items()]
GUESSED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
class Counts:
    def __init__(self):
        self.seen = None
        self.hooked = None
        def hook(module, args, out):
            self.hooked = out
        self.hook = hook
    def update(self, n):
        found = torch.zeros(n, 2, dtype=torch.int64)
        self.seen = found if self.seen is None else self.seen + found
        self.hooked = torch.zeros(3)
    def on(self, w: Tensor[Float32, CUDA, "2"]):
        assert self.seen is not None and self.hooked is not None
        reveal_type(self.hooked)
        return self.seen * w  # refused
""")


@pytest.mark.parametrize(("said", "found"), NOT_YET)
def test_what_comes_into_an_attribute_that_is_none_at_first(said, found):
    assert (said.messages, said.revealed) == ([], [found])


def test_nor_does_anybody_say_what_comes_there():
    assert GUESSED.refused == GUESSED.marked
    assert GUESSED.revealed == ["Any"]


@pytest.mark.parametrize(("is_to_come", "begun", "given_up"), [(False, 1, 0), (True, 3, 3)])
def test_it_is_worked_out_once_whichever_bodies_are_open(monkeypatch, is_to_come, begun, given_up):
    """But where mypy comes to the constructor later, whoever asks is told nothing, and asks again."""
    counts = dict.fromkeys(("given_up", "too_deep", "unready", "asked_at_hand", "apart"), 0)
    own, depths = SimpleNamespace(answers={}, trial=None, saw=lambda _: None, **counts), []

    def stable(_checker, _owner):
        depths.append(own.trial.depth)
        own.given_up += 1  # of a body that is open already
        if is_to_come:
            raise lasting.ToCome
        return {}

    for name, answer in (("watch", own), ("told_apart", ""), ("_assumed", None), ("current_function", None)):
        monkeypatch.setattr(lasting, name, lambda *_, answer=answer: answer)
    monkeypatch.setattr(lasting, "_stable", stable)
    cls = TypeInfo(SymbolTable(), ClassDef("State", Block([])), "program")
    tree = SimpleNamespace(fullname="program")
    checker = SimpleNamespace(tree=tree, errors=None, modules=None, pass_num=0, current_node_deferred=False)
    for trial in (Trial(depth=3), None, Trial(depth=5)):
        own.trial = trial
        assert lasting.fact(checker, SimpleNamespace(type=cls), "x") is None
        assert own.trial is trial
    assert depths == [-1] * begun
    assert own.given_up == given_up


INHERITED = program("""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
class Base:
    def __init__(self):
        self.total = torch.zeros(3)
        self.other = torch.zeros(3)
    def add(self):
        self.total = self.total + torch.ones(3)
        self.other = self.other.half()
class Plain(Base):
    def read(self):
        reveal_type(self.total)
class Own(Base):
    def __init__(self):
        super().__init__()
        self.other = torch.zeros(4)
    def read(self):
        reveal_type(self.total)
        reveal_type(self.other)
""")


def test_what_a_class_above_gives():
    assert INHERITED.revealed == ['Tensor[Float32, CPU, "3"]', 'Tensor[Float32, CPU, "3"]', "Tensor"]
