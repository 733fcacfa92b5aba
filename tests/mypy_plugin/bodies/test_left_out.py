"""What a call leaves out has its default, which may be the device that is there where the program runs."""

from tests.mypy_plugin.checking import program

HEAD = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
from dataclasses import dataclass
WHERE = "cuda" if torch.cuda.is_available() else "cpu"
"""
FIELDS = program(
    HEAD
    + """
@dataclass
class Config:
    hidden: int = 3
    word: str = "cuda" if torch.cuda.is_available() else "cpu"
    named: str = WHERE
    device: torch.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    plain: str = "cpu"

def use() -> None:
    config, x = Config(), torch.zeros(3)
    reveal_type(x.to(config.word))
    reveal_type(x.to(config.named))
    reveal_type(x.to(config.device))
    reveal_type(x.to(config.plain))
    reveal_type(x.to(Config(word="cpu").word))
    reveal_type(x.to(Config(plain="cuda" if torch.cuda.is_available() else "cpu").plain))
def given(config: Config) -> None:
    reveal_type(torch.zeros(3).to(config.word))
"""
)
CALLS = program(
    HEAD
    + """
def moved(x, device="cuda" if torch.cuda.is_available() else "cpu"):
    return x.to(device)
def asked(x, device="cuda" if torch.cuda.is_available() else "cpu"):
    return x.to(device) if device != "cpu" else x
def use() -> None:
    moved(torch.zeros(3)) + torch.zeros(3)  # refused
    moved(torch.zeros(3), "cpu") + torch.zeros(3)
    asked(torch.zeros(3)) + torch.zeros(3)
"""
)
TOLD_APART = program(
    HEAD
    + """
@dataclass
class Config:
    word: str = "cuda" if torch.cuda.is_available() else "cpu"

def moved(x, device):
    return x.to(device) if isinstance(device, str) else x
def use() -> None:
    moved(torch.zeros(3), Config().word) + torch.zeros(3)
    reveal_type(torch.zeros(3).to(Config().word))
"""
)


def test_fields():
    assert FIELDS.revealed == [
        'Tensor[Float32, Accelerator, "3"]',
        'Tensor[Float32, Accelerator, "3"]',
        'Tensor[Float32, Accelerator, "3"]',
        'Tensor[Float32, CPU, "3"]',
        'Tensor[Float32, CPU, "3"]',
        'Tensor[Float32, Accelerator, "3"]',
        'Tensor[Float32, Any, "3"]',
    ]


def test_parameters():
    assert CALLS.refused == CALLS.marked


def test_where_words_are_told_from_devices_a_word_stays_one():
    assert TOLD_APART.revealed == ['Tensor[Float32, Any, "3"]']
    assert TOLD_APART.refused == []
