"""A hint is a real type hint: everything that takes a type takes it."""

import copy
import dataclasses
import pickle
import typing
from typing import Any, Optional, TypeVar

import jaxtyping
import numpy as np
import pytest
import torch
import torch.distributed.tensor as torchs
from beartype import beartype
from beartype.door import is_bearable
from beartype.roar import BeartypeCallHintParamViolation

from dtensortypes import CPU, CUDA, BFloat16, Device, Float, Float16, Float32, Float64, Int64, Replicate, Shard, Tensor

D = TypeVar("D", bound=Float)
V = TypeVar("V", bound=Device)
Images = Tensor[D, V, "b 3 h w"]
IMAGE: typing.TypeAlias = Tensor[Float32, CPU, "3 h w"]

HINTS = [
    Tensor,
    Tensor[Float32],
    Tensor[Float32, CUDA],
    Tensor[Float32, CUDA[1], "b n"],
    Tensor[Any, Any, "n"],
    Tensor[Float16 | BFloat16, CPU | CUDA],
    Tensor[D, V, "*batch n+1"],
    Tensor[Float32, CPU, "b n", Shard[0]],
    Tensor[D, Any, Any, Shard[-1] | Replicate, Any],
]


@pytest.mark.parametrize("hint", HINTS, ids=repr)
def test_it_goes_through_copies_and_pickle(hint):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(hint, protocol)) == hint  # noqa: S301 - our own bytes
    assert copy.copy(hint) == copy.deepcopy(hint) == hint
    assert len({hint, copy.deepcopy(hint)}) == 1


@pytest.mark.parametrize("hint", HINTS, ids=repr)
def test_it_goes_where_types_go(hint):
    assert typing.get_args(hint | None) == typing.get_args(Optional[hint]) == (hint, type(None))  # noqa: UP045 - both spellings
    assert typing.get_args(None | hint) == (type(None), hint)
    assert typing.get_args(dict[str, list[hint]])[1].__args__ == (hint,)
    fields = dataclasses.fields(dataclasses.make_dataclass("Batch", [("x", hint)]))
    assert fields[0].type is hint
    assert repr(hint | None) == f"{hint!r} | None"


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        (Tensor, "Tensor"),
        (Tensor[Any, Any, Any], "Tensor"),
        (Tensor[Float32, Any, "..."], "Tensor[Float32]"),
        (Tensor[Any, CUDA[1]], "Tensor[Any, CUDA[1]]"),
        (Tensor[Float32, CUDA, "b n"], 'Tensor[Float32, CUDA, "b n"]'),
        (Tensor[Float16 | BFloat16, Any, ""], 'Tensor[BFloat16 | Float16, Any, ""]'),
        (Tensor[D, V, "b  1+n"], 'Tensor[D, V, "b n+1"]'),
        (Tensor[jaxtyping.Float, CPU, "n"], 'Tensor[Float, CPU, "n"]'),
        (Tensor[Float32, CPU, "n", Shard[0], Any], 'Tensor[Float32, CPU, "n", Shard[0], Any]'),
        (Tensor[Any, Any, Any, Replicate | Shard[0]], 'Tensor[Any, Any, "...", Replicate | Shard[0]]'),
    ],
)
def test_it_prints_as_it_is_written(hint, text):
    assert repr(hint) == text


def test_equal_hints_are_equal():
    assert Tensor[Float32, CPU, "b  n"] == Tensor[Float32, CPU, "b n"] != Tensor[Float32, CPU, "b m"]
    assert Tensor[Float16 | BFloat16] == Tensor[BFloat16 | Float16]
    assert Tensor[Any] == Tensor
    assert Tensor != torch.Tensor
    assert Tensor[Float32, CPU, "n", Shard[0]] == Tensor[Float32, CPU, "n", torchs.Shard(0)]
    assert Tensor[Float32, CPU, "n", Shard[0]] != Tensor[Float32, CPU, "n", Shard[1]] != Tensor[Float32, CPU, "n"]


def postponed(x: "Tensor[Float32, CPU, 'b n']", y: "IMAGE | None" = None) -> "list[Tensor]": ...


def test_type_hints_of_a_function():
    assert typing.get_type_hints(postponed) == {
        "x": Tensor[Float32, CPU, "b n"],
        "y": IMAGE | None,
        "return": list[Tensor],
    }


def test_type_variables_are_replaced():
    assert Images[Float32, CPU] == Tensor[Float32, CPU, "b 3 h w"]
    assert Tensor[D, CPU, "n", Shard[0]][Float32] == Tensor[Float32, CPU, "n", Shard[0]]
    with pytest.raises(TypeError, match="has 2 type variables to replace"):
        Images[Float32]
    with pytest.raises(TypeError, match="has no type variables to replace"):
        IMAGE[Float32]


@pytest.mark.parametrize(
    ("value", "hint", "fits"),
    [
        (torch.zeros(2), Tensor, True),
        (torch.nn.Parameter(torch.zeros(2)), Tensor[Float32, CPU, "n"], True),
        (np.zeros(2), Tensor, False),
        (None, Tensor, False),
        (torch.zeros(2), Tensor[Float64], False),
        (torch.zeros(2), Tensor[Float], True),
        (torch.zeros(2, dtype=torch.float8_e5m2), Tensor[Float], True),
        (torch.zeros(2, dtype=torch.int64), Tensor[Float16 | Int64], True),
        (torch.zeros(2), Tensor[D], True),
        (torch.zeros(2, dtype=torch.int64), Tensor[D], False),
        (torch.zeros(2), Tensor[Any, CUDA], False),
        (torch.zeros(2), Tensor[Any, CPU | CUDA], True),
        (torch.zeros(2), Tensor[Any, V], True),
        (torch.zeros(2, device="meta"), Tensor[Any, CPU], False),
        (torch.zeros(2, 2), Tensor[Any, Any, "n n"], True),
        (torch.zeros(2, 3), Tensor[Any, Any, "n n"], False),
        (torch.zeros(2, 3), Tensor[Any, Any, "n n+1"], True),
        (torch.zeros(2, 3), Tensor[Any, Any, "n+1 n"], False),
        (torch.zeros(4, 2, 3), Tensor[Any, Any, "*b 2 _"], True),
        (torch.zeros(3), Tensor[Any, Any, "... 2 _"], False),
        (torch.zeros(()), Tensor[Any, Any, ""], True),
        (torch.zeros(4), Tensor[Any, Any, "{self.dim}"], True),
        (torch.zeros(4), Tensor[Any, Any, "n", Any], False),
    ],
)
def test_isinstance(value, hint, fits):
    assert isinstance(value, hint) is fits
    assert is_bearable(value, hint) is fits
    assert is_bearable([value], list[hint]) is fits


def test_it_is_no_class_to_build_on():
    for hint in (Tensor, Tensor[Float32]):
        with pytest.raises(TypeError, match=r"make a tensor with torch\.tensor"):
            hint([1.0])
        with pytest.raises(TypeError, match=r"derive from torch\.Tensor"):
            type("Mine", (hint,), {})


def test_subclasses():
    assert issubclass(torch.nn.Parameter, Tensor)
    assert issubclass(Tensor[Float32], Tensor)
    assert not issubclass(torch.Tensor, Tensor[Float32])
    assert not issubclass(np.ndarray, Tensor)


def test_beartype_alone_checks_one_tensor():
    @beartype
    def total(x: Tensor[Float32, CPU, "b n"], y: Tensor[Float32] | None = None) -> float:
        return float(x.sum())

    assert total(torch.ones(2, 3)) == 6.0
    with pytest.raises(BeartypeCallHintParamViolation):
        total(torch.ones(2))
