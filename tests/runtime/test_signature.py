from collections.abc import Iterator

import pytest

from dtensortypes import CPU, Float32, Tensor
from dtensortypes.runtime.nodes import Entries, Items
from dtensortypes.runtime.signature import signature_of

X = Tensor[Float32, CPU, "n"]


def mixed(a, x: X, /, n: int, *xs: X, flag: object = None, **named: X) -> list[X]: ...
def yielding(x: X) -> Iterator[X]:
    yield x


def test_slots():
    signature = signature_of(mixed, {})
    assert [slot.spelled for slot in signature.slots] == ["a", "x", "n", "*xs", "flag", "**named"]
    assert [slot.for_beartype for slot in signature.slots] == [False, False, True, False, False, False]
    assert [type(slot.tree) for slot in signature.slots if slot.name in {"xs", "named"}] == [Items, Entries]
    assert [slot.declared for slot in signature.slots][:3] == ["", 'Tensor[Float32, CPU, "n"]', "int"]
    assert signature.returns.declared == 'list[Tensor[Float32, CPU, "n"]]'


def test_a_generator_gives_what_it_yields():
    signature = signature_of(yielding, {})
    assert (signature.outcome, signature.returns.declared) == ("yielded value", 'Tensor[Float32, CPU, "n"]')


def test_a_default_is_an_argument():
    def f(x: X | None = None, xs: list[X] = []): ...  # noqa: B006

    signature_of(f, {})
    f.__defaults__ = (None, [None])
    with pytest.raises(TypeError, match=r'the default of argument "xs\[0\]" of "f" is None'):
        signature_of(f, {})
