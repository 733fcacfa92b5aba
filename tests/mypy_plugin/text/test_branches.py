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
    "chosen": (("Tensor[Float32]", "x", "y = x if flag else x.float()", "return y"), []),
    "one branch": (("None", "x.float()", "y = x.float() if flag else x", "if flag: want(y)"), []),
}
CHOSEN = """
def want(x: Tensor[Float32]) -> None: ...
def run(x: Tensor[BFloat16], flag: bool, more: bool) -> None:
    y = x.float() if flag else x
    {last}
"""
CHOICES = [
    ("want(y)", [f'argument "x" of "want" {WRONG}']),
    ("want(x if flag and more else x.float())", []),
    ("if flag: want(y)", []),
    ("if more: want(y)", []),
    ("y = y if flag else y.float()\n    want(y)", []),
    ("want(x.float() if more else x)", [f'argument "x" of "want" {WRONG}']),
]
PROGRAMS = [
    (program(TWO.format(result=result, one=one, other=other, last=last)), wrong)
    for (result, one, other, last), wrong in CASES.values()
]


CHOSEN_PROGRAMS = [(program(CHOSEN.format(last=last)), wrong) for last, wrong in CHOICES]


TRIED = program("""
def want(x: Tensor[Float32]) -> None: ...
def kept(x: Tensor[BFloat16, CPU, "n"], y: dict[str, Tensor[Float32, CPU, "n"]]) -> None:
    try:
        z = y["a"]
    except KeyError:
        z = x
    want(z)
def left(x: Tensor[BFloat16, CPU, "n"], y: dict[str, Tensor[Float32, CPU, "n"]]) -> None:
    try:
        z = x
    except KeyError:
        raise
    else:
        z = y["a"]
    want(z)
def open_(x: Tensor[BFloat16, CPU, "n"], y: dict[str, Tensor[Float32, CPU, "n"]]) -> None:
    z = x
    try:
        z = y["a"]
    except KeyError:
        pass
    want(z)
""")


MATCHED = program("""
def want(x: Tensor[Float32]) -> None: ...
def every(x: Tensor[BFloat16, CPU, "n"], to: Literal["full", "same"]) -> None:
    match to:
        case "full":
            y = x.float()
        case "same":
            y = x.relu()
    want(y)  # refused
def else_(x: Tensor[BFloat16, CPU, "n"], to: str) -> None:
    y = x.float()
    match to:
        case "full":
            y = x.float()
        case _:
            y = x.relu()
    want(y)  # refused
def some(x: Tensor[BFloat16, CPU, "n"], to: str) -> None:
    y = x.float()
    match to:
        case "full":
            y = x.float()
        case "same":
            y = x.relu()
    want(y)
def repaired(x: Tensor[BFloat16, CPU, "n"], to: str) -> None:
    match to:
        case "full":
            y = x.float()
        case _:
            y = x.relu()
    if to != "full":
        y = y.float()
    want(y)
def left(x: Tensor[BFloat16, CPU, "n"], to: str) -> None:
    match to:
        case "full":
            y = x.float()
        case _:
            raise ValueError(to)
    match to:
        case "same":
            y = x.relu()
        case _ if y.sum() > 0:
            y = x.float()
    want(y)
""")


def test_what_a_match_gives_in_each_of_its_branches():
    assert MATCHED.refused == MATCHED.marked


def test_what_a_try_gives_in_each_of_its_branches():
    assert [message.partition("error: ")[2] for message in TRIED.messages] == [f'argument "x" of "want" {WRONG}']


@pytest.mark.parametrize(("said", "wrong"), CHOSEN_PROGRAMS, ids=[last for last, _ in CHOICES])
def test_choices(said, wrong):
    assert [message.partition("error: ")[2] for message in said.messages if "note:" not in message] == wrong


@pytest.mark.parametrize(("said", "wrong"), PROGRAMS, ids=list(CASES))
def test_branches(said, wrong):
    assert [message.partition("error: ")[2] for message in said.messages if "note:" not in message] == wrong
