"""What a property works out of numbers is known of an object that is known with what it was made of."""

from tests.mypy_plugin.checking import program

CONFIG = """
from dataclasses import dataclass, replace
WIDTH = 3
@dataclass
class Config:
    d: int = 32
    heads: int = 4
    mult: float = 4.0
    name: str = "cpu"
    @property
    def head_dim(self) -> int:
        '''How wide each head is.'''
        return self.d // self.heads
    @property
    def hidden(self) -> int:
        return int(self.d * self.mult) if self.heads > 1 else self.d
    @property
    def twice(self) -> int:
        n = self.head_dim
        n += n
        return n
    @property
    def wide(self) -> int:
        return WIDTH * self.d
    @property
    def where(self) -> str:
        return self.name
    @property
    def drawn(self) -> int:
        return self.d + int(np.random.rand())
    @property
    def endless(self) -> int:
        return self.endless + 1
class Net(nn.Module):
    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        self.layer = nn.Linear(config.d, config.head_dim)
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y: torch.Tensor = self.layer(x)
        return y
"""
KNOWN = program(
    CONFIG
    + """
config, small = Config(), Config(d=8, heads=1)
for_all = (config.head_dim, config.hidden, config.twice, config.wide, config.drawn, config.endless)
reveal_type(torch.zeros(config.head_dim, config.hidden, config.twice, config.wide))
reveal_type(torch.zeros(small.head_dim, small.hidden, small.twice, device=small.where))
reveal_type(torch.zeros(config.drawn, config.endless))
reveal_type(Net(Config(d=16))(torch.zeros(2, 16)))
def given(config: Config) -> None:
    reveal_type(torch.zeros(config.head_dim))
"""
)

OPEN = program(
    CONFIG
    + """
class Other(Config):
    @property
    def head_dim(self) -> int:
        return 7
config = Config()
config.d = 64
reveal_type(torch.zeros(config.head_dim))
either = Config() if config.d else Other()
reveal_type(torch.zeros(either.twice))
class Base:
    n = 4
    @property
    def size(self) -> int:
        return self.n
class Heir(Base):
    @property
    def size(self) -> int:
        return 2 * self.n
def given(base: Base) -> None:
    reveal_type(torch.zeros(base.size))
"""
)

REDEFINED = program(
    CONFIG
    + """
Config.head_dim = property(lambda self: 5)  # type: ignore
reveal_type(torch.zeros(Config().head_dim))
"""
)


def test_a_property_is_worked_out_of_what_the_object_was_made_of():
    assert KNOWN.messages == []
    assert [shown.rpartition(", ")[2] for shown in KNOWN.revealed] == [
        *('"8 128 16 96"]', '"8 8 16"]', '"_ _"]', '"2 4"]', '"_"]')
    ]


def test_another_object_or_property_may_give_another_number():
    assert OPEN.messages == []
    assert [shown.rpartition(", ")[2] for shown in OPEN.revealed] == ['"_"]'] * 3


def test_a_property_that_the_program_replaces_is_not_read():
    assert [shown.rpartition(", ")[2] for shown in REDEFINED.revealed] == ['"_"]']
