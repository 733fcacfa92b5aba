"""A constant that classes below give another value is known of an object whose class is known."""

import pytest

from tests.mypy_plugin.checking import PLAIN, codes, program

SOURCE = """
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
class Base(nn.Module):
    width = 8
    dtype = torch.float32
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, self.width)
        self.scale = torch.ones(self.width, dtype=self.dtype)
    def forward(self, x):
        return self.fc(x)
    def late(self):
        return torch.zeros(self.width, dtype=self.dtype)
class Wide(Base):
    width = 16
class Half(Base):
    dtype = torch.float16
{other}
flag = bool(torch.ones(1) > 0)
either = Wide(4) if flag else Base(4)
def taken(base: Base):
    return base.late()
def main(given: Base):
    reveal_type({asked})
"""
ASKED = {
    "Base(4)(torch.zeros(2, 4))": 'Tensor[Float32, CPU, "2 8"]',
    "Wide(4)(torch.zeros(2, 4))": 'Tensor[Float32, CPU, "2 16"]',
    "Wide(4).late()": 'Tensor[Float32, CPU, "16"]',
    "Half(4).scale": 'Tensor[Float16, CPU, "8"]',
    "either(torch.zeros(2, 4))": 'Tensor[Float32, CPU, "2 16"] | Tensor[Float32, CPU, "2 8"]',
    "taken(Wide(4))": 'Tensor[Float32, CPU, "16"]',
    "given.late()": 'Tensor[Any, CPU, "_"]',
}
OTHERS = ["Base.width = 9", "setattr(Wide, 'width', 9)", "class Other(Base): ...\nOther(4).width = 3"]
NONE_OF_ITS = [
    "class Other(Base):\n    def start(self):\n        self.width = 3",
    "class Mixin:\n    width = 3\nclass Other(Base):\n    def __init__(self, n):\n        self.width = n",
    "def f():\n    width = 3\n    return width",
]
PROGRAMS = [(program(SOURCE.format(asked=asked, other="")), found) for asked, found in ASKED.items()]
GIVEN = [program(SOURCE.format(asked="Wide(4).late()", other=other)) for other in OTHERS]
UNTOUCHED = [program(SOURCE.format(asked="Wide(4).late()", other=other)) for other in NONE_OF_ITS]
PARTS = program("""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
class Base(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, 3)
    def forward(self, x):
        return self.fc(x)
class Other(Base):
    def __init__(self, n):
        super().__init__(n)
        self.fc = nn.Linear(n, 5)
def main(flag: bool):
    net = Other(4) if flag else Base(4)
    net(torch.zeros(2, 4)) @ torch.zeros(5, 2)
""")


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_what_the_class_of_the_object_has(said, found):
    assert said.revealed == [found]


@pytest.mark.parametrize("said", GIVEN)
def test_what_others_give_is_not_known(said):
    assert said.revealed == ['Tensor[Float32, CPU, "_"]']


@pytest.mark.parametrize("said", UNTOUCHED)
def test_what_objects_of_other_classes_are_given_is_none_of_its(said):
    assert said.revealed == ['Tensor[Float32, CPU, "16"]']


def test_of_two_classes_an_object_may_be_of_either():
    assert PARTS.refused == []


PLAIN_ONES = program("""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
class Base:
    width = 8
    def __init__(self, n):
        self.x = torch.zeros(n, self.width)
    def late(self):
        return torch.zeros(self.width)
class Wide(Base):
    width = 9
def main(flag: bool):
    one = Wide(1) if flag else Base(1)
    reveal_type(one.late())
    reveal_type(one.x)
    for each in (Base(1), Wide(1)):
        reveal_type(each.late())
        reveal_type(each.x)
    reveal_type(Wide(1).x)
    reveal_type(Base(1).x)
""")


def test_of_several_plain_objects_it_is_not_known():
    unknown = ['Tensor[Float32, CPU, "_"]', 'Tensor[Float32, CPU, "_ _"]']
    assert PLAIN_ONES.revealed[:4] == unknown * 2
    assert PLAIN_ONES.revealed[4:] == ['Tensor[Float32, CPU, "1 9"]', 'Tensor[Float32, CPU, "1 8"]']


GIVEN_ANOTHER = program("""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
class Base:
    width = 8
    def __init__(self, other: Optional["Base"] = None):
        self.x = torch.zeros(self.width)
        self.y = torch.zeros(3 if other is None else other.width)
class Wide(Base):
    width = 9
def main(given: Base):
    reveal_type(Base(given).y)
    reveal_type(given.x)
""")


def test_another_object_in_a_constructor_may_be_of_a_class_below():
    assert GIVEN_ANOTHER.revealed == ['Tensor[Float32, CPU, "_"]'] * 2


HELD = """
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, disable-error-code="assignment"
class Part(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(4, n)
    def forward(self, x):
        return self.fc(x)
class Whole(nn.Module):
    part_cls = Part
    def __init__(self, n):
        super().__init__()
        self.part = self.part_cls(n)
{other}
def main():
    reveal_type(Whole(3).part(torch.zeros(2, 4)))
"""
HOLDING = {
    "": ['Tensor[Float32, CPU, "2 3"]'],
    "class Below(Whole):\n    part_cls = nn.Linear": ['Tensor[Float32, CPU, "2 3"]'],
    "Whole.part_cls = nn.Identity": ['Tensor[Float32, CPU, "2 _"]'],
}
HOLDERS = [(program(HELD.format(other=other)), found) for other, found in HOLDING.items()]


@pytest.mark.parametrize(("said", "found"), HOLDERS, ids=list(HOLDING))
def test_a_class_that_the_class_holds_is_called(said, found):
    assert said.revealed == found


NATIVE = """
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)
class Wide(Part):
    pass
class Case:
    part_cls = Part
    def start(self) -> None:
        self.part = self.part_cls()
    def use(self) -> None:
        self.part.fc.missing()
class Other(Case):
    part_cls = Wide
"""
BY_ITSELF, OF_OURS = program(NATIVE, PLAIN), program(NATIVE)


def test_mypy_by_itself_believes_what_the_class_says():
    assert codes(BY_ITSELF.messages) == ["13 operator"]
    assert codes(OF_OURS.messages) == []
