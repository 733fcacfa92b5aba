"""Expectations are read from the ends of a program's lines."""

from pathlib import Path

import pytest

from examples.expectations import Marker, Program

SOURCE = '''
"""A story.

Told "# error: [tensor-dtype] not a comment" at length, of CUDA.
"""

def scene() -> None:
    x = cast(y)  # error: [tensor-dtype] float64 Float32  # raises: TensorTypeError x float64
    reveal_type(x)  # revealed: Tensor[Float32, CPU, "3"]

def inner(x: int) -> None:
    fail(x)  # raises: RuntimeError

def main() -> None:
    scene()  # an ordinary comment
'''.lstrip()


@pytest.fixture
def program():
    return Program(Path("examples/scenarios/s00_made_up/wrong.py"), SOURCE)


def test_markers(program):
    assert program.markers == (
        Marker(7, "error", "tensor-dtype", "float64 Float32"),
        Marker(7, "raises", "TensorTypeError", "x float64"),
        Marker(8, "revealed", "", 'Tensor[Float32, CPU, "3"]'),
        Marker(11, "raises", "RuntimeError", ""),
    )


def test_a_run_starts_in_the_function_around_the_marker_if_it_can(program):
    assert [program.entry_of(line) for line in (7, 11, 14)] == ["scene", "main", "main"]


def test_story(program):
    assert (program.name, program.story) == ("s00_made_up/wrong.py", "A story.")


def test_code_is_shown_without_its_markers(program):
    assert program.code_at(7) == "x = cast(y)"


@pytest.mark.parametrize(
    ("line", "needs"),
    [
        ("# CUDA", False),
        ('"""CUDA"""', False),
        ("x: Tensor[Float32, CUDA]", True),
        ('x.to("cuda")', True),
        ("x.cuda()", True),
    ],
)
def test_a_program_needs_cuda_if_its_code_names_it(line, needs):
    assert Program(Path("p.py"), line + "\n").needs_cuda is needs
