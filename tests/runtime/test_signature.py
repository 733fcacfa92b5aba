from collections.abc import Generator

import pytest

from dtensortypes import CPU, Float32, Tensor
from dtensortypes.runtime.nodes import Entries, Items
from dtensortypes.runtime.signature import signature_of

X = Tensor[Float32, CPU, "n"]


def mixed(a, x: X, /, n: int, *xs: X, flag: object = None, **named: X) -> list[X]: ...
def yielding(x) -> Generator[X, int, str]:
    yield x


X_TEXT = 'Tensor[Float32, CPU, "n"]'


def test_slots():
    signature = signature_of(mixed, {})
    assert [slot.spelled for slot in signature.slots] == ["a", "x", "n", "*xs", "flag", "**named"]
    assert [slot.for_beartype for slot in signature.slots] == [False, False, True, False, False, False]
    assert [type(slot.tree) for slot in signature.slots if slot.name in {"xs", "named"}] == [Items, Entries]
    assert [slot.declared for slot in signature.slots][:3] == ["", 'Tensor[Float32, CPU, "n"]', "int"]
    assert signature.returns.declared == 'list[Tensor[Float32, CPU, "n"]]'


def test_a_generator_says_three_things():
    signature = signature_of(yielding, {})
    assert [slot.declared for slot in (signature.yields, signature.sends, signature.returns)] == [X_TEXT, "int", "str"]
    yielded = signature.about(signature.yields, "yielded value")
    assert (yielded.outcome, yielded.returns.declared, yielded.slots) == ("yielded value", X_TEXT, signature.slots)


@pytest.mark.parametrize(("function", "says"), [(lambda x: x, False), (mixed, True), (yielding, True)])
def test_whether_anything_is_declared(function, says):
    assert signature_of(function, {}).says == says


def test_a_default_is_an_argument():
    def f(x: X | None = None, xs: list[X] = []): ...  # noqa: B006

    signature_of(f, {})
    f.__defaults__ = (None, [None])
    with pytest.raises(TypeError, match=r'the default of argument "xs\[0\]" of "f" is None'):
        signature_of(f, {})
