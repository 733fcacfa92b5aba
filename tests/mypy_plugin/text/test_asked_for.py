"""How far a generator is run, as what is said of its body shows."""

import pytest

from tests.mypy_plugin.checking import program, unplaced

BODY = """
def early(x, w):
    for _ in range(2):
        y = x @ w
        yield y
def late(x, w):
    yield x
    yield x @ w
def use(x: Tensor[Float32, CPU, "b 4"], w: Tensor[Float16, CPU, "4 4"], flag: bool) -> None:
    {body}
"""
WRONG = ['"@" needs both sides in one dtype: float32 and float16']
CASES = [
    ("for y in early(x, w): pass", WRONG),
    ("for i, y in enumerate(late(x, w)): pass", WRONG),
    ("print([y for y in late(x, w)])", WRONG),
    ("print({1: y for y in late(x, w)})", WRONG),
    ("print({y for y in late(x, w)})", WRONG),
    ("print(list(late(x, w)))", WRONG),
    ("print(next(early(x, w)))", WRONG),
    ("print(next(iter(early(x, w))))", WRONG),
    ("for y in early(x, w): break", WRONG),
    ("for y in late(x, w): break", []),
    ("print(next(late(x, w)))", []),
    ("made = early(x, w)", []),
    ("print(y for y in early(x, w))", []),
    ("def inner():\n        for y in late(x, w): yield y", []),
]
PROGRAMS = [(program(BODY.format(body=body)), wrong) for body, wrong in CASES]


@pytest.mark.parametrize(("said", "wrong"), PROGRAMS, ids=[body for body, _ in CASES])
def test_what_is_run(said, wrong):
    errors = [
        unplaced(message.partition("error: ")[2]).partition(";")[0]
        for message in said.messages
        if "[tensor-" in message
    ]
    assert errors == wrong
