import inspect
from dataclasses import replace

import pytest

from dtensortypes.runtime.generated import filled
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.parameters import Parameters, declared, passed
from dtensortypes.runtime.signature import signature_of


def everything(a, b=1, /, c=2, *rest, d, e=3, **named): ...
def keywords(*, a, b=1): ...
def positional(a, b, /): ...
def none(): ...


@pytest.mark.parametrize(
    ("function", "says", "passes"),
    [
        (everything, "a, b, /, c, *rest, d, e, **named", "a, b, c, *rest, d=d, e=e, **named"),
        (keywords, "*, a, b", "a=a, b=b"),
        (positional, "a, b, /", "a, b"),
        (none, "", ""),
    ],
)
def test_parameters_as_text(function, says, passes):
    slots = signature_of(function, {}).slots
    assert (declared(slots), passed(slots)) == (says, passes)


def test_defaults_are_put_in_their_place():
    def made(a, b, /, c, *rest, d, e, **named):
        return a, b, c, rest, d, e, named

    Parameters(signature_of(everything, {}), Names([])).finish(made)
    assert made(0, d=4) == (0, 1, 2, (), 4, 3, {})
    assert inspect.signature(made) == inspect.signature(everything)


def test_whatever_comes_is_told_apart():
    names = Names(["args", *"abcde", "rest", "named"])
    parameters = Parameters(replace(signature_of(everything, {}), forwards=True), names)
    assert (parameters.declared, parameters.passed) == ("*args_, **kwargs", "*args_, **kwargs")
    lines = [filled(line, names.marked) for line in parameters.begin(everything)]
    assert lines == ["(a, b, c, rest, d, e, named,) = told_apart(*args_, **kwargs)"]
    told_apart = names.scope["told_apart"]
    assert told_apart(0, 5, d=4, z=6) == (0, 5, 2, (), 4, 3, {"z": 6})
    with pytest.raises(TypeError, match=r"everything\(\) missing 1 required keyword-only argument: 'd'"):
        told_apart(0)
