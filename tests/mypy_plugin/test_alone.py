"""Asked unaided, mypy sees of attributes what it knows by itself, also of those that are made of themselves."""

from tests.mypy_plugin.checking import program
from tests.mypy_plugin.test_concerned import PLAIN, codes

OWN = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
import numpy as np

class Buffer:
    def __init__(self):
        self.ends = np.array([], int)
        self.layer = nn.Linear(3, 3)

    def add(self, x: Tensor, more):
        self.last = np.concatenate([self.last, more])
        self.ends = np.append(self.ends, more)
        None * self.layer(x)
        return self.ends.missing

    def late(self) -> int:
        return self.last
""",
    PLAIN,
)


def test_an_attribute_that_is_made_of_itself():
    assert codes(OWN.messages) == ["10 has-type", "13 attr-defined", "16 return-value"]
