"""A class of modules in a variable is passed on as one that is not generic."""

from tests.mypy_plugin.checking import PLAIN, codes, program

PASSED = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, type-arg"
M = TypeVar("M", bound=nn.Module)

class Head(nn.Module):
    def __init__(self, n: int = 3) -> None:
        super().__init__()

class Wide(Head): ...

class Plain(nn.Module): ...

class Config:
    def __init__(self, head: type[nn.Module]) -> None: ...

class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.head = Head
        self.config = Config(self.head)
        self.other = Config(head=self.head)

def build(cls: type[M] | Callable[..., M], variant: str) -> M:
    return cls()

def create(variant, wide: bool) -> None:
    chosen = Wide if wide else Head
    reveal_type(build(chosen, "a"))
    either = Head
    if wide:
        either = Plain
    model = build(either, variant)
    model.head = model.head(3)
    build(partial(Head, n=variant.n), variant)
    Config(partial(Head, n=variant.n))
""",
    PLAIN,
)


def test_what_is_made_of_a_class_that_a_variable_holds():
    assert [shown.rpartition(".")[2] for shown in PASSED.revealed] == ["Head"]


def test_nothing_new_is_said_of_it():
    assert codes(PASSED.messages) == ["32 operator", "34 arg-type"]


RECURSIVE = program(
    """
from typing import NamedTuple

class Tree(NamedTuple):
    value: torch.Tensor
    left: "Tree | None" = None

def total(t):
    return torch.zeros(2) if t is None else t.value + total(t.left)

tree = Tree(torch.ones(2), Tree(torch.ones(2)))
reveal_type(total(tree))
""",
    PLAIN,
)


def test_a_named_tuple_may_hold_others_of_its_kind():
    assert RECURSIVE.revealed
