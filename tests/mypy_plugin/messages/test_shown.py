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


BY_NAMES = program(
    """
class Scores(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.out = nn.Linear(8, 8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.out(x @ x.mT)  # refused

class Rows(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.out = nn.Linear(8, 8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.out(x)

def scores(x: Tensor[Float32, CPU, "b t 8"], y: Tensor[Float32, CPU, "8 t"]) -> None:
    Scores()(x)
    Rows()(x)

def run() -> None:
    Scores()(torch.zeros(1, 3, 8))
    Rows()(torch.zeros(1, 3, 5))  # refused

def also(x: Tensor[Float32, CPU, "b b 8"]) -> None:
    Same()(x)

class Same(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.out = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.out(x[:, :, 0])

Same()(torch.zeros(2, 5, 8))  # refused
"""
)


def test_a_call_shows_nothing_of_those_that_it_stands_for():
    assert BY_NAMES.refused == BY_NAMES.marked


ONE_AFTER_THE_OTHER = program(
    """
class Scores(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.out = nn.Linear(8, 8)

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return self.out(x @ y)

def names(x: Tensor[Float32, CPU, "b t 8"], y: Tensor[Float32, CPU, "8 t"]) -> None:
    Scores()(x, y)

def numbers() -> None:
    Scores()(torch.zeros(1, 3, 8), torch.zeros(8, 8))
    Scores()(torch.zeros(1, 3, 8), torch.zeros(8, 3))  # refused
"""
)


def test_what_a_later_call_shows_is_heard_as_well():
    assert ONE_AFTER_THE_OTHER.refused == ONE_AFTER_THE_OTHER.marked
