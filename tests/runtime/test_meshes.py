"""Placements against what was declared of them; on a real mesh they are tested in test_distributed.py."""

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest
import torch
import torch.distributed.tensor as torchs
from torch.distributed.tensor.placement_types import _StridedShard

from dtensortypes import Partial, Replicate, Shard, Tensor
from dtensortypes.runtime import meshes
from dtensortypes.runtime.meshes import placed, placements_of


class Placed(torch.Tensor):
    """A tensor that says how it is placed; the test takes its class for DTensor."""


def tensor(*placements, rank=2):
    made = torch.zeros([1] * rank).as_subclass(Placed)
    made.placements = placements
    return made


@pytest.fixture(autouse=True)
def placed_tensors(monkeypatch):
    monkeypatch.setitem(meshes.sys.modules, "torch.distributed.tensor", SimpleNamespace(DTensor=Placed))


STRIDED = _StridedShard(0, split_factor=2)


@pytest.mark.parametrize(
    ("declared", "found", "fits"),
    [
        ((Shard[0],), (torchs.Shard(0),), True),
        ((Shard[0],), (torchs.Shard(1),), False),
        ((Shard[0],), (torchs.Replicate(),), False),
        ((Shard[-1],), (torchs.Shard(1),), True),
        ((Shard[-1],), (torchs.Shard(0),), False),
        ((Shard,), (torchs.Shard(1),), True),
        ((Shard,), (torchs.Partial(),), False),
        ((Shard[0],), (STRIDED,), True),
        ((Replicate,), (torchs.Replicate(),), True),
        ((Partial,), (torchs.Partial("avg"),), True),
        ((Partial,), (torchs.Replicate(),), False),
        ((Shard[1] | Replicate,), (torchs.Replicate(),), True),
        ((Shard[1] | Replicate,), (torchs.Shard(0),), False),
        ((Any,), (torchs.Partial(),), True),
        ((Any,), (torchs.Partial(), torchs.Replicate()), False),
        ((Shard[0], Any), (torchs.Shard(0),), False),
        ((Shard[0], Replicate), (torchs.Shard(0), torchs.Replicate()), True),
        ((Replicate, Shard[0]), (torchs.Shard(0), torchs.Replicate()), False),
    ],
)
def test_each_dim_of_the_mesh_is_compared(declared, found, fits):
    facts = Tensor[Any, Any, Any, *declared].__tensor__[3]
    assert placed(tensor(*found), facts) is fits


def test_placements_are_said_as_torch_says_them():
    found = placements_of(tensor(torchs.Shard(0), STRIDED, torchs.Replicate(), torchs.Partial("max")))
    assert list(map(str, found)) == ["Shard(0)", "Shard(0)", "Replicate()", "Partial()"]
    assert placements_of(torch.zeros(2)) is None


def test_without_dtensors_nothing_is_loaded():
    program = (
        "import sys, torch; from dtensortypes import Shard, Tensor; from typing import Any;"
        "print(isinstance(torch.zeros(2), Tensor[Any, Any, Any, Shard[0]]), 'torch.distributed.tensor' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["False", "False"]
