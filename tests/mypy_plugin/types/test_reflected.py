"""The reflected operators of tensors are such that mypy asks of them, and sums still take tensors."""

from mypy.operators import reverse_op_methods

from dtensortypes.mypy_plugin.types.reflected import OPERATORS, declare
from tests.mypy_plugin.checking import program

SUM = program("""
def run(masks: list[Tensor[Bool, CPU, "3"]]) -> None:
    reveal_type(sum(masks))
""")


def test_comparisons_are_not_among_them():
    assert all(reverse_op_methods[operator] == reflected for reflected, operator in OPERATORS.items())
    assert "__radd__" in OPERATORS
    assert not {"__gt__", "__eq__"} & OPERATORS.keys()


def test_without_torch_there_is_nothing_to_do():
    declare({})


def test_they_are_still_methods_to_mypy():
    assert SUM.revealed == ['Tensor[Int64, CPU, "3"] | Literal[0]']
