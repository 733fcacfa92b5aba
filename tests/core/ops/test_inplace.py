"""The list of in-place forms is torch's own, for what the table has out of place."""

import pytest
import torch

from dtensortypes.core.ops import may_be_self, names, reshaping
from dtensortypes.core.ops.inplace import INPLACE_FUNCTIONS, INPLACE_METHODS
from tests.core.ops.older import NOT_YET


def test_methods():
    assert [word for word in INPLACE_METHODS if not hasattr(torch.Tensor, f"{word}_")] == []
    ours = {name.removeprefix("torch.Tensor.") for name in names() if name.startswith("torch.Tensor.")}
    plain = {word for word in ours if not word.endswith("_")}
    assert {word for word in plain if hasattr(torch.Tensor, f"{word}_")} <= {word[:-1] for word in ours - plain}


def test_functions():
    assert [word for word in INPLACE_FUNCTIONS if not hasattr(torch, f"{word}_")] == []


@pytest.mark.filterwarnings("ignore")
def test_what_makes_the_tensor_itself_another_shape():
    def is_reshaped(word):
        for arguments in (
            (),
            (0,),
            (0, 1),
            (torch.zeros(2, 1, 1),),
            (torch.zeros(0).untyped_storage(),),
            ((2, 3), 2, 0),
        ):
            x = torch.zeros(1, 2, 3)
            try:
                getattr(x, word)(*arguments)
            except (RuntimeError, TypeError, IndexError):
                continue
            if x.shape != (1, 2, 3):
                return True
        return False

    assert [word for word in reshaping() if not hasattr(torch.Tensor, word)] == []
    every = {word for word in dir(torch.Tensor) if word.endswith("_") and not word.startswith("_")}
    assert {word for word in every if is_reshaped(word)} <= reshaping()


@pytest.mark.filterwarnings("ignore")
def test_what_may_give_back_the_tensor_itself():
    ours = {name.removeprefix("torch.Tensor.") for name in names() if name.startswith("torch.Tensor.")}
    plain = {word for word in ours if not word.startswith("_") and f"torch.Tensor.{word}" not in NOT_YET}
    assert set(filter(_gives_itself, plain)) <= set(filter(may_be_self, plain))
    assert [may_be_self(word) for word in ("add", "view", "relu", "dropout", "mul_", "to", "__getitem__")] == [
        False, False, True, True, True, True, False
    ]  # fmt: skip


def _gives_itself(word):
    x = torch.zeros(3)
    try:
        found = getattr(x, word)
        return (found() if callable(found) else found) is x
    except (AssertionError, RuntimeError, TypeError, IndexError, ValueError):
        return False
