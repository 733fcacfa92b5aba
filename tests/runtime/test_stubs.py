"""What is left to beartype is checked exactly as beartype checks it, under the configuration that is given."""

import traceback
from typing import Any, Literal

import pytest
import torch
from beartype import BeartypeConf, BeartypeStrategy, FrozenDict, beartype
from beartype.roar import BeartypeCallHintParamViolation, BeartypeCallHintReturnViolation, BeartypeCallHintViolation

from dtensortypes import Float32, Tensor, TensorTypeError, checked
from dtensortypes.runtime.stubs import return_stub, violations

zeros = torch.zeros
X = Tensor[Float32]
HINTS = [
    int,
    float,
    str | None,
    list[int],
    tuple[int, ...],
    dict[str, float],
    Literal["a", 1],
    type[int],
    bool,
    complex,
]
VALUES = [1, 1.0, True, None, "a", [1], ["a"], (1, 2), (1, "a"), {"a": 1.0}, {1: 1.0}, int, str, 1j]
CONFS = [
    None,
    BeartypeConf(is_random=False, is_pep484_tower=True),
    BeartypeConf(is_random=False, hint_overrides=FrozenDict({int: int | str})),
    BeartypeConf(strategy=BeartypeStrategy.O0),
]


def accepts(function, *arguments):
    try:
        function(*arguments)
    except BeartypeCallHintViolation:
        return False
    return True


@pytest.mark.parametrize("hint", HINTS, ids=str)
@pytest.mark.parametrize("conf", CONFS, ids=["none", "tower", "overrides", "O0"])
def test_it_accepts_what_beartype_accepts(hint, conf):
    def alone(value): ...
    def beside(x, value): ...
    def returned(value):
        return value

    alone.__annotations__ = {"value": hint}
    beside.__annotations__ = {"x": X, "value": hint}
    returned.__annotations__ = {"return": hint}
    alone = beartype(conf=conf or BeartypeConf(is_random=False))(alone)
    beside, returned = checked(beside, conf=conf), checked(returned, conf=conf)
    for value in VALUES:
        assert accepts(beside, zeros(2), value) == accepts(alone, value), value
        assert accepts(returned, value) == accepts(alone, value), value


@pytest.mark.parametrize("wrap", [lambda x, v: (x, v), lambda x, v: [v, x], lambda x, v: {"x": x, "v": v}])
def test_the_configuration_counts_inside_of_containers_too(wrap):
    hint = {tuple: tuple[X, float], list: list[X | float], dict: dict[str, X | float]}[type(wrap(1, 2))]

    def f(both): ...

    f.__annotations__ = {"both": hint}
    checked(f, conf=BeartypeConf(is_pep484_tower=True))(wrap(zeros(2), 1))
    with pytest.raises(TensorTypeError, match="is an int"):
        checked(f)(wrap(zeros(2), 1))


def test_its_own_exceptions_are_raised_with_nothing_but_the_users_line():
    @checked
    def f(x: X, n: int = 1) -> str:
        return n

    for arguments, kind in (
        ((zeros(2), "1"), BeartypeCallHintParamViolation),
        ((zeros(2),), BeartypeCallHintReturnViolation),
    ):
        with pytest.raises(kind, match=r"f\(\)") as caught:
            f(*arguments)
        assert [frame.name for frame in traceback.extract_tb(caught.tb)] == [
            "test_its_own_exceptions_are_raised_with_nothing_but_the_users_line",
            "f",
        ]
        assert caught.value.__context__ is None


def test_a_violation_inside_of_the_function_is_its_own():
    @checked
    def inner(n: int) -> int:
        return n

    @checked(mode="warn")
    def outer(x: X, n: Any) -> int:
        return inner(n)

    with pytest.raises(BeartypeCallHintViolation, match="inner"):
        outer(zeros(2), "1")


def test_exceptions_that_the_configuration_names():
    class MineError(Exception): ...

    conf = BeartypeConf(violation_type=MineError)
    assert set(violations(conf)) == {MineError}

    @checked(conf=conf)
    def f(x: X, n: int) -> None: ...

    with pytest.raises(MineError):
        f(zeros(2), "1")
    with pytest.raises(TensorTypeError):
        f(zeros(2).half(), 1)
    assert checked(f, mode="off")(zeros(2), "1") is None


@pytest.mark.parametrize("hint", [object, Any])
def test_what_beartype_does_not_check_costs_nothing(hint):
    def f(x) -> hint: ...

    signature_slot = type("Slot", (), {"hint": hint})
    assert return_stub(f, signature_slot, BeartypeConf()) is None
