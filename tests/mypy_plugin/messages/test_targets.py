"""A base class's attribute may hold other tensors in objects of another class, unless it is declared."""

from tests.mypy_plugin.checking import PLAIN, program

MADE_UP = program("""
class Base:
    mean = torch.tensor(0)
    means = [torch.zeros(2)]
class Own(Base):
    mean = torch.tensor([0.5, 0.2])
    means = [torch.zeros(3)]
""")

READ = program(
    """
class Images:
    mean = torch.tensor(0)
    def __init__(self) -> None:
        self.weights = torch.zeros(3)
    def scaled(self) -> Tensor:
        return self.mean @ torch.zeros(2)
    def weighted(self) -> Tensor:
        return self.weights @ torch.zeros(2)
class Photos(Images):
    mean = torch.tensor([0.5, 0.2])
    def __init__(self) -> None:
        super().__init__()
        self.weights = torch.zeros(2)
""",
    PLAIN,
)

DECLARED = program("""
class Base:
    mean: Tensor[Int64, CPU, ""] = torch.tensor(0)
class Own(Base):
    mean = torch.tensor([0.5, 0.2])
""")


def test_what_mypy_made_up_is_no_declaration():
    assert MADE_UP.messages == []


def test_what_a_class_below_gives_is_not_what_the_class_has():
    assert READ.messages == []


def test_what_is_declared_is():
    (said,) = [message for message in DECLARED.messages if "error" in message]
    assert said == '4: error: "mean" is float32, declared Int64; cast with .long()  [tensor-dtype]'
