"""Promotion equals torch's, over every pair of dtypes, zero-dim tensors and Python numbers."""

from itertools import product

import pytest
import torch

from dtensortypes.core.algebra.promote import (
    Operand,
    complex_of,
    dtype_of_number,
    promote_types,
    real_of,
    result_type,
)  # fmt: skip
from dtensortypes.core.facts.dtype import BFLOAT16, DTYPES, FLOAT16, FLOAT32, FLOAT64, Category, DType
from dtensortypes.core.problems import Kind, Refused

NUMBERS = {Category.BOOL: True, Category.INTEGER: 1, Category.FLOAT: 1.0, Category.COMPLEX: 1j}
OPERANDS: list[Operand] = [*product(DTYPES, [False, True]), *NUMBERS]


def torchs(dtype: DType) -> torch.dtype:
    return getattr(torch, dtype.name)


def live(operand: Operand):
    if isinstance(operand, Category):
        return NUMBERS[operand]
    dtype, zero_dim = operand
    return torch.empty(() if zero_dim else (1,), dtype=torchs(dtype))


def said_by_torch(function, *arguments) -> str:
    """Torch's answer as our dtype is named, or that it refuses."""
    try:
        return str(function(*arguments)).removeprefix("torch.")
    except (RuntimeError, TypeError):
        return "refused"


def said_by_us(function, *arguments) -> str:
    try:
        return function(*arguments).name
    except Refused as refused:
        return "refused" if refused.problem.kind is Kind.DTYPE else f"refused for its {refused.problem.kind}"


@pytest.mark.parametrize("first", DTYPES, ids=str)
def test_every_pair_promotes_as_in_torch(first):
    for second in DTYPES:
        expected = said_by_torch(torch.promote_types, torchs(first), torchs(second))
        assert said_by_us(promote_types, first, second) == expected, (first, second)
        assert said_by_us(promote_types, second, first) == expected, (second, first)


def test_something_promotes_and_something_is_refused():
    answers = {said_by_us(promote_types, *pair) for pair in product(DTYPES, repeat=2)}
    assert "refused" in answers
    assert len(answers) > 20


@pytest.mark.parametrize("default", [FLOAT16, BFLOAT16, FLOAT32, FLOAT64], ids=str)
def test_result_type_of_every_two_operands(default):
    before = torch.get_default_dtype()
    torch.set_default_dtype(torchs(default))
    try:
        expected = {pair: said_by_torch(torch.result_type, *map(live, pair)) for pair in product(OPERANDS, repeat=2)}
    finally:
        torch.set_default_dtype(before)
    wrong = {p: (said_by_us(result_type, p, default), e) for p, e in expected.items()}
    assert {p: pair for p, pair in wrong.items() if pair[0] != pair[1]} == {}


@pytest.mark.parametrize("first", DTYPES, ids=str)
def test_complex_of_and_real_of(first):
    expected = said_by_torch(lambda: torchs(first).to_complex())
    if first.is_float or first.is_complex:
        assert said_by_us(complex_of, first) == expected
    else:
        assert said_by_us(complex_of, first) == "refused"
    assert real_of(first).name == (said_by_torch(torchs(first).to_real) if first.is_complex else first.name)


def test_a_refusal_names_both_dtypes():
    with pytest.raises(Refused, match="uint16 and int8 have no common dtype in torch; cast one of them first"):
        promote_types(*(next(d for d in DTYPES if d.name == name) for name in ("uint16", "int8")))


@pytest.mark.parametrize(("category", "number"), NUMBERS.items(), ids=str)
def test_the_dtype_of_a_python_number(category, number):
    assert dtype_of_number(category).name == str(torch.result_type(number, number)).removeprefix("torch.")
