"""A call shows that a body is right only in the regards in which all is known of it."""

from tests.mypy_plugin.checking import program

BY_SIZES = program(
    """
from dataclasses import dataclass

@dataclass
class Config:
    dim: int = 32
    hidden: int = 64

class Net(nn.Module):
    def __init__(self, cfg: Config) -> None:
        super().__init__()
        self.net = nn.Linear(cfg.dim, cfg.dim)
        self.head = nn.Linear(cfg.hidden, 10)

    def forward(self, x: Tensor[Float32, CPU, "b d"]) -> torch.Tensor:
        return self.head(self.net(x))  # refused

def run(cfg: Config, x: Tensor[Float32, CPU, "b 32"]) -> None:
    Net(cfg)(x)

run(Config(), torch.rand(2, 32))
"""
)


def test_a_module_of_unknown_sizes_shows_nothing_of_sizes():
    assert BY_SIZES.refused == BY_SIZES.marked
