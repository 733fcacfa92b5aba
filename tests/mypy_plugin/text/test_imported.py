"""A function is known under the names that the file's imports give to it, or to its module."""

import pytest
from mypy.nodes import NameExpr

from dtensortypes.mypy_plugin.text.imported import imported_as, is_named
from tests.mypy_plugin.checking import parsed

NAME = "torch.utils.checkpoint.checkpoint"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from torch.utils.checkpoint import checkpoint", {"checkpoint"}),
        ("from torch.utils.checkpoint import checkpoint as again, checkpoint_sequential", {"again"}),
        ("from torch.utils import checkpoint as cp", {"cp"}),
        ("import torch.utils.checkpoint as cp", {"cp"}),
        ("import torch.utils.checkpoint", set()),
        ("from .checkpoint import checkpoint", set()),
        ("from mine.saving import checkpoint", set()),
    ],
)
def test_the_names_in_the_text(text, found):
    assert imported_as(parsed(text), NAME) == found


def test_a_name_that_is_bound():
    name = NameExpr("checkpoint")
    assert not is_named(name, NAME)
    name._fullname = NAME
    assert is_named(name, NAME)
