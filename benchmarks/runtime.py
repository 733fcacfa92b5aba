"""What `@checked` costs on a call that passes, against the same checks written by hand and against its peers.

Every row is a ratio to the hand-written checks, which are 1.00: the median over interleaved rounds in one process, so
that a busy machine slows all of them alike.
"""

import gc
import statistics
import time
from collections.abc import Callable
from typing import Annotated, Any

import jaxtyping
import torch
from beartype import BeartypeConf, beartype
from beartype.vale import IsAttr, IsEqual

from dtensortypes import CPU, Float32, Tensor, checked

ROUNDS, CALLS = 300, 200
F32 = torch.float32
Peer = Annotated[
    torch.Tensor, IsAttr["dtype", IsEqual[F32]], IsAttr["is_cpu", IsEqual[True]], IsAttr["ndim", IsEqual[2]]
]
Jax = jaxtyping.Float32


def bare_1(x):
    return x


def bare_2(x, y):  # noqa: ARG001 - it does nothing, so that only the checks are timed
    return x


def bare_4(w, x, y, z):  # noqa: ARG001 - as above
    return w


def by_hand_1(x):
    if not isinstance(x, torch.Tensor) or x.dtype is not F32 or not x.is_cpu or x.ndim != 2:
        raise TypeError("x")
    b, n = x.shape
    result = bare_1(x)
    if not isinstance(result, torch.Tensor) or result.dtype is not F32 or not result.is_cpu or result.shape != (b, n):
        raise TypeError("return")
    return result


def by_hand_2(x, y):
    if not isinstance(x, torch.Tensor) or x.dtype is not F32 or not x.is_cpu or x.ndim != 2:
        raise TypeError("x")
    b, n = x.shape
    if not isinstance(y, torch.Tensor) or y.dtype is not F32 or not y.is_cpu or y.shape != (b, n):
        raise TypeError("y")
    result = bare_2(x, y)
    if not isinstance(result, torch.Tensor) or result.dtype is not F32 or not result.is_cpu or result.shape != (b, n):
        raise TypeError("return")
    return result


def by_hand_4(w, x, y, z):
    if not isinstance(w, torch.Tensor) or w.dtype is not F32 or not w.is_cpu or w.ndim != 2:
        raise TypeError("w")
    b, n = w.shape
    if not isinstance(x, torch.Tensor) or x.dtype is not F32 or not x.is_cpu or x.shape != (b, n):
        raise TypeError("x")
    if not isinstance(y, torch.Tensor) or y.dtype is not F32 or not y.is_cpu or y.shape != (b, n):
        raise TypeError("y")
    if not isinstance(z, torch.Tensor) or z.dtype is not F32 or not z.is_cpu or z.shape != (b, n):
        raise TypeError("z")
    result = bare_4(w, x, y, z)
    if not isinstance(result, torch.Tensor) or result.dtype is not F32 or not result.is_cpu or result.shape != (b, n):
        raise TypeError("return")
    return result


def annotated(function: Callable[..., Any], hint: object) -> Callable[..., Any]:
    """A copy of the function, each parameter and the return value declared as this hint."""
    copy = type(function)(function.__code__, function.__globals__, function.__name__)
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    copy.__annotations__ = dict.fromkeys([*names, "return"], hint)
    return copy


def contestants(bare: Callable[..., Any], by_hand: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    fixed = beartype(conf=BeartypeConf(is_random=False))
    return {
        "by hand": by_hand,
        "undecorated": bare,
        "@checked": checked(annotated(bare, Tensor[Float32, CPU, "b n"])),
        "beartype, IsAttr (no dims)": fixed(annotated(bare, Peer)),
        "beartype, our hints": fixed(annotated(bare, Tensor[Float32, CPU, "b n"])),
        "jaxtyping + beartype": jaxtyping.jaxtyped(typechecker=beartype)(annotated(bare, Jax[torch.Tensor, "b n"])),
    }


def seconds(function: Callable[..., Any], arguments: tuple[torch.Tensor, ...], calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        function(*arguments)
    return (time.perf_counter() - start) / calls


def ratios(functions: dict[str, Callable[..., Any]], arguments: tuple[torch.Tensor, ...]) -> dict[str, float]:
    rounds: dict[str, list[float]] = {name: [] for name in functions}
    for _ in range(ROUNDS):
        for name, function in functions.items():
            slow = "our hints" in name or "jaxtyping" in name
            rounds[name].append(seconds(function, arguments, CALLS // 20 if slow else CALLS))
    medians = {name: statistics.median(times) for name, times in rounds.items()}
    return {name: median / medians["by hand"] for name, median in medians.items()}


def main() -> None:
    gc.disable()
    x = torch.zeros(3, 4)
    columns = [
        ratios(contestants(bare, by_hand), (x,) * count)
        for bare, by_hand, count in ((bare_1, by_hand_1, 1), (bare_2, by_hand_2, 2), (bare_4, by_hand_4, 4))
    ]
    print(f"torch {torch.__version__}; tensors checked: 1, 2, 4 arguments, and the return value")
    for name in columns[0]:
        print(f"{name:28}" + "".join(f"{column[name]:8.2f}" for column in columns))


if __name__ == "__main__":
    main()
