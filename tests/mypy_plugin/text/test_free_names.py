"""A function's own variables are no others' of the same name, whatever a function inside of it has."""

from mypy.nodes import FuncDef

from dtensortypes.mypy_plugin.text.free_names import free, own
from tests.mypy_plugin.checking import parsed, program

SOURCE = """
def f(a, *rest, k=1):
    nonlocal kept
    layers = []
    layers.append(a)
    kept = outer[a]
    for i, (x, y) in rest:
        while (n := x):
            pass
    def inner(y):
        layers.append(y + z)
        i = y
    return layers
"""


def _function():
    function = parsed(SOURCE).defs[0]
    assert isinstance(function, FuncDef)
    return function


def test_what_it_is_given_and_gives_values_is_its_own():
    assert own(_function()) == {"a", "rest", "k", "layers", "i", "x", "y", "n"}


def test_what_it_uses_of_others_is_free():
    assert free(_function()) == {"kept", "outer", "z"}


def test_a_function_inside_speaks_of_what_it_does_not_have():
    inner = next(one for one in _function().body.body if isinstance(one, FuncDef))
    assert free(inner) == {"layers", "z"}


AROUND = program("""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
from dataclasses import dataclass
@dataclass
class Config:
    width: int = 4
def make(config):
    def one(n):
        return torch.zeros(n, config.width)
    return one(2)
def make_other(config, other):
    def one(n):
        return torch.zeros(n, config.width)
    if other.width:
        config = other
    return one(2)
def main():
    reveal_type(make(Config()))
    reveal_type(make_other(Config(), Config(8)))
""")


def test_what_the_function_around_is_given_is_one_object():
    assert AROUND.revealed == ['Tensor[Float32, CPU, "2 4"]', 'Tensor[Float32, CPU, "2 _"]']
