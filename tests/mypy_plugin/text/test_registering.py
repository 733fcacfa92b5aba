"""What a method registers is told from its text, where the name is written out and the object is its own."""

from tests.mypy_plugin.checking import program

READ = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    def __init__(self, name="w", other=None):
        super().__init__()
        self.register_buffer("table", torch.zeros(4, 2))
        self.register_parameter("scale", nn.Parameter(torch.ones(3)))
        self.register_buffer(name, torch.zeros(5))
        other.register_buffer("left", torch.zeros(6))
def use() -> None:
    net = Net()
    reveal_type(net.table)
    reveal_type(net.scale)
    net.w.cos()  # type: ignore[operator]
    net.left.cos()  # type: ignore[operator]
""")


def test_names_that_are_written_out():
    assert READ.messages == []
    assert READ.revealed == ['Tensor[Float32, CPU, "4 2"]', 'Tensor[Float32, CPU, "3"]']


GIVEN = program("""
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer(name="mean", tensor=torch.zeros(3))
        self.register_buffer("last", None)
        self.plain = torch.zeros(2)
    def keep(self, x: Tensor[Float32, CPU, "3"]) -> None:
        self.mean = x.double()
        self.last = x
class Derived(Net):
    def again(self, x: Tensor[Float32, CPU, "3"]) -> None:
        self.mean = x
def use() -> None:
    net = Derived().half()
    reveal_type(net.mean)
    reveal_type(net.last)
    reveal_type(net.plain)
""")


def test_nothing_is_known_of_what_is_registered_and_given_another():
    assert GIVEN.revealed == ["Tensor", "Tensor", 'Tensor[Float32, CPU, "2"]']
