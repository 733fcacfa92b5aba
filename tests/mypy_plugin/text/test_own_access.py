"""Classes with hooks of Python's for their attributes and their making: what they do is not guessed."""

import pytest

from dtensortypes.mypy_plugin.text.own_access import alters_attributes
from tests.mypy_plugin.checking import PLAIN, parsed, program

HANDING_UP = [
    "def __getattr__(self, name):\n        return getattr(self.fc, name)",
    "def __getattr__(self, name):\n        try: return super().__getattr__(name)\n        except E: return f(name)",
    "def __setattr__(self, name, value):\n        log(name); super().__setattr__(name, value)",
    "def __setattr__(self, name, value):\n        object.__setattr__(self, name, value)",
    "def forward(self, x):\n        return x",
]
ALTERING = [
    "def __getattribute__(self, name):\n        return object.__getattribute__(self, name)",
    "def __getattr__(self, name):\n        v = super().__getattr__(name); return v.double()",
    "def __getattr__(self, name):\n        return super().__getattr__(name).double()",
    "def __setattr__(self, name, value):\n        value = value.double(); super().__setattr__(name, value)",
    "def __setattr__(self, name, value):\n        super().__setattr__(name, cast(value))",
]
CLASS = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)
        self.w = torch.ones(3)
    {}
    def forward(self, x):
        return self.fc(x)
"""
ONE_TIME = """
class One{}:
    _one: Any = None
    def __new__(cls, *args):
        if cls._one is None: cls._one = super().__new__(cls)
        return cls._one
    def __init__(self, n):
        {}
        self.fc = nn.Linear(n, 2)
    def forward(self, x): return self.fc(x)
a = One(3); b = One(5)
"""
RIGHT = [
    program(CLASS.format("def __getattr__(self, name):\n        return super().__getattr__(name).double()")
            + "Net()(torch.ones(4).double())", PLAIN),
    program(CLASS.format("def __setattr__(self, name, value):\n        super().__setattr__(name, value.double())")
            + "Net().w @ torch.ones(3).double()", PLAIN),
    program(CLASS.format("def _apply(self, fn, recurse=True):\n        return self")
            + "Net().double()(torch.ones(4))\nnn.Sequential(Net()).double()(torch.ones(4))", PLAIN),
    program(CLASS.format("def __new__(cls):\n        return nn.Linear(7, 5)") + "Net()(torch.ones(7))", PLAIN),
    program(ONE_TIME.format("(nn.Module)", "super().__init__()") + "a(torch.ones(5))", PLAIN),
    program(ONE_TIME.format("", "self.w = torch.ones(n)") + "a.w @ torch.ones(5)", PLAIN),
    program("\nclass Meta(type):\n    def __call__(cls, *args): return super().__call__(*args).double()\n"
            "class Lin(nn.Linear, metaclass=Meta): pass\nLin(4, 3)(torch.ones(4).double())", PLAIN),
    program("\nclass Lin(nn.Linear):\n    def __getattr__(self, name):\n        v = super().__getattr__(name)\n"
            "        return v.double()\nLin(4, 3)(torch.ones(4).double())", PLAIN),
]  # fmt: skip
GOT = program(
    """
class Box:
    def __init__(self): self.w = torch.ones(3)
    def __getattribute__(self, name): return object.__getattribute__(self, name).double()
Box().w @ torch.ones(3).double()
""",
    PLAIN,
)
DECORATED = """
{}
@deco
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)
    def forward(self, x):
        return self.fc(x)
Net()(torch.ones(2, 2)){}
"""
EXCHANGING = [
    "def deco(cls):\n    class Other(cls):\n        def forward(self, x): return 3\n    return Other",
    "def deco(cls):\n    return type(cls.__name__, (Mixin, cls), {})",
    "def deco(cls):\n    def init(self): make(self)\n    cls.__init__ = init\n    return cls",
]
KEEPING = ["def deco(cls):\n    ALL.append(cls)\n    return cls", "from elsewhere import deco"]
RIGHT += [program(DECORATED.format(deco, ""), PLAIN) for deco in EXCHANGING]
WRONG = [
    *(program(DECORATED.format(deco, ""), PLAIN) for deco in KEEPING),
    program(CLASS.format("def extra_repr(self): return 'x'") + "Net().double()(torch.ones(4))", PLAIN),
    program(CLASS.format(HANDING_UP[2]) + "Net()(torch.ones(5))", PLAIN),
]


@pytest.mark.parametrize("method", HANDING_UP)
def test_hooks_that_hand_up(method):
    assert not alters_attributes(parsed(CLASS.format(method)).defs[0])


@pytest.mark.parametrize("method", ALTERING)
def test_hooks_that_alter(method):
    assert alters_attributes(parsed(CLASS.format(method)).defs[0])


@pytest.mark.parametrize("said", RIGHT)
def test_what_they_do_is_not_known(said):
    assert said.refused == []


@pytest.mark.parametrize("said", WRONG)
def test_classes_without_them_are_known(said):
    assert said.refused


def test_what_is_got_through_the_class_s_own_hands_is_not_known():
    assert GOT.refused == []
