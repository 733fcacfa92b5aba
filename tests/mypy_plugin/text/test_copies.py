"""What a copy of a function does with attributes leaves no trace in what mypy infers of them."""

from tests.mypy_plugin.checking import PLAIN, codes, program

STARTED = program(
    """
class Process(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.utility = None
        self.inputs = []
        self.load(torch.zeros(3))

    def load(self, x: Tensor):  # type: ignore[no-untyped-def]
        self.utility = x.reshape(3)
        self.inputs = [x]

    def use(self) -> None:
        self.utility.detach()
""",
    PLAIN,
)

GIVEN_LATER = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
class Process(nn.Module):
    def __init__(self, x: Tensor) -> None:
        super().__init__()
        self.load(x)

    def use(self, x: Tensor) -> None:
        x.view(self.size, None)

    def load(self, x: Tensor):
        self.size = x.shape[0]
        self.use(x)

class Loop:
    def start(self, x: Tensor):
        None + torch.unique(x)
        self.first = self.last
        self.last = self.first
        self.items = []
""",
    PLAIN,
)

CLOSURE = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
class Path(nn.Module):
    def __init__(self, parts: list[int] | None = None) -> None:
        super().__init__()
        if parts is None:
            parts = [1]
        def first():
            return sum(part.size for part in parts)
        parts = parts + [first()]
""",
    PLAIN,
)


def test_what_is_awaited_in_init_is_not_given_by_the_copy_of_a_method():
    found = codes(STARTED.messages)
    assert [code for code in found if "untyped" not in code] == ["5 var-annotated", "9 assignment", "13 attr-defined"]


def test_what_another_method_gives_is_awaited_though_a_copy_has_given_it():
    found = [message.partition(": error: ")[2] for message in GIVEN_LATER.messages if message.startswith("8:")]
    assert found[:1] == [
        'No overload variant of "view" of "TensorBase" matches argument types "int", "None"  [call-overload]'
    ]
    assert len([text for text in found if text]) == 1


def test_what_a_copy_has_said_of_an_attribute_is_still_said():
    assert codes(GIVEN_LATER.messages)[1:] == ["17 has-type", "19 var-annotated"]


def test_a_function_inside_believes_no_more_of_what_is_given_again():
    assert codes(CLOSURE.messages) == ["8 union-attr", "8 union-attr"]
