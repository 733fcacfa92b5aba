"""What a body was given is handed on as it was until the body may have changed it."""

import pytest

from tests.mypy_plugin.checking import program

BODY = """
# mypy: allow-untyped-defs, allow-untyped-calls
def made(n=3):
    return torch.zeros(n)
def first(rows):
    return rows[0]
def words(options, other):
    {statement}
    return made(**options)
def row(rows, other):
    {statement}
    return first(rows)
reveal_type({call})
"""
IN_DICTS = {
    "pass": True,
    "other.update(n=9)": True,
    "print(options)": True,
    "options.update(n=9)": False,
    'options["n"] = 9': False,
    'del options["n"]': False,
    "options = other": False,
    "kept = options; kept.clear()": False,
    "(lambda: options.clear())()": False,
}
IN_LISTS = {
    "pass": True,
    "other.reverse()": True,
    "rows.reverse()": False,
    "rows[:] = other": False,
    "rows = other[:]": False,
}
ROW = "row([torch.zeros(4), torch.zeros(3).half()], [])"
CASES = [(program(BODY.format(statement=one, call='words({"n": 4}, {})')), kept) for one, kept in IN_DICTS.items()]
CASES += [(program(BODY.format(statement=one, call=ROW)), kept) for one, kept in IN_LISTS.items()]


@pytest.mark.parametrize(("found", "is_kept"), CASES)
def test_what_is_handed_on(found, is_kept):
    assert (found.revealed == ['Tensor[Float32, CPU, "4"]']) == is_kept
