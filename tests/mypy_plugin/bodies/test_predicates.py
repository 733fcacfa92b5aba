"""A function that asks for None narrows as the question does."""

import pytest

from tests.mypy_plugin.checking import program

HELPERS = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, warn-return-any=False
import inspect
def exists(val):
    "Whether it is there."
    return val is not None
def is_gone(val):
    return val is None
def is_odd(val):
    return val is not None and val.shape[0] == 3
def default(val, d):
    if exists(val):
        return val
    return d() if inspect.isfunction(d) else d
def either(val, d):
    return d if is_gone(val) else val
def perhaps(val, d):
    return val if is_odd(val) else d
def masked(x, mask=None):
    if exists(mask):
        x = x.masked_fill(~mask, 0)
    return x
class Layer(nn.Module):
    def __init__(self, norm=None):
        super().__init__()
        self.norm = norm
    def forward(self, x):
        return self.norm(x) if exists(self.norm) else x
def use(x: Tensor[Float32, CPU, "b 3"], y: Tensor[Float32, CPU, "b 4"], m: Tensor[Bool, CPU, "b 3"]) -> None:
    reveal_type({expression})
"""
X, Y = 'Tensor[Float32, CPU, "b 3"]', 'Tensor[Float32, CPU, "b 4"]'
CASES = {
    "default(x, y)": X,
    "default(None, y)": Y,
    "either(x, y)": X,
    "either(None, y)": Y,
    "perhaps(x, y)": f"{X} | {Y}",
    "masked(x)": X,
    "masked(x, m)": X,
}
PROGRAMS = [(program(HELPERS.replace("{expression}", one)), type_) for one, type_ in CASES.items()]
REFUSED = program(HELPERS.replace("{expression}", "masked(x, y)"))


@pytest.mark.parametrize(("said", "type_"), PROGRAMS, ids=list(CASES))
def test_what_is_there(said, type_):
    assert said.revealed == [type_]


def test_what_is_refused_of_what_is_there():
    assert ['"~" does not take float32' in message for message in REFUSED.messages if "error" in message] == [True]
