"""Measuring: calls in interleaved rounds, and the ratio of two of them as the median of the ratios of each round.

A machine that is busy for a while is so for all functions of a round, and a ratio within a round hardly notices.
"""

import gc
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

Times = Mapping[str, list[float]]
"""By name, the seconds that each round took."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the garbage collector, which would run in whichever function it likes."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def interleaved(works: Mapping[str, Callable[[], float]], rounds: int) -> Times:
    """What each of these took, by its own account, in each round."""
    times: dict[str, list[float]] = {name: [] for name in works}
    with uncollected():
        for work in works.values():
            work()
        for _ in range(rounds):
            for name, work in works.items():
                times[name].append(work())
    return times


def ratio(times: Times, name: str, to: str) -> float:
    return statistics.median(a / b for a, b in zip(times[name], times[to], strict=True))


def microseconds(times: Times, name: str) -> float:
    return statistics.median(times[name]) * 1e6


def calls(function: Callable[..., Any], arguments: tuple[Any, ...], count: int) -> Callable[[], float]:
    """The seconds of one call, of so many in a row; spelled out, as unpacking would cost as much as a check."""

    def one(x: Any) -> None:
        for _ in range(count):
            function(x)

    def two(x: Any, y: Any) -> None:
        for _ in range(count):
            function(x, y)

    def four(w: Any, x: Any, y: Any, z: Any) -> None:
        for _ in range(count):
            function(w, x, y, z)

    loop = {1: one, 2: two, 4: four}[len(arguments)]

    def seconds() -> float:
        start = time.perf_counter()
        loop(*arguments)
        return (time.perf_counter() - start) / count

    return seconds


def failing(function: Callable[..., Any], arguments: tuple[Any, ...], count: int) -> Callable[[], float]:
    """The seconds of one call that raises, the error caught and not looked at."""

    def attempt(*given: Any) -> None:
        try:
            function(*given)
        except Exception:  # noqa: BLE001, S110 - each peer has errors of its own
            pass
        else:
            msg = "the call passed"
            raise AssertionError(msg)

    return calls(attempt, arguments, count)


def table(title: str, columns: list[str], rows: Mapping[str, list[float | None]], digits: int = 2) -> None:
    """Print rows of figures under their columns; what could not be measured is a dash."""
    width = max(len(name) for name in [*rows, title]) + 2
    print(f"\n{title:{width}}" + "".join(f"{column:>12}" for column in columns))
    for name, figures in rows.items():
        cells = ["-" if figure is None else f"{figure:.{digits}f}" for figure in figures]
        print(f"{name:{width}}" + "".join(f"{cell:>12}" for cell in cells))
