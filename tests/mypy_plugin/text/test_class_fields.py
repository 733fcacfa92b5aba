"""What a class writes for an attribute of all its objects is known of them, also of what a base writes."""

from tests.mypy_plugin.checking import program

FOUND = program(
    """
from dataclasses import dataclass, field
@dataclass
class Base:
    hidden: int = 64
    depth: int = field(default=3)
@dataclass
class Config(Base):
    names: list[str] = field(default_factory=list)
def made(config: Config) -> torch.Tensor:
    return torch.zeros(config.hidden, config.depth)
reveal_type(made(Config()))
"""
)


def test_defaults():
    assert FOUND.revealed == ['Tensor[Float32, CPU, "64 3"]']
