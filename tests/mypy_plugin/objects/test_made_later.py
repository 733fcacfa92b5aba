"""A module in an attribute that is None at first is what the methods make it, as long as nobody else has it."""

import pytest

from tests.mypy_plugin.checking import program

HEAD = """
import copy
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, union-attr"
class Net(nn.Module):
    def __init__(self, classes=8):
        super().__init__()
        self.head = nn.Linear(3, classes)
    def forward(self, x):
        return self.head(x)
class S:
    def __init__(self{taken}):
        self.model{declared} = None
        self.other = None
"""
RUN = """
    def run(self, x: Tensor[Float64, CPU, "b 3"], y: Tensor[Float16, CPU, "b 3"]):
        assert self.model is not None
        reveal_type(self.model(y))
        self.model(x)
"""


def made(body, then="", *, declared=": Net | None", taken=""):
    inside = "".join(f"    {line}\n" for line in body)
    return program(HEAD.format(declared=declared, taken=taken) + inside + RUN + then)


LOAD = "def load(self, path):"
KNOWN = {
    "made and cast": made([LOAD, "    self.model = Net().half()"]),
    "declared to be any": made([LOAD, "    self.model = Net().half()"], declared=": nn.Module | None"),
    "not declared": made([LOAD, "    self.model = Net().half()"], declared=""),
    "in a variable first": made(
        [LOAD, "    model = Net()", "    model = model.half()", "    self.model = model.eval()"]
    ),
    "cast afterwards": made(
        [LOAD, "    self.model = Net()", "    self.model.load_state_dict(torch.load(path))", "    self.model.half()"]
    ),
    "where it is asked for": made(
        ["def get(self):", "    if self.model is None:", "        self.model = Net()", "        self.model.half()"]
    ),
    "forgotten": made([LOAD, "    self.model = Net().half()", "def close(self):", "    self.model = None"]),
    "by a subclass as well": made(
        [LOAD, "    self.model = Net().half()"],
        then="class T(S):\n    def load(self, path):\n        self.model = Net().half().eval()\n",
    ),
}


@pytest.mark.parametrize("said", KNOWN.values(), ids=KNOWN)
def test_a_module_that_a_method_makes_is_known(said):
    assert said.revealed == ['Tensor[Float16, CPU, "b 8"]']
    assert len(said.refused) == 1


OPEN = {
    "cast by another method": made([LOAD, "    self.model = Net().half()", "def up(self):", "    self.model.double()"]),
    "by another name": made(
        [LOAD, "    self.model = Net().half()", "def up(self):", "    m = self.model", "    m.double()"]
    ),
    "by who has the object": made([LOAD, "    self.model = Net().half()"], "def f(s: S):\n    s.model.double()\n"),
    "made twice": made([LOAD, "    self.model = Net().half()", "def again(self):", "    self.model = Net()"]),
    "under a condition": made([LOAD, "    self.model = Net()", "    if path:", "        self.model.half()"]),
    "in a subclass": made(
        [LOAD, "    self.model = Net().half()"],
        then="class T(S):\n    def load(self, path):\n        self.model = Net()\n",
    ),
}


@pytest.mark.parametrize("said", OPEN.values(), ids=OPEN)
def test_of_one_that_may_be_in_another_state_the_sizes_are_known(said):
    assert said.revealed == ['Tensor[Float16, CPU, "b 8"]']  # by the dtype that it is given
    assert not said.refused


UNKNOWN = {
    "given": made(["def load(self, net: Net):", "    self.model = net"]),
    "given from outside": made([LOAD, "    self.model = Net().half()"], "def f(s: S):\n    s.model = Net(9)\n"),
    "set by name": made([LOAD, "    self.model = Net().half()", "    setattr(self, 'model', path)"]),
    "kept twice": made([LOAD, "    self.model = self.other = Net().half()"]),
    "kept elsewhere": made([LOAD, "    model = Net().half()", "    self.other = model", "    self.model = model"]),
    "given back": made([LOAD, "    model = Net().half()", "    self.model = model", "    return model"]),
    "handed on": made([LOAD, "    model = Net().half()", "    path.keep(model)", "    self.model = model"]),
    "got by a method": made([LOAD, "    self.model = Net().half()", "def get(self):", "    return self.model"]),
    "cast by its variable": made([LOAD, "    m = Net().half()", "    self.model = m", "    m.double()"]),
    "in a function inside": made([LOAD, "    def inner():", "        self.model = Net().half()", "    inner()"]),
    "in a loop": made([LOAD, "    for _ in path:", "        self.model = Net().half()"]),
}


@pytest.mark.parametrize("said", UNKNOWN.values(), ids=UNKNOWN)
def test_of_one_that_others_have_nothing_is_known(said):
    assert not said.refused


BY_PROPERTY = """
class P:
    def __init__(self):
        self._model: Net | None = None
    @property
    def model(self) -> Net:
        if self._model is None:
            self._model = Net()
            self._model.half()
        return self._model
    def run(self, x: Tensor[Float64, CPU, "b 3"]):
        return self.model(x)
"""
NET = HEAD[: HEAD.index("class S")]
LEFT = program(NET + BY_PROPERTY)
CAST = program(NET + BY_PROPERTY + "def f(p: P):\n    p.model.double()\n")


def test_a_property_gives_it_to_those_who_leave_it():
    assert len(LEFT.refused) == 1
    assert not CAST.refused


BELOW = program(
    NET
    + """
class Base:
    def __init__(self):
        self.model: Net | None = None
    def run(self, x: Tensor[Float64, CPU, "b 3"]):
        assert self.model is not None
        return self.model(x)
class One(Base):
    def load(self):
        self.model = Net().half()
"""
)
AROUND = """
class Around(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner
    def forward(self, x):
        return self.inner(x)
class R:
    def __init__(self):
        self.net = Net().half()
        self.model: Around | None = None
    def load(self):
        self.model = Around({inner})
    def up(self):
        self.net.double()
    def run(self, x: Tensor[Float64, CPU, "b 3"]):
        assert self.model is not None
        return self.model(x)
"""
AROUND_NEW = program(NET + AROUND.format(inner="Net().half()"))
AROUND_OTHER = program(NET + AROUND.format(inner="self.net"))


def test_what_only_a_class_below_makes_is_not_known_above():
    assert not BELOW.refused


def test_a_module_that_is_made_of_one_with_a_name_may_be_cast_by_that():
    assert len(AROUND_NEW.refused) == 1
    assert not AROUND_OTHER.refused


PART = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
class Adapted(nn.Module):
    def __init__(self):
        super().__init__()
        self.adapter = None
    def add(self):
        self.adapter = nn.Linear(3, 7)
    def forward(self, x):
        if self.adapter is not None:
            x = self.adapter(x)
        return x
def f(x: Tensor[Float32, CPU, "b 3"], y: Tensor[Float64, CPU, "b 3"], a: Adapted):
    reveal_type(a(x))
    reveal_type(a(y))
""")


def test_the_state_of_a_part_is_not_known_by_when_it_came():
    assert PART.revealed == [
        'Tensor[Float32, CPU, "b 3"] | Tensor[Float32, CPU, "b 7"]',
        'Tensor[Float64, CPU, "b 3"] | Tensor[Float64, CPU, "b 7"]',
    ]
