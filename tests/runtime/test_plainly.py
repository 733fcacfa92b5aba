"""What a wrapper asks itself of a value that is no tensor, and what it leaves to beartype."""

import abc
import inspect
from typing import Any, Generic, NamedTuple, Optional, TypeVar, Union

import pytest
import torch
from beartype import BeartypeConf
from beartype.door import is_bearable
from beartype.roar import BeartypeCallHintViolation

from dtensortypes import Float32, Tensor, checked
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.plainly import plain_test, when_needed
from dtensortypes.runtime.settings import configuration
from dtensortypes.runtime.signature import Slot

T = TypeVar("T")


class Numbers(list[int]): ...


class Boxed(Generic[T]): ...


class Plain: ...


class Derived(Plain): ...


class Record(NamedTuple):
    count: int


Strange = type("no name", (), {})


class Shaped(metaclass=abc.ABCMeta):
    @abc.abstractmethod
    def area(self): ...


PLAIN = [int, str, bool, float, bytes, list, dict, type(None), int | None, Optional[str], Union[int, float, str]]  # noqa: UP007, UP045
PLAIN += [Plain, Derived, Plain | None, torch.dtype]
LEFT = [list[int], int | list[str], Numbers, Boxed, Boxed[int], Shaped, T, Any, Record, Strange, "int", type[int]]
VALUES = [1, True, 1.5, "text", b"", [], [1], {}, None, 2j, (), Numbers(), Numbers(["a"]), Boxed(), torch.float32, int]
VALUES += [Plain(), Derived(), Plain, Derived, Record(1)]


def asked(hint, conf=None, kind=inspect.Parameter.POSITIONAL_OR_KEYWORD):
    names = Names(["x"])
    return plain_test([("x", Slot("x", kind, hint, None))], names, conf), names.scope


@pytest.mark.parametrize("hint", PLAIN, ids=str)
def test_the_test_says_what_beartype_says(hint):
    test, scope = asked(hint)
    says = eval(f"lambda x: {test}", scope)  # noqa: S307 - our own text
    for value in VALUES:
        assert says(value) == is_bearable(value, hint, conf=configuration(None)), value


@pytest.mark.parametrize("hint", LEFT, ids=str)
def test_whatever_beartype_may_ask_more_of_is_left_to_it(hint):
    assert asked(hint)[0] is None


@pytest.mark.parametrize("kind", [inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD])
def test_what_is_declared_of_each_of_many_is_left_to_it(kind):
    assert asked(int, kind=kind)[0] is None


def test_a_configuration_is_left_to_it():
    assert asked(int, BeartypeConf(is_pep484_tower=True))[0] is None

    @checked(conf=BeartypeConf(is_pep484_tower=True, is_random=False))
    def f(x: Tensor[Float32], factor: float): ...

    f(torch.zeros(2), 1)


def test_one_that_is_left_to_it_leaves_all_to_it():
    slots = [Slot(name, inspect.Parameter.KEYWORD_ONLY, hint, None) for name, hint in (("a", int), ("b", list[int]))]
    assert plain_test([(slot.name, slot) for slot in slots], Names("ab"), None) is None


def test_a_stub_is_made_when_it_is_first_needed():
    made = []
    stub = when_needed(lambda: made.append(1) or (lambda x: made.append(x)))
    assert made == []
    stub(2)
    stub(x=3)
    assert made == [1, 2, 3]
    when_needed(lambda: None)("anything")


def test_beartype_says_what_is_wrong():
    @checked
    def f(x: Tensor[Float32], factor: int, name: str | None = None) -> int:
        return factor if name is None else name

    assert f(torch.zeros(2), 3) == 3
    for arguments, said in (((1.5,), "factor=1.5"), ((1, 2), "name=2"), ((1, "x"), "return")):
        for _ in range(2):
            with pytest.raises(BeartypeCallHintViolation, match=said):
                f(torch.zeros(2), *arguments)
