"""A dtype that one branch of an `if` gives is wrong where it is not declared, unless another `if` may repair it."""

import pytest

from tests.mypy_plugin.checking import program

TWO = """
def want(x: Tensor[Float32]) -> None: ...
def run(x: Tensor[BFloat16, CPU, "n"], flag: bool) -> {result}:
    if flag:
        y = {one}
    {other}
    {last}
"""
WRONG = "is bfloat16, declared Float32; cast with .float()  [tensor-dtype]"
CASES = {
    "returned": (
        ("Tensor[Float32]", "x.float()", "else: y = x.relu()", "return y"),
        [f'return value of "run" {WRONG}'],
    ),
    "passed on": (("None", "x.float()", "else: y = x.relu()", "want(y)"), [f'argument "x" of "want" {WRONG}']),
    "raised": (("Tensor[Float32]", "x.float()", "else: raise ValueError", "return y"), []),
    "allowed": (("Tensor[Float32 | BFloat16]", "x.float()", "else: y = x.relu()", "return y"), []),
    "repaired": (
        ("Tensor[Float32]", "x.float()", "else: y = x.relu()", "y = y if flag else y.float()\n    return y"),
        [],
    ),
    "unless": (("None", "x.float()", "else: y = x.relu()", "if flag: y = y.float()\n    want(y)"), []),
    "one branch": (("None", "x.float()", "y = x.float() if flag else x", "if flag: want(y)"), []),
}
PROGRAMS = [
    (program(TWO.format(result=result, one=one, other=other, last=last)), wrong)
    for (result, one, other, last), wrong in CASES.values()
]


@pytest.mark.parametrize(("said", "wrong"), PROGRAMS, ids=list(CASES))
def test_branches(said, wrong):
    assert [message.partition("error: ")[2] for message in said.messages if "note:" not in message] == wrong
