"""What is compared: `@checked`, the checks by hand, and the peers that are installed, each with the hints it reads.

None of the peers checks as much: beartype and typeguard do not compare the sizes of two tensors, jaxtyping and dltype
look at no device.
"""

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from itertools import count
from types import FunctionType
from typing import Annotated, Any

import jaxtyping
import torch
from _by_hand import BARE, BY_HAND, F32, X
from beartype import BeartypeConf, beartype
from beartype.vale import IsAttr, IsEqual

from dtensortypes import checked

Function = Callable[..., Any]
PLAIN = Annotated[
    torch.Tensor, IsAttr["dtype", IsEqual[F32]], IsAttr["is_cpu", IsEqual[True]], IsAttr["ndim", IsEqual[2]]
]
JAXTYPING = jaxtyping.Float32[torch.Tensor, "b n"]
fixed = beartype(conf=BeartypeConf(is_random=False))
_numbers = count()


def contestants(arity: int) -> dict[str, Function | None]:
    """Functions of so many tensors that return the first, by what checks them; None for a peer that is missing."""
    bare = BARE[arity]
    return {
        "by hand": BY_HAND[arity],
        "undecorated": bare,
        "@checked": checked(annotated(bare, X)),
        "beartype, IsAttr": fixed(annotated(bare, PLAIN)),
        "beartype, our hints": fixed(annotated(bare, X)),
        "jaxtyping + beartype": jaxtyping.jaxtyped(typechecker=beartype)(annotated(bare, JAXTYPING)),
        "dltype": _dltype(bare),
        "typeguard, our hints": _typeguard(arity),
    }


def annotated(function: Function, hint: object) -> Function:
    """A copy of the function, each parameter and the return value declared as this hint."""
    copy = FunctionType(function.__code__, function.__globals__, function.__name__)
    copy.__annotations__ = dict.fromkeys([*parameters(function), "return"], hint)
    return copy


def parameters(function: Function) -> tuple[str, ...]:
    return function.__code__.co_varnames[: function.__code__.co_argcount]


def fresh(arity: int, hint: object, more: Mapping[str, object]) -> Function:
    """A function that nobody has seen before, of so many tensors and these."""
    names = ["w", "x", "y", "z"][:arity]
    name = f"f{next(_numbers)}"
    scope: dict[str, Any] = {"__name__": __name__}
    exec(f"def {name}({', '.join([*names, *more])}): return w", scope)  # noqa: S102 - how else is its name new?
    scope[name].__annotations__ = {**dict.fromkeys(names, hint), **more, "return": hint}
    return scope[name]


def _dltype(bare: Function) -> Function | None:
    if find_spec("dltype") is None:
        return None
    import dltype

    return dltype.dltyped()(annotated(bare, Annotated[torch.Tensor, dltype.Float32Tensor["b n"]]))


def _typeguard(arity: int) -> Function | None:
    """It reads the source of a function, so there has to be some."""
    if find_spec("typeguard") is None:
        return None
    from typeguard import typechecked

    def guarded_1(x: X) -> X:
        return x

    def guarded_2(x: X, y: X) -> X:  # noqa: ARG001 - as in _by_hand.py
        return x

    def guarded_4(w: X, x: X, y: X, z: X) -> X:  # noqa: ARG001 - as above
        return w

    return typechecked({1: guarded_1, 2: guarded_2, 4: guarded_4}[arity])
