"""A device that an attribute is given from outside, or by another method, is not the one that it had first."""

from tests.mypy_plugin.checking import program

DEVICES = program("""
class Own:
    def __init__(self) -> None:
        self.device = torch.device("cuda")
        self.other = torch.device("cuda")
        self.third = torch.device("cuda")
    def move(self) -> None:
        self.other = torch.device("cpu")
def use() -> None:
    own, x = Own(), torch.zeros(3)
    own.device = torch.device("cpu")
    reveal_type(x.to(own.device))
    reveal_type(x.to(own.other))
    reveal_type(x.to(own.third))
""")


def test_a_device_that_changes():
    assert DEVICES.revealed == [
        'Tensor[Float32, CPU, "3"]',
        'Tensor[Float32, Any, "3"]',
        'Tensor[Float32, CUDA, "3"]',
    ]
