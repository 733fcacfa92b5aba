"""After a call nothing is known of what it may have changed, and all that it has given is."""

from tests.mypy_plugin.checking import program

NET = program("""
class Net:
    def __init__(self) -> None:
        self.x = torch.zeros(2, 3)
        self.y: Optional[torch.Tensor] = None
    def make(self) -> None:
        self.y = torch.ones(4)
    def cast(self) -> None:
        self.x = self.x.double()
    def use(self, x: Tensor[Float32, CPU, "b 4"]) -> None:
        self.x = x
        reveal_type(self.x)
        self.cast()
        reveal_type(self.x)
        self.make()
        reveal_type(self.y)
""")


def test_what_is_known_afterwards():
    assert NET.revealed[0] == 'Tensor[Float32, CPU, "b 4"]'
    assert NET.revealed[1] != 'Tensor[Float32, CPU, "b 4"]'
    assert NET.revealed[2] == 'Tensor[Float32, CPU, "4"]'
