"""Modules take the type arguments that they take without the plugin."""

from tests.mypy_plugin.checking import PLAIN, program

WRITTEN = program(
    """
T = TypeVar("T")
class Box(nn.Module): ...
class Of(nn.Module, Generic[T]):
    item: T
class Table(nn.Module):
    boxes: nn.ModuleList[Box]
    box: "Box[int]"
    inside: dict[str, nn.ModuleDict[str, Box]]
    item: Of[Box]
    items: Of[Box, int]
    plain: nn.ModuleList
    kind: Literal[Kind.WIDE] = Kind.WIDE
    def given(self, later: "Later[int]", item: Of[T]) -> T:
        reveal_type(self.item.item)
        reveal_type(self.boxes)
        return item.item
class Later(nn.Module): ...
class Kind(enum.Enum):
    WIDE = 1
""",
    f"import enum; {PLAIN}",
)


def test_a_class_without_parameters_takes_no_arguments():
    assert [message for message in WRITTEN.messages if "error:" in message] == [
        '6: error: "ModuleList" expects no type arguments, but 1 given  [type-arg]',
        '7: error: "Box" expects no type arguments, but 1 given  [type-arg]',
        '8: error: "ModuleDict" expects no type arguments, but 2 given  [type-arg]',
        '10: error: "Of" expects 1 type argument, but 2 given  [type-arg]',
        '13: error: "Later" expects no type arguments, but 1 given  [type-arg]',
    ]


def test_its_own_arguments_are_kept_and_others_left_out():
    assert [shown.rpartition(".")[2] for shown in WRITTEN.revealed] == ["Box", "ModuleList"]
