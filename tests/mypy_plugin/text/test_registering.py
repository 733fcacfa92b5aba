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
