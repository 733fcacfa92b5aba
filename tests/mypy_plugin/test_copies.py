"""What a copy of a function does with attributes leaves no trace in what mypy infers of them."""

from tests.mypy_plugin.checking import program
from tests.mypy_plugin.test_concerned import PLAIN, codes

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


def test_what_is_awaited_in_init_is_not_given_by_the_copy_of_a_method():
    found = codes(STARTED.messages)
    assert [code for code in found if "untyped" not in code] == ["5 var-annotated", "9 assignment", "13 attr-defined"]
