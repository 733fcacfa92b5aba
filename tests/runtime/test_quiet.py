"""The checks that nobody hears say what the wrapper's own would, of tensors that would hear of them."""

from typing import Any, TypeVar

import pytest
import torch
from torch.overrides import TorchFunctionMode

from dtensortypes import CPU, Float, Float32, Tensor, checked
from dtensortypes.runtime.quiet import heard, hushed
from dtensortypes.runtime.signature import signature_of

zeros = torch.zeros
D = TypeVar("D", bound=Float)


class Loud(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        raise AssertionError("it was heard")


class Deaf(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        raise AssertionError("it was heard")


def loud(*shape, dtype=torch.float32):
    return zeros(shape, dtype=dtype).as_subclass(Loud)


class Owner:
    n = 3


def f(
    self: Owner,
    x: Tensor[D, CPU, "b {self.n}"],
    ys: list[Tensor[D, CPU, "b _"]],
    *,
    z: Tensor[Float32, CPU, "*s 2*b"] | None = None,
) -> dict[str, Tensor[D, CPU, "b n"]]: ...


QUIET = signature_of(f, globals()).quiet


def arguments(x, ys=(), z=None):
    return {"self": Owner(), "x": x, "ys": list(ys), "z": z}


def test_what_right_arguments_bind_is_told():
    assert QUIET.begin(arguments(loud(2, 3), [loud(2, 5)], loud(7, 4))) == {
        "dim b": 2,
        "dtype D": torch.float32,
        "run s": (7,),
    }
    assert QUIET.begin(arguments(loud(2, 3)))["run s"] is None


@pytest.mark.parametrize(
    "wrong",
    [
        arguments(loud(2, 4)),
        arguments(loud(2, 3, dtype=torch.int64)),
        arguments(loud(2, 3), [loud(2, 1), loud(2, 1, dtype=torch.float64)]),
        arguments(loud(2, 3), z=loud(3)),
        arguments(None),
        arguments(torch.nn.UninitializedParameter()),
    ],
)
def test_it_is_not_sure_of_wrong_arguments(wrong):
    assert not QUIET.begin(wrong)


def test_the_end_is_judged_under_what_the_beginning_bound():
    given = arguments(loud(2, 3))
    bound = QUIET.begin(given)
    assert QUIET.end(given, bound, {"a": loud(2, 7), "b": loud(2, 7)})
    assert not QUIET.end(given, bound, {"a": loud(2, 7), "b": loud(2, 8)})
    assert not QUIET.end(given, bound, {"a": loud(3, 7)})
    assert not QUIET.end(given, bound, {"a": loud(2, 7, dtype=torch.float64)})
    assert not QUIET.end(given, bound, None)


def test_what_no_line_of_steps_is_known_for_is_never_sure():
    def g(x: Tensor[Any, Any, "*#s"], y: Tensor[Any, Any, "#n"]) -> Tensor[Any, Any, "n"]: ...

    quiet = signature_of(g, {}).quiet
    given = {"x": loud(2), "y": loud(3)}
    bound = quiet.begin(given)
    assert not bound or not quiet.end(given, bound, loud(3))


def test_checked_calls_are_quiet_to_the_end():
    @checked
    def same(x: Tensor[Float32, CPU, "n"]) -> Tensor[Float32, CPU, "n"]:
        return x

    x = loud(3)
    assert same(x) is x
    plain = zeros(3)
    with Deaf():
        assert same(plain) is plain


def test_who_hears():
    assert heard(loud(2))
    for deaf in (zeros(2), torch.nn.Parameter(zeros(2)), True, None, "x"):
        assert not heard(deaf)
    plain = zeros(2)
    with Deaf():
        assert heard(True)
        assert heard(plain)


def test_only_the_test_for_classes_that_hear_is_replaced():
    from dtensortypes.runtime.conditions import is_tensor, reads_plainly

    scope = {"reads_plainly_": reads_plainly, "Tensor": torch.Tensor, "len": len}
    assert hushed(scope) == {"reads_plainly_": is_tensor, "Tensor": torch.Tensor, "len": len}
