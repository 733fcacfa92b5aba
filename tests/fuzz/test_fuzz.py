"""Random programs on both sides, and proof that the referee sees where they disagree."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples.reports import Report
from tests.fuzz.campaign import checked
from tests.fuzz.draft import HEADER
from tests.fuzz.programs import Program, program, programs
from tests.fuzz.trial import judged

ROUND = range(300)
START = HEADER.count("\n") + 1


def said(line: int, text: str, code: str = "", severity: str = "note") -> Report:
    return Report(Path("p0.py"), START + line, severity, text, code)


def written(*lines: str) -> Program:
    head = 'def program(x: Tensor[Float32, CPU, "b n"], y: Tensor[Float64, CPU, "n"], flag: bool) -> None:'
    return Program(0, HEADER + "\n".join([head, *(f"    {line}" for line in lines), ""]), on_cuda=False)


def disagreements(made: Program, *reports: Report) -> list[int]:
    return [line - START for line, _ in judged(made, list(reports)).disagreements]


def test_mypy_and_torch_agree():
    found = [
        f"program {made.seed}, line {line}: {text}"
        for made, outcome in checked(ROUND)
        for line, text in outcome.disagreements
    ]
    assert not found, "\n".join(found)


# --- the referee


REVEALED = written("v = x * 2", "reveal_type(v)")


@pytest.mark.parametrize("type_", ["Any", "Tensor", 'Tensor[Float32, CPU, "b n"]', 'Tensor[Float32, Any, "_ ..."]'])
def test_what_is_true_agrees(type_):
    assert disagreements(REVEALED, said(2, f'Revealed type is "{type_}"')) == []


@pytest.mark.parametrize("type_", ["Tensor[Float64]", "Tensor[Any, CUDA]", 'Tensor[Float32, CPU, "n b"]', "int"])
def test_what_is_false_disagrees(type_):
    assert disagreements(REVEALED, said(2, f'Revealed type is "{type_}"')) == [2]


def test_a_refusal_has_to_be_raised():
    made = written("v1 = x @ y  # refused", "v2 = x + y")
    reports = [said(line, "mixes dtypes", "tensor-dtype", "error") for line in (1, 2)]
    assert disagreements(made, *reports) == [2]


def test_a_refusal_has_to_be_raised_whatever_the_flag():
    made = written("v1 = x @ y if flag else x")
    assert disagreements(made, said(1, "mixes dtypes", "tensor-dtype", "error")) == [1]


def test_a_declaration_has_to_be_false():
    made = written("v1: Tensor[Float64, CPU] = x  # declared", "v2: Tensor[Float32, CPU] = x  # declared")
    reports = [said(line, "is declared", "tensor-dtype", "error") for line in (1, 2)]
    assert disagreements(made, *reports) == [2]


def test_nothing_is_said_of_what_is_not_reached():
    made = written("if x.ndim == 3:", "    v1 = x + x")
    assert disagreements(made, said(2, "mixes dtypes", "tensor-dtype", "error")) == []


# --- the programs


@given(programs)
def test_a_program_is_python_and_runs(made):
    outcome = judged(made, [])
    assert outcome.disagreements == []
    assert outcome.counts["statements"] > 1


@given(st.integers(0, 2**32))
def test_a_number_gives_one_program(seed):
    assert program(seed) == program(seed)
