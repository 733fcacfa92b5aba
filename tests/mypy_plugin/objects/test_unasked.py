"""A parameter that is asked of what class it is keeps what it was made of."""

from tests.mypy_plugin.checking import PLAIN, program

ASKED = program(
    """
class Config:
    def __init__(self, hidden):
        self.hidden = hidden
class Other(Config):
    pass
class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        if type(config) == Config:
            print("plain")
        self.part = Part(config)
    def forward(self, x):
        return self.part(x)
class Again(nn.Module):
    def __init__(self, config, flag):
        super().__init__()
        if flag:
            config = Config(9)
        self.part = Part(config)
    def forward(self, x):
        return self.part(x)
class Part(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.fc = nn.Linear(4, config.hidden)
    def forward(self, x):
        return self.fc(x)
reveal_type(Net(Config(8))(torch.zeros(2, 4)))
reveal_type(Net(Other(8))(torch.zeros(2, 4)))
reveal_type(Again(Config(8), bool(input()))(torch.zeros(2, 4)))
reveal_type(Again(Config(8), False)(torch.zeros(2, 4)))
""",
    prelude=PLAIN,
)


def test_what_it_was_made_of():
    assert ASKED.revealed == [
        'Tensor[Float32, CPU, "2 8"]',
        'Tensor[Float32, CPU, "2 8"]',
        'Tensor[Float32, CPU, "2 _"]',
        'Tensor[Float32, CPU, "2 8"]',
    ]
