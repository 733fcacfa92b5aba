"""Our dtypes are torch's, all of them, and so are their kinds and sizes."""

import pytest
import torch

from dtensortypes.core.facts.dtype import (
    ALIASES,
    BY_NAME,
    BY_NOTATION,
    CATEGORIES,
    DTYPES,
    FLOAT,
    FLOAT8S,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    NUMBER,
    QUANTISED,
    REAL,
    Category,
    one_of_dtypes,
)

TORCHS = {value for name in dir(torch) if isinstance(value := getattr(torch, name), torch.dtype)}
UNNAMED = {"bits", "int1", "int2", "int3", "int4", "int5", "int6", "int7", "uint1", "uint2", "uint3"} | {
    "uint4", "uint5", "uint6", "uint7", "bits1x8", "bits2x4", "bits4x2", "bits8", "bits16",
}  # fmt: skip
"""Shells without operations, which no signature names."""


def torchs(dtype):
    return getattr(torch, dtype.name)


def test_every_dtype_of_torch_has_a_name():
    ours = {torchs(dtype) for dtype in DTYPES}
    assert {str(dtype).removeprefix("torch.") for dtype in TORCHS - ours} <= UNNAMED


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_a_dtype_is_of_the_kind_that_torch_says(dtype):
    live = torchs(dtype)
    assert dtype.is_float == live.is_floating_point
    assert dtype.is_complex == live.is_complex
    assert dtype.bits == live.itemsize * 8
    quantised = dtype.category is Category.QUANTISED
    assert quantised == dtype.name.startswith("q")
    assert quantised or dtype.signed == live.is_signed
    assert dtype.is_integer == (not (live.is_floating_point or live.is_complex or quantised or live == torch.bool))


@pytest.mark.parametrize(("alias", "dtype"), list(ALIASES.items()), ids=str)
def test_torchs_second_names(alias, dtype):
    assert getattr(torch, alias) is torchs(dtype)


def test_names_and_notations_are_distinct():
    assert len(BY_NAME) == len(DTYPES) + len(ALIASES)
    assert len(BY_NOTATION) == len(DTYPES)
    assert repr(FLOAT32) == "FLOAT32"
    assert str(FLOAT32) == "float32"


def test_categories_divide_the_dtypes():
    parts = [FLOAT.members, CATEGORIES["Int"].members, CATEGORIES["UInt"].members, CATEGORIES["Complex"].members]
    assert NUMBER.members == frozenset().union(*parts)
    assert sum(map(len, parts)) == len(NUMBER.members)
    assert NUMBER.members - REAL.members == CATEGORIES["Complex"].members
    assert {d.name for d in set(DTYPES) - NUMBER.members - QUANTISED.members} == {"bool"}
    assert CATEGORIES["Integer"].members == CATEGORIES["Int"].members | CATEGORIES["UInt"].members
    assert FLOAT.members > FLOAT8S
    assert all(d.bits == 8 for d in FLOAT8S)


def test_the_narrowest_fact_for_some_members():
    assert one_of_dtypes(frozenset({FLOAT32})) == FLOAT32
    assert one_of_dtypes(FLOAT.members).notation == "Float"
    assert one_of_dtypes(frozenset({FLOAT16, FLOAT64})).notation == "Float16 | Float64"
