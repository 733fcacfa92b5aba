"""The lists in a body's own dict are known one by one; where others may fill them, or the dict, nothing is."""

import pytest

from tests.mypy_plugin.checking import program

HEAD = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
# mypy: disable-error-code="var-annotated, type-arg, no-untyped-call"
from collections import defaultdict
def put(d: dict[str, list[torch.Tensor]]) -> None: ...
def make(x: Tensor[Float32, CPU, "b 16"], n: int, flag: bool, key: str) -> None:
    {begun}
    for _ in range(n):
        {filled}
    {then}
    reveal_type(torch.cat(d["a"]))
"""
BEGUN = [
    'd: dict[str, list[torch.Tensor]] = {"a": [], "b": []}',
    'd = {"a": [], "b": []}',
    "d = defaultdict(list)",
    "d: dict[str, list[torch.Tensor]] = defaultdict(list)",
]
KNOWN = 'Tensor[Float64, CPU, "_ 16"]'
OWN = [
    *(
        program(HEAD.format(begun=one, filled='d["a"].append(x.double()); d["b"].append(x)', then="pass"))
        for one in BEGUN
    ),
    *(
        program(HEAD.format(begun=one, filled='d.setdefault("a", []).append(x.double())', then="pass"))
        for one in ("d = {}", "d: dict[str, list[Tensor]] = {}", "d = dict()")
    ),
]
FILLED = 'd["a"].append(x.double())'
OTHERS = {
    "put(d)": FILLED,
    "other = d; other['a'].append(x)": FILLED,
    "d['a'] = [x]": FILLED,
    "d.update(a=[x])": FILLED,
    "(lambda: d['a'].append(x))()": FILLED,
    "for v in d.values(): v.append(x)": FILLED,
    "pass": 'd[key].append(x); d["a"].append(x.double())',
    "d = {'a': [x]}": FILLED,
    "e = [v.append(x) for v in d.values()]": FILLED,
    "xs = d['a']; xs.append(x)": FILLED,
}
UNKNOWN = {then: program(HEAD.format(begun=BEGUN[0], filled=filled, then=then)) for then, filled in OTHERS.items()}


@pytest.mark.parametrize("said", OWN)
def test_what_is_put_under_a_word(said):
    assert said.messages == []
    assert said.revealed == [KNOWN]


@pytest.mark.parametrize("then", OTHERS)
def test_not_where_others_may_put_something_there(then):
    assert KNOWN not in UNKNOWN[then].revealed


GIVEN = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
# mypy: disable-error-code="var-annotated, type-arg, no-untyped-call"
from collections import defaultdict
def all_of(x, y, n):
    d = defaultdict(list)
    for _ in range(n):
        d["x"].append(x)
        d["y"].append(y)
    return {k: torch.cat(v) for k, v in d.items()}
def some_of(x, y, n, flag):
    d = defaultdict(list)
    for _ in range(2):
        if flag:
            d["x"].append(x)
        d["y"].append(y)
    return {k: torch.cat(v) for k, v in d.items()}
def refused(x, y, n):
    d = {"x": [], "y": []}
    for _ in range(n):
        d["x"].append(x)
        d["y"].append(y)
    return torch.cat(d["x"]) @ torch.cat(d["y"])
def use(x: Tensor[Float32, CPU, "4 16"], y: Tensor[Int64, CPU, "4"], n: int) -> None:
    reveal_type(all_of(x, y, n)["x"])
    reveal_type(all_of(x, y, n)["y"])
    some_of(x, y, n, False)
    refused(x, y, n)
""")


def test_in_a_body_that_is_read_for_a_call():
    assert GIVEN.revealed == ['Tensor[Float32, CPU, "_ 16"]', 'Tensor[Int64, CPU, "_"]']


def test_of_a_list_that_a_branch_begins_it_is_not_said_that_it_is_empty():
    errors = [message for message in GIVEN.messages if ": error: " in message]
    assert len(errors) == 1
    assert errors[0].startswith('22: error: "@" needs both sides in one dtype: float32 and int64')
