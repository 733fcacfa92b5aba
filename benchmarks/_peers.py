"""What is compared: `@checked`, the checks by hand, and the peers that are installed, each with the hints it reads.

None of the peers checks as much: beartype and typeguard do not compare the sizes of two tensors, jaxtyping and dltype
look at no device.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
    """A function that nobody has seen before, nor the names of its parameters, of so many tensors and these."""
    number = next(_numbers)
    name, names = f"f{number}", [f"{letter}{number}" for letter in "wxyz"[:arity]]
    more = {f"{one}{number}": hint for one, hint in more.items()}
    scope: dict[str, Any] = {"__name__": __name__}
    exec(f"def {name}({', '.join([*names, *more])}): return {names[0]}", scope)  # noqa: S102 - how else is its name new?
    scope[name].__annotations__ = {**dict.fromkeys(names, hint), **more, "return": hint}
    return scope[name]


def fresh_class(kind: str, hint: object) -> type:
    """A class that nobody has seen before: a dataclass of three fields, or one of two methods, or a module of them."""
    name = f"C{next(_numbers)}"
    scope: dict[str, Any] = {"__module__": __name__, "__qualname__": name}
    if kind == "dataclass":
        fields = dict.fromkeys(("image", "mask", "target"), hint)
        return dataclass(type(name, (), {**scope, "__annotations__": fields}))
    for method, arity in (("first", 1), ("second", 2)):
        function = fresh(arity, hint, {})
        names = ["self", *(one for one in function.__annotations__ if one != "return")]
        scope[method] = _method(name, method, names, function.__annotations__)
    if kind == "module":
        return type(name, (torch.nn.Module,), {**scope, "__annotations__": {"weight": hint}})
    return type(name, (), scope)


def _method(owner: str, name: str, parameters: list[str], hints: dict[str, object]) -> Function:
    scope: dict[str, Any] = {"__name__": __name__}
    exec(f"class {owner}:\n def {name}({', '.join(parameters)}): return {parameters[1]}", scope)  # noqa: S102 - as above
    method: Function = vars(scope[owner])[name]
    method.__annotations__ = hints
    return method


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
