"""A default of a tensor wants no annotation, as it would not without the plugin; those of Python's own classes do."""

from tests.mypy_plugin.checking import PLAIN, codes, program

DEFAULTS = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
from collections import defaultdict

class Memory:
    def __init__(self, size):
        self.found = defaultdict(lambda: dict())
        self.nothing = defaultdict(lambda: None)
        self.sums = defaultdict(lambda: torch.zeros(3))

def weights(tokenizer):
    found = defaultdict(lambda: 1.0)
    found[tokenizer.end] = 0
    return found
""",
    PLAIN,
)


def test_defaults_of_pythons_own_classes_want_annotations_by_themselves():
    assert codes(DEFAULTS.messages) == ["6 var-annotated", "7 var-annotated", "11 var-annotated"]


OWN_OBJECT = program(
    """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
class Reward(nn.Module):
    def loss(self=None, chosen: Any = None) -> Tensor:
        return chosen.mean()
    @staticmethod
    def scaled(x=None):
        return x * 2

scaled = Reward.scaled(torch.zeros(3))
""",
    PLAIN,
)


def test_a_method_whose_own_object_may_be_none_is_refused_as_by_mypy_itself():
    assert codes(OWN_OBJECT.messages) == ["3 assignment"]
