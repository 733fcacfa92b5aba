import gc
import weakref

import pytest
import torch

from dtensortypes.runtime.likeness import Likeness, NoLikeness, is_plain_tensor, likeness
from dtensortypes.runtime.live import fact_of


@pytest.mark.parametrize(
    "tensor",
    [
        torch.zeros(()),
        torch.zeros(2, 0, dtype=torch.bool),
        torch.nn.Parameter(torch.zeros(3)),
        torch.zeros(2, 3, device="meta"),
        torch.zeros(2, 3).to_sparse(),
        torch.quantize_per_tensor(torch.zeros(2), 1.0, 0, torch.qint8),
    ],
)
def test_it_tells_what_the_tensor_tells(tensor):
    assert likeness(tensor).fact == fact_of(tensor)


def test_a_container_is_of_the_same_kind():
    x = torch.zeros(2)
    like = likeness({"a": [x, (x, 1)], "b": "text", 3: None})
    one = Likeness(torch.float32, torch.device("cpu"), (2,))
    assert like == {"a": [one, (one, 1)], "b": "text", 3: None}


def test_no_tensor_is_kept():
    x = torch.zeros(2)
    alive, like = weakref.ref(x), likeness([x])
    del x
    gc.collect()
    assert alive() is None
    assert like[0].shape == (2,)


class Tagged(torch.Tensor): ...


class Bag(list): ...


@pytest.mark.parametrize(
    "value",
    [
        torch.zeros(2).as_subclass(Tagged),
        torch.nested.nested_tensor([torch.zeros(2), torch.zeros(3)], layout=torch.jagged),
        Bag(),
        {torch.zeros(2): 1},
        {"a": object()},
        [torch.zeros(2), lambda: None],
        torch.zeros(2).numpy(),
    ],
)
def test_of_some_values_not_all_can_be_remembered(value):
    with pytest.raises(NoLikeness):
        likeness(value)


@pytest.mark.filterwarnings("ignore:`torch.jit.trace` is deprecated")
def test_while_torch_traces_sizes_are_tensors():
    seen = []
    torch.jit.trace(lambda x: seen.append(is_plain_tensor(x)) or x + 1, torch.zeros(2), check_trace=False)
    assert seen
    assert not any(seen)
    assert is_plain_tensor(torch.zeros(2))
