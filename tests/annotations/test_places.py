"""Every wrong hint gets one clear error at once."""

from typing import Any, TypeVar

import jaxtyping
import numpy as np
import pytest
import torch
import torch.distributed.tensor as torchs

from dtensortypes import (
    CPU,
    CUDA,
    BFloat16,
    Device,
    DType,
    Float,
    Float16,
    Float32,
    Int32,
    NotationError,
    Partial,
    Replicate,
    Shard,
    Tensor,
)
from dtensortypes.annotations.places import device_of, dtype_of, pattern_of, placement_of
from dtensortypes.core.facts import dtype as facts
from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import Device as DeviceFact
from dtensortypes.core.facts.placement import PARTIAL, REPLICATE, SHARD, Placement
from dtensortypes.core.facts.unknown import UNKNOWN

D = TypeVar("D", bound=Float)
E = TypeVar("E", Float16, BFloat16)
V = TypeVar("V", bound=Device)
W = TypeVar("W", bound=CPU | CUDA)
Free = TypeVar("Free")


@pytest.mark.parametrize(
    ("place", "fact"),
    [
        (Float32, facts.FLOAT32),
        (Float, facts.FLOAT),
        (DType, UNKNOWN),
        (Any, UNKNOWN),
        (Float16 | BFloat16, OneOf(frozenset({facts.FLOAT16, facts.BFLOAT16}))),
        (Float | Int32, OneOf(facts.FLOAT.members | {facts.INT32})),
        (Float | Any, UNKNOWN),
        (D, Var("D", facts.FLOAT)),
        (E, Var("E", OneOf(frozenset({facts.FLOAT16, facts.BFLOAT16})))),
        (jaxtyping.Float32, facts.FLOAT32),
        (jaxtyping.Float, facts.FLOAT),
        (jaxtyping.Shaped, UNKNOWN),
        (jaxtyping.Float8e4m3fn, facts.FLOAT8_E4M3FN),
        (jaxtyping.Float16 | jaxtyping.BFloat16, OneOf(frozenset({facts.FLOAT16, facts.BFLOAT16}))),
    ],
)
def test_dtypes(place, fact):
    assert dtype_of(place) == fact


@pytest.mark.parametrize(
    ("place", "fact"),
    [
        (CPU, DeviceFact("cpu")),
        (CUDA[1], DeviceFact("cuda", 1)),
        (Device, UNKNOWN),
        (Any, UNKNOWN),
        (CPU | CUDA[0], OneOf(frozenset({DeviceFact("cpu"), DeviceFact("cuda", 0)}))),
        (V, Var("V")),
        (W, Var("W", OneOf(frozenset({DeviceFact("cpu"), DeviceFact("cuda")})))),
    ],
)
def test_devices(place, fact):
    assert device_of(place) == fact


@pytest.mark.parametrize(
    ("place", "fact"),
    [
        (Shard, SHARD),
        (Shard[0], Placement("Shard", 0)),
        (Replicate, REPLICATE),
        (Partial, PARTIAL),
        (Any, UNKNOWN),
        (Shard[1] | Replicate, OneOf(frozenset({Placement("Shard", 1), REPLICATE}))),
        (Shard | Any, UNKNOWN),
        (torchs.Shard(1), Placement("Shard", 1)),
        (torchs.Replicate(), REPLICATE),
        (torchs.Replicate, REPLICATE),
        (torchs.Partial("avg"), PARTIAL),
    ],
)
def test_placements(place, fact):
    assert placement_of(place) == fact


def test_shapes():
    assert pattern_of("b n+1").notation == "b n+1"
    assert pattern_of(Any) == pattern_of("...")


FORM = 'write Tensor[dtype, device, "shape"]'
PLACEMENTS = "write Shard[0], Replicate, Partial, a union of them or Any"
CLASSES = "write one of dtensortypes' classes, as Float32, Float16 | BFloat16 or Float, or Any"


@pytest.mark.parametrize(
    ("places", "words"),
    [
        (torch.float32, "torch.float32 is a value, not a type: write Float32"),
        ("float32", "'float32' is a value, not a type: write Float32"),
        (torch.half, "torch.float16 is a value, not a type: write Float16"),
        (float, "float is no dtype: write Float32"),
        (int, "int is no dtype: write Int64"),
        (np.float32, f"float32 is no dtype: {CLASSES}"),
        (torch.Tensor, f"Tensor is no dtype: {CLASSES}"),
        (None, f"None is no dtype: {CLASSES}"),
        (Float32 | None, f"NoneType is no dtype: {CLASSES}"),
        (Free, 'Free is no dtype: declare it as TypeVar("Free", bound=Float), or with another dtype class'),
        (D | Float32, "the type variable D cannot be a member of a union: give it the union as its bound"),
        (jaxtyping.Key, "torch has no dtype for jaxtyping's Key"),
        ("b n", f'the shape "b n" stands in the place of the dtype; {FORM}, with Any for any dtype'),
        (CUDA, f"the device CUDA stands in the place of the dtype; {FORM}"),
        ((CUDA, Float32), f"the device CUDA stands in the place of the dtype; {FORM}"),
        (("b", Float32), f'the shape "b" stands in the place of the dtype; {FORM}, with Any for any dtype'),
        ((Float32, Float32), f"the dtype Float32 stands in the place of the device; {FORM}"),
        ((Float32, "b n"), f'the shape "b n" stands in the place of the device; {FORM}, with Any for any device'),
        ((Float32, "cuda"), "'cuda' is a value, not a type: write CUDA"),
        ((Float32, torch.device("cuda:1")), "device(type='cuda', index=1) is a value, not a type: write CUDA[1]"),
        ((Float32, 0), "0 is no device: write CPU, CUDA, CUDA[1], MPS, a union of them or Any"),
        (
            (Float32, Free),
            'Free is no device: declare it as TypeVar("Free", bound=Device), or with another device class',
        ),
        ((Float32, CPU, 3), '3 is no shape: write its axes in one string, as in "b 3 n"'),
        ((Float32, CPU, ...), 'Ellipsis is no shape: write its axes in one string, as in "b 3 n"'),
        ((Float32, CPU, "b", "n"), '"n" stands in the place of a placement: the shape is one string'),
        ((Float32, CPU, "b", CPU), f"CPU is no placement: {PLACEMENTS}"),
        ((Float32, CPU, "b", 0), f"0 is no placement: {PLACEMENTS}"),
        ((Float32, CPU, "b", Shard[0] | None), f"NoneType is no placement: {PLACEMENTS}"),
        ((Float32, CPU, Shard[0]), 'Shard[0] is no shape: write its axes in one string, as in "b 3 n"'),
        ((), 'Tensor[()] says nothing: write Tensor for any tensor, or Tensor[dtype, device, "shape"]'),
    ],
)
def test_wrong_places(places, words):
    with pytest.raises(TypeError) as caught:
        Tensor[places]
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ("b,n", 'axes are separated by spaces, not commas\n  "b,n"\n    ^'),
        ("b n/2", '/ would make a dim fractional; write //\n  "b n/2"\n      ^'),
        ("b (n", 'this bracket is not closed\n  "b (n"\n     ^'),
    ],
)
def test_a_malformed_shape_is_shown(shape, words):
    with pytest.raises(NotationError) as caught:
        Tensor[Float32, CPU, shape]
    assert str(caught.value) == words
