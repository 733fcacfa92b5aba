"""Dicts that are filled key by key."""

import pytest

from tests.mypy_plugin.checking import program

BODIES = {
    "d = {}; d['a'] = x; reveal_type(d['a'])": 'Tensor[Float32, CPU, "3"]',
    "d = {}; d['a'] = x; d['b'] = x.half(); reveal_type(d['b'])": 'Tensor[Float16, CPU, "3"]',
    "d = {}; d['a'] = x; d[k] = x.half(); reveal_type(d['a'])": "Tensor",
    "d = {}; d['a'] = x; e = d; e['a'] = x.half(); reveal_type(d['a'])": "Tensor",
    "d: dict[str, Any] = {}; d['a'] = x; d['a'] = 3; reveal_type(d['a'])": "Any",
    "d: dict[str, Any] = {}; d['a'] = x.dtype; reveal_type(d['a'])": "torch.dtype[Float32]",
    "d = {}; d['a'] = x; len(d); reveal_type(d['a'])": 'Tensor[Float32, CPU, "3"]',
}
SIGNATURE = """
def use(x: Tensor[Float32, CPU, "3"], k: str) -> None:
    """
PROGRAMS = [(program(SIGNATURE + body.replace("; ", "\n    ")), found) for body, found in BODIES.items()]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_what_is_put_under_a_key_is_there(said, found):
    assert said.messages == []
    assert said.revealed[-1].removesuffix(' | Tensor[Float32, CPU, "3"]') == found
