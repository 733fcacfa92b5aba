"""Numpy's classes of numbers, called, make arrays of arrays."""

from tests.mypy_plugin.checking import program

NUMBERS = program("""
import numpy as np

from typing import Any

def f(given: Any, array: np.ndarray, number: float, either: int | np.float32 | None) -> None:
    reveal_type(np.float64())
    reveal_type(np.float64(number))
    reveal_type(np.float64(either))
    reveal_type(np.float64(given))
    reveal_type(np.float64(array))
    reveal_type(torch.tensor(np.int32(array)))
    reveal_type(torch.tensor(np.int32(number)))
""")


def test_of_what_may_be_an_array_it_is_not_known_to_be_a_number():
    assert NUMBERS.messages == []
    assert NUMBERS.revealed == [
        "numpy.float64", "numpy.float64", "numpy.float64", "numpy.float64 | Any", "numpy.float64 | Any",
        "Tensor[Int32, CPU]", 'Tensor[Int32, CPU, ""]',
    ]  # fmt: skip
