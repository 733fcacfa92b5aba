"""Dicts that are filled key by key."""

import pytest

from tests.mypy_plugin.checking import program

BODIES = {
    "d = {}; d['a'] = x; reveal_type(d['a'])": 'Tensor[Float32, CPU, "3"]',
    "d = {}; d['a'] = x; d['b'] = x.half(); reveal_type(d['b'])": 'Tensor[Float16, CPU, "3"]',
    "d = {}; d['a'] = x; d[k] = x.half(); reveal_type(d['a'])": 'Tensor[Float16 | Float32, CPU, "3"]',
    "d = {}; d['a'] = x; e = d; e['a'] = x.half(); reveal_type(d['a'])": 'Tensor[Float16 | Float32, CPU, "3"]',
    "d: dict[str, Any] = {}; d['a'] = x; d['a'] = 3; reveal_type(d['a'])": "Any",
    "d: dict[str, Any] = {}; d['a'] = x.dtype; reveal_type(d['a'])": "torch.dtype[Float32]",
    "d = {}; d['a'] = x; len(d); reveal_type(d['a'])": 'Tensor[Float32, CPU, "3"]',
    "d = {'a': x, 'n': 3}; d['a'] = (x, 3); reveal_type(d['a'])": "object",
}
SIGNATURE = """
def use(x: Tensor[Float32, CPU, "3"], k: str) -> None:
    """
PROGRAMS = [(program(SIGNATURE + body.replace("; ", "\n    ")), found) for body, found in BODIES.items()]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_what_is_put_under_a_key_is_there(said, found):
    assert said.messages == []
    assert said.revealed[-1].removesuffix(' | Tensor[Float32, CPU, "3"]') == found


NUMBERS = {
    "d['n'] = 3": True,
    "d['n'] = 2; d['n'] = d['n'] + 1": True,
    "d.update(k=1); d['n'] = 3": False,
    "d['n'] = 3; other = d; other['n'] = 5": False,
    "d['n'] = 3; d['n'] += 2": False,
    "d['n'] = 3; d |= {'n': 5}": False,
    "d['n'] = 3; change(d)": False,
    "d['n'] = 3\n    if x.sum() > 0:\n        d['n'] = 5": False,
    "d['n'] = 3\n    for _ in range(2):\n        net = nn.Linear(d['n'], 2)\n        d['n'] = 5\n    net(x[:0])": False,
    "d['n'] = 3\n    def inner() -> None:\n        d['n'] = 5\n    inner()": False,
}
FILLED = """
def change(d: dict[str, int]) -> None:
    d["n"] = 5
def use(x: Tensor[Float32, CPU, "2 5"]) -> None:
    d: dict[str, int] = {{}}
    {}
    nn.Linear(d["n"], 4)(x)
"""
LAYERS = [(program(FILLED.format(body.replace("; ", "\n    "))), is_known) for body, is_known in NUMBERS.items()]


@pytest.mark.parametrize(("said", "is_known"), LAYERS, ids=NUMBERS)
def test_a_number_under_a_key_is_known_where_nobody_may_have_changed_it(said, is_known):
    assert any("5 against 3" in message for message in said.messages) is is_known


ATTRIBUTE = program("""
class Keeper:
    def __init__(self) -> None:
        self.h = {"x": torch.zeros(2, 3)}
    def put(self) -> None:
        self.h["x"] = torch.zeros(2, 3, dtype=torch.float64)
    def go(self) -> None:
        h = self.h
        h["x"] = torch.zeros(2, 4)
        reveal_type(h["x"])
        self.put()
        reveal_type(h["x"])
""")


def test_a_dict_that_is_an_attribute_as_well_is_changed_by_methods():
    assert ATTRIBUTE.revealed == ['Tensor[Float32, CPU, "2 4"]', "Tensor"]
