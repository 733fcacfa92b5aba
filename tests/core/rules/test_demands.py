"""Demands refuse what is proved to break them, at the very edge, and are silent where anything is unknown."""

import pytest

from dtensortypes.core.facts.device import CPU, CUDA, Device
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import BOOL, FLOAT32, FLOAT64, INT64, Category
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Number
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.demands import (
    above,
    at_least,
    at_most,
    below,
    divisible,
    existing,
    few_dims,
    in_one_dtype,
    in_order,
    mask,
    no_kernel_on,
    of_dims,
    of_dims_or_more,
    of_kind,
    one_of,
    one_or_more,
    other_than,
    place_in_dim,
    smaller,
    some_items,
)


def tensor(*sizes, dtype=FLOAT32):
    return TensorFact(dtype, shape=Shape.of(*sizes))


def takes(demand, **arguments):
    try:
        demand(Call("f", arguments))
    except Refused:
        return False
    return True


@pytest.mark.parametrize(
    ("demand", "taken", "refused"),
    [
        (at_least(0, "k"), 0, -1), (at_most(1, "k"), 1, 1.5), (above(0, "k"), 1, 0), (below(1, "k"), 0.5, 1),
        (other_than(0, "k"), -1, 0), (one_of("k", "a", "b"), "b", "c"), (one_of("k", 1, 2), 2, 3),
        (at_least(0, "k"), (0, 1), (1, -1)), (at_least(0, "k"), Dim.of(3), Dim.of(-1)),
        (existing("k"), 0, 2), (existing("k"), -2, -3), (existing("k"), (0, 1), (0, -2)), (existing("k"), None, (2,)),
        (place_in_dim("k"), 1, 0), (place_in_dim("k"), 4, 5), (place_in_dim("k", 0), 0, -1),
        (one_or_more("k"), (UNKNOWN,), ()),
        (of_dims("k", 0, 2), tensor(), tensor(3)), (of_dims_or_more("k", 1), tensor(3), tensor()),
        (of_kind("k", Category.INTEGER), tensor(dtype=INT64), tensor(dtype=BOOL)),
        (mask("k"), tensor(dtype=BOOL), tensor(dtype=INT64)),
    ],
)  # fmt: skip
def test_the_edge(demand, taken, refused):
    own = tensor("n", 4)
    assert takes(demand, self=own, dim=-1, k=taken)
    assert not takes(demand, self=own, dim=-1, k=refused)
    for unknown in (UNKNOWN, Number(Category.INTEGER), Dim.of("n"), TensorFact()):
        assert takes(demand, self=own, dim=-1, k=unknown)


@pytest.mark.parametrize(
    ("demand", "taken", "refused"),
    [(in_order("low", "high"), (1, 1), (2, 1)), (smaller("low", "high"), (0, 1), (1, 1)),
     (divisible("low", "high"), (6, 3), (7, 3))],
)  # fmt: skip
def test_two_numbers(demand, taken, refused):
    for (low, high), verdict in ((taken, True), (refused, False)):
        assert takes(demand, low=low, high=high) is verdict
    assert takes(demand, low=UNKNOWN, high=1)
    assert takes(demand, low=2, high=UNKNOWN)


def test_a_choice_among_no_items():
    empty = tensor(0, 3)
    assert not takes(some_items, self=empty, dim=None)
    assert not takes(some_items, self=empty, dim=-2)
    assert takes(some_items, self=empty, dim=1)
    assert takes(some_items, self=empty, dim=UNKNOWN)
    assert takes(some_items, self=TensorFact(shape=UNKNOWN_SHAPE), dim=0)


def test_a_bit_for_each_dim():
    """Torch reduces all dims of any tensor, and some of up to 64."""
    for rank, taken in ((64, True), (65, False)):
        own = TensorFact(shape=Shape.of(*(1,) * rank))
        assert takes(few_dims, self=own, dim=0) is taken
        assert takes(few_dims, self=own, dim=None)


def test_a_zero_dim_tensor_counts_as_one_item():
    own = TensorFact(shape=SCALAR)
    assert takes(place_in_dim("k"), self=own, dim=-1, k=1)
    assert not takes(place_in_dim("k"), self=own, dim=-1, k=2)


def test_one_dtype_of_what_is_not_promoted():
    demand = in_one_dtype("self", "source")
    assert takes(demand, self=tensor(3), source=tensor(2))
    assert not takes(demand, self=tensor(3), source=tensor(2, dtype=FLOAT64))
    assert takes(demand, self=tensor(3), source=TensorFact())


def test_no_kernel():
    demand = no_kernel_on("cuda")
    assert [takes(demand, self=TensorFact(device=device)) for device in (CPU, CUDA, Device("cuda", 1), UNKNOWN)] == [
        True, False, False, True,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("demand", "arguments", "words"),
    [
        (at_least(0, "steps"), {"steps": -1}, '"f" takes steps >= 0, not -1'),
        (one_of("reduction", "none", "mean", "sum"), {"reduction": "abc"},
         '"f" takes reduction "none", "mean" or "sum", not "abc"'),
        (of_dims("boundaries", 1), {"boundaries": tensor(2, 3)}, '"f" takes 1 dim of boundaries, not shape (2, 3)'),
        (of_dims("self", 1, 2), {"self": tensor()}, '"f" takes 1 or 2 dims, not shape ()'),
        (of_dims("end", 0), {"end": tensor(2)}, '"f" takes end as a number or a zero-dim tensor, not of shape (2,)'),
        (of_kind("w", Category.FLOAT), {"w": tensor(dtype=INT64)},
         '"f" takes floats as w, not int64; cast with .float()'),
        (mask("mask"), {"mask": tensor(dtype=INT64)}, '"f" takes a mask of bool, not int64; cast it with .bool()'),
        (no_kernel_on("cuda"), {"self": TensorFact(device=CUDA)},
         '"f" has no kernel on cuda; move the tensor with .cpu()'),
        (place_in_dim("k"), {"self": tensor(3), "dim": 0, "k": 4}, '"f" takes k from 1 to 3, the size of dim 0, not 4'),
    ],
)  # fmt: skip
def test_words(demand, arguments, words):
    with pytest.raises(Refused) as refused:
        demand(Call("f", arguments))
    assert str(refused.value) == words
