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


UPDATED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Meter:
    def __init__(self, n, device):
        self.total = torch.zeros(n, device=device)
    def update(self, i, x):
        self.total[i] = x
class Loop:
    def __init__(self, device):
        self.meter = Meter(3, device)
    def total(self):
        return self.meter.total
    def run(self, x):
        self.meter.update(0, x)
loop = Loop("cuda")
reveal_type(loop.total())
""")


def test_an_object_with_an_update_of_its_own_is_filled_by_none():
    assert UPDATED.revealed == ['Tensor[Float32, CUDA, "3"]']
