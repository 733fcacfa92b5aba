"""Random programs on both sides, and proof that the referee sees where they disagree."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples.reports import Report
from tests.fuzz.campaign import checked
from tests.fuzz.draft import HEADER, Draft, is_tensor
from tests.fuzz.programs import Program, program, programs
from tests.fuzz.trial import judged

ROUND = range(200)
ON_CUDA = 'x: Tensor[Int64, CUDA, "n"], y: Tensor[Int64, CUDA, "n"]'
START = HEADER.count("\n") + 1


def said(line: int, text: str, code: str = "", severity: str = "note") -> Report:
    return Report(Path("p0.py"), START + line, severity, text, code)


def written(
    *lines: str, given: str = 'x: Tensor[Float32, CPU, "b n"], y: Tensor[Float64, CPU, "n"]', on_cuda: bool = False
) -> Program:
    body = [f"def program({given}, flag: bool) -> None:", *(f"    {line}" for line in lines), ""]
    return Program(0, HEADER + "\n".join(body), on_cuda)


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


def test_a_real_cuda_goes_no_further_than_its_kernels():
    made = written("v = torch.dot(x, x)", "reveal_type(v)", given='x: Tensor[UInt8, CUDA, "n"]', on_cuda=True)
    shown = said(2, 'Revealed type is "Tensor[Float32]"')
    assert disagreements(made, shown) == [2]
    assert disagreements(made, shown, said(1, '"dot" does not take uint8 on cuda', "tensor-dtype", "error")) == []


def test_what_kernels_refuse_of_the_later_rounds_is_not_judged():
    lines = ["for v in (x, y):", "    w = F.log_softmax(v, -1)", "    reveal_type(w)"]
    made = written(*lines, given='x: Tensor[Float32, CUDA, "n"], y: Tensor[UInt8, CUDA, "n"]', on_cuda=True)
    assert disagreements(made, said(3, 'Revealed type is "Tensor[Float32, CUDA]"')) == []
    assert disagreements(made, said(3, 'Revealed type is "Tensor[Float64, CUDA]"')) == [3]


def test_one_of_two_types_may_be_refused_where_the_runs_give_the_other():
    made = written("v = x if x.size(0) > 1 else y", "reveal_type(v)", "w = v")
    shown = said(2, 'Revealed type is "Tensor[Float32] | Tensor[Float64]"')
    wrong = 'argument "x" of "forward" is float64, declared Float32'
    assert disagreements(made, shown, said(3, wrong, "tensor-dtype", "error")) == []
    assert disagreements(made, shown, said(3, "mixes dtypes", "tensor-dtype", "error")) == [3]


def test_a_product_may_be_refused_for_another_reason_than_the_first():
    made = written("v = x if flag else y", "reveal_type(v)", "w = x @ v", given=ON_CUDA, on_cuda=True)
    shown = said(2, 'Revealed type is "Tensor[Float64] | Tensor[Int64]"')
    assert disagreements(made, shown, said(3, "int64 and float64", "tensor-dtype", "error")) == []
    assert disagreements(made, shown, said(3, "(2, 3) and (2, 3)", "tensor-shape", "error")) == [3]


def test_a_function_is_declared_as_one_of_the_runs_calls_it():
    function = 'def f(x: Tensor[Any, CPU, "b n"]) -> Any:\n    reveal_type(x)\n    return x\n\n\n'
    made = written("v = f(x if flag else x.mT)")
    made = replace(made, source=made.source.replace("def program", f"{function}def program"))
    assert disagreements(made, said(1, 'Revealed type is "Tensor[Float32, CPU, "b n"]"')) == []
    assert disagreements(made, said(1, 'Revealed type is "Tensor[Float32, CPU, "b b"]"')) == [1]


def test_a_tensor_is_no_number():
    made = written("v = x if flag else 0", "reveal_type(v)")
    assert disagreements(made, said(2, 'Revealed type is "Literal[0]"')) == [2]
    assert disagreements(made, said(2, 'Revealed type is "Tensor[Float32] | Literal[0]"')) == []


def test_nothing_is_said_of_what_is_not_reached():
    made = written("if x.ndim == 3:", "    v1 = x + x")
    assert disagreements(made, said(2, "mixes dtypes", "tensor-dtype", "error")) == []


# --- the programs


@given(programs)
def test_a_program_is_python_and_runs(made):
    outcome = judged(made, [])
    assert outcome.disagreements == []
    assert outcome.counts["statements"] > 1


def test_what_is_too_large_has_no_name():
    draft = Draft(Random(0), on_cuda=False)  # noqa: S311 - no secret
    assert not draft.works("v1 = torch.ones(10**6)")
    assert draft.works("v2 = torch.ones(3)")
    assert draft.kept(is_tensor) == ["v2"]


@given(st.integers(0, 2**32))
def test_a_number_gives_one_program(seed):
    assert program(seed) == program(seed)
