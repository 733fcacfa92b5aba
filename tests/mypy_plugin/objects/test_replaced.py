"""What `dataclasses.replace` makes is known where it is known what the first object was made of."""

from tests.mypy_plugin.checking import program

FOUND = program(
    """
from dataclasses import dataclass, replace

@dataclass
class Settings:
    hidden: int = 4
    dtype: torch.dtype = torch.float32

def made(cfg: Settings) -> torch.Tensor:
    return torch.zeros(cfg.hidden, dtype=cfg.dtype)

def use(settings: Settings) -> None:
    first = Settings(8)
    reveal_type(made(replace(first, dtype=torch.float16)))
    reveal_type(made(replace(settings, hidden=3)))
"""
)


def test_what_is_replaced():
    assert FOUND.revealed == ['Tensor[Float16, CPU, "8"]', 'Tensor[Any, CPU, "_"]']
