"""What is noted of a class is what its own text, and that of its file, do to its objects."""

import pytest
from mypy.nodes import GDEF, MDEF, ClassDef, FuncDef, SymbolTable, SymbolTableNode, TypeInfo

from dtensortypes.mypy_plugin.changes.changed_by import changed_by
from dtensortypes.mypy_plugin.changes.noted import (
    is_changed,
    is_filled,
    is_given_below,
    is_given_outside,
    is_made_untyped,
    note,
    times_given,
    times_updated,
)
from dtensortypes.mypy_plugin.changes.owners import SELF
from tests.mypy_plugin.checking import parsed, program

TEXT = """
class Net:
    def __init__(self):
        self.first = self.second = 1
        self.items = []
        self.third.half()
        self.made, self.declared = made(), declared()
        self.declared = made()
        self.sized = sized(3)
        self.built = Net.again()
        self.part, (self.inner, self.rest) = made()
        self.known, self.told = declared()
    def again(self):
        self.second = 2
        self.second += 2
        self.second @= 2
    def fill(self):
        self.items.append(1)
    def change(self):
        self.encoder.cuda()
        self.half()

def made(): ...
def sized(n: int): ...
def declared() -> int: ...
def others(net):
    net.first = 3
    net.head.half()
"""


@pytest.fixture
def noted():
    file = parsed(TEXT)
    cls = file.defs[0]
    assert isinstance(cls, ClassDef)
    cls.info = TypeInfo(SymbolTable(), cls, "model")
    cls.info.mro = [cls.info]
    note(cls, file)
    return cls.info


def test_values_are_counted(noted):
    assert [times_given(noted, name) for name in ("first", "second", "other")] == [1, 4, 0]
    assert [times_updated(noted, name) for name in ("first", "second")] == [0, 1]


def test_what_a_class_below_gives_is_kept_with_the_one_above(noted):
    (cls,) = (node for node in parsed("class Own(Net):\n    first = 3").defs if isinstance(node, ClassDef))
    cls.info = TypeInfo(SymbolTable(), cls, "model")
    cls.info.mro = [cls.info, noted]
    note(cls, None)
    assert [is_given_below(noted, name) for name in ("first", "second")] == [True, False]
    assert not is_given_below(cls.info, "first")


def test_what_a_method_fills_or_changes(noted):
    assert is_filled(noted, "items")
    assert not is_filled(noted, "first")
    assert changed_by(noted, "change") == {"encoder", SELF}


def test_what_others_do_is_asked_of_in_other_files(noted):
    tree = parsed("x = 1")
    tree._fullname = "train"
    assert is_given_outside((tree,), noted, "first")
    assert not is_given_outside((tree,), noted, "second")
    assert [is_changed((tree,), noted, name) for name in ("head", "encoder", "third")] == [True, True, False]


def test_of_the_file_at_hand_more_is_known_than_its_text(noted):
    tree = parsed("x = 1")
    tree._fullname = "model"
    assert not is_given_outside((tree,), noted, "first")
    assert not is_changed((tree,), noted, "head")
    other = parsed("net.first = 3")
    other._fullname = "model"
    assert is_given_outside((other,), noted, "first")


def test_what_a_function_without_annotations_makes_first_is_anything(noted):
    file = parsed(TEXT)
    functions = [node for node in file.defs if isinstance(node, FuncDef)]
    file.names = SymbolTable({function.name: SymbolTableNode(GDEF, function) for function in functions})
    files = {"model": file}
    assert [is_made_untyped(files, noted, name) for name in ("made", "sized", "declared", "first")] == [
        True,
        True,
        False,
        False,
    ]
    assert [is_made_untyped(files, noted, name) for name in ("part", "rest", "known")] == [True, True, False]
    assert not is_made_untyped({}, noted, "made")
    assert not is_made_untyped(files, noted, "built")
    methods = [one for one in noted.defn.defs.body if isinstance(one, FuncDef)]
    noted.names.update({one.name: SymbolTableNode(MDEF, one) for one in methods})
    file.names["Net"] = SymbolTableNode(GDEF, noted)
    assert is_made_untyped(files, noted, "built")


BELOW = program("""
class Base:
    def __init__(self) -> None:
        self.reset()
        self.count = torch.zeros(2)
    def reset(self) -> None:
        self.state = torch.zeros(4)
    def get(self) -> None:
        reveal_type(self.state)
        reveal_type(self.count)
class Whole(Base):
    def reset(self) -> None:
        self.state = torch.zeros(4, dtype=torch.int64)
        self.count += 1
def use(base: Base) -> None:
    reveal_type(base.state)
""")


def test_another_method_of_a_class_that_derives_from_it_gives_another_value_as_well():
    assert BELOW.revealed == ["Tensor", 'Tensor[Float32, CPU, "2"]', "Tensor"]


EXACT = program("""
class Net(nn.Module):
    def __init__(self, n: int = 4) -> None:
        super().__init__()
        self.fc = nn.Linear(n, 2)
    def forward(self, x: torch.Tensor) -> Any:
        return self.fc(x)
class Other(Net):
    def reset(self, k: int) -> None:
        self.fc = nn.Linear(4, k)
reveal_type(Net(3)(torch.zeros(2, 3)))
""")


def test_an_object_of_which_it_is_known_what_made_it_is_of_no_deriving_class():
    assert EXACT.revealed == ['Tensor[Float32, CPU, "2 2"]']


def test_a_file_that_casts_tensors_of_nobody_known_may_have_changed_any_module():
    file = parsed("class Net: ...\nw = net.fc.weight\nw.data = w.data.double()")
    cls = file.defs[0]
    assert isinstance(cls, ClassDef)
    cls.info = TypeInfo(SymbolTable(), cls, "model")
    cls.info.mro = [cls.info]
    note(cls, file)
    assert is_changed((), cls.info, "head")
