"""A distribution is what it was made of, until a file gives such ones other parameters, or their classes methods."""

from tests.mypy_plugin.checking import PLAIN, program

KNOWN = program("""
from torch.distributions import Distribution, Independent, Normal
def around(x: torch.Tensor) -> Independent:
    return Independent(Normal(x, 1.0), 1)
def run(x: Tensor[Float32, CPU, "b 3"], d: Distribution) -> None:
    each = around(x)
    reveal_type(each.log_prob(x))
    reveal_type(Independent(Normal(x, 1.0), 1))
    reveal_type(Independent(Normal(x, 1.0), 1).base_dist)
    reveal_type(d.rsample())
class Agent:
    def __init__(self) -> None:
        self.dist = Normal(torch.zeros(3), 1.0)
        self.other = Normal(torch.zeros(3), 1.0)
    def widen(self) -> None:
        self.other = Normal(torch.zeros(4), 1.0)
def use(agent: Agent) -> None:
    reveal_type(agent.dist.rsample())
    reveal_type(agent.other.rsample())
class Own(Normal):
    def rsample(self, sample_shape: torch.types._size = torch.Size()) -> torch.Tensor:
        return torch.zeros(9)
def own() -> None:
    reveal_type(Own(torch.zeros(3), 1.0).entropy)
""")
MOVED = program(
    """
class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.prior = torch.distributions.Normal(torch.zeros(3), 1.0)
        self.prior.loc = self.prior.loc.cuda()
        self.prior.scale = self.prior.scale.cuda()
    def forward(self, x):
        return x + self.prior.sample()
def run():
    VAE()(torch.zeros(3).cuda())
""",
    PLAIN,
)
BY_NAME = program(
    """
def run(x):
    prior = torch.distributions.Normal(torch.zeros(3), 1.0)
    setattr(prior, "loc", torch.zeros(3, device="cuda"))
    return prior.log_prob(x)
run(torch.zeros(3).cuda())
""",
    PLAIN,
)
FIXED = program(
    """
Fixed = torch.distributions.Categorical
drawn = Fixed.sample
Fixed.sample = lambda self: drawn(self).unsqueeze(-1)  # type: ignore
def run(logits):
    return logits.gather(1, Fixed(logits=logits).sample())
run(torch.zeros(5, 3))
""",
    PLAIN,
)
SAID = program(
    """
from torch.distributions import Categorical, Normal
def run(flag):
    Categorical.nothing
    Normal(0.0, 1.0).nothing
    made: int = Normal(torch.zeros(3), 1.0)
    return made
""",
    PLAIN,
)


def test_what_is_declared_is_completed():
    assert KNOWN.revealed == [
        'Tensor[Float32, CPU, "b"]',
        "torch.distributions.independent.Independent[torch.distributions.normal.Normal]",
        "torch.distributions.normal.Normal",
        "Tensor",
        'Tensor[Float32, CPU, "3"]',
        "Tensor",
        "def () -> Any",
    ]
    assert [text for text in KNOWN.messages if "[tensor-" in text] == []


def test_of_one_that_gets_other_parameters_nothing_is_known():
    assert [one.refused for one in (MOVED, BY_NAME, FIXED)] == [[], [], []]


def test_its_type_is_said_as_mypy_says_it():
    said = "\\n".join(SAID.messages)
    assert '"type[Categorical]" has no attribute' in said
    assert '"Normal" has no attribute' in said
    assert 'expression has type "Normal", variable has type "int"' in said
