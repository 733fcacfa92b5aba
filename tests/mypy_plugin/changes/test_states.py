"""Everything in a module is in its state; what a list holds is not in a module."""

from tests.mypy_plugin.checking import program

INSIDE = program("""
class Part(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.chain = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 2))
        self.scale = nn.Parameter(torch.ones(2))
class Whole(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.part = Part()
        self.parts = nn.ModuleList([Part()])

net = Whole().half()
x = torch.zeros(3, 4).half()
reveal_type(net.part.chain(x))
reveal_type(net.parts[0].chain(x))
reveal_type(net.part.scale)
net.part.chain(x.float())
""")


def test_the_state_goes_all_the_way_down():
    half = 'Tensor[Float16, CPU, "3 2"]'
    assert INSIDE.revealed == [half, half, 'Parameter[Float16, CPU, "2"]']
    assert [message.partition(":")[0] for message in INSIDE.messages if "error" in message] == ["17"]
