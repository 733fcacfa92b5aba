"""What `@checked` costs, against the same checks by hand and against its peers.

All is measured in one process, in interleaved rounds: a ratio is the median of the ratios of each round. `make bench`
installs the peers and runs this; alone it leaves out those that are missing.
"""

import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from pathlib import Path
from typing import Any

import torch
from _by_hand import Batch, BatchByHand, Triple, X, bare_1, dict_by_hand, fields_by_hand, list_by_hand, tuple_by_hand
from _peers import PLAIN, annotated, contestants, fresh, fresh_class
from _rounds import Times, calls, failing, interleaved, microseconds, ratio, table
from beartype import beartype

from dtensortypes import CPU, Float32, Tensor, checked

ROUNDS, CALLS, STARTS = 200, 200, 9
ARITIES = {"1 tensor": 1, "2 tensors": 2, "4 tensors": 4}
HAND, OURS = "by hand", "@checked"
SLOW = ("beartype, our hints", "jaxtyping + beartype", "dltype", "typeguard, our hints")
"""Of these a round has a twentieth of the calls."""


def main() -> None:
    print(f"{machine()}; {', '.join(filter(None, map(installed, PACKAGES)))}")
    passing()
    containers()
    refused()
    decoration()
    imports()


PACKAGES = ("torch", "beartype", "jaxtyping", "dltype", "typeguard")


def machine() -> str:
    """The processor and Python."""
    cpus = Path("/proc/cpuinfo")
    lines = cpus.read_text("utf-8").splitlines() if cpus.exists() else []
    model = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.processor())
    return f"{model}, Python {platform.python_version()}"


def installed(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"{package} not installed"


# --- calls


def passing() -> None:
    columns = [_times(arity, calls, CALLS, (torch.zeros(3, 4),) * arity) for arity in ARITIES.values()]
    names = [*contestants(1)]
    table(
        "a call that passes, to the checks by hand", [*ARITIES], {name: _ratios(columns, name, HAND) for name in names}
    )
    cheaper = {name: _ratios(columns, name, OURS) for name in names if name in SLOW}
    table("the same, to @checked", [*ARITIES], cheaper, digits=1)


def refused() -> None:
    """The last tensor is of another dtype; nobody looks at the error."""
    right, wrong = torch.zeros(3, 4), torch.zeros(3, 4, dtype=torch.float64)
    columns = [_times(n, failing, CALLS // 10, (*[right] * (n - 1), wrong)) for n in ARITIES.values()]
    rows = {name: [_micro(column, name) for column in columns] for name in contestants(1) if name != "undecorated"}
    table("a call that is refused, in µs, the error not read", [*ARITIES], rows, digits=1)


def _times(
    arity: int, measure: Callable[..., Callable[[], float]], count: int, arguments: tuple[torch.Tensor, ...]
) -> Times:
    functions = contestants(arity)
    if measure is failing:
        del functions["undecorated"]
    works = {
        name: measure(function, arguments, max(count // 20, 1) if name in SLOW else count)
        for name, function in functions.items()
        if function is not None
    }
    return interleaved(works, ROUNDS)


def _ratios(columns: list[Times], name: str, to: str) -> list[float | None]:
    return [ratio(column, name, to) if name in column else None for column in columns]


def _micro(column: Times, name: str) -> float | None:
    return microseconds(column, name) if name in column else None


# --- containers


@checked
@dataclass
class CheckedBatch:
    """It is checked when it is made."""

    image: X
    mask: X
    target: X


def containers() -> None:
    tensors = [torch.zeros(3, 4) for _ in range(100)]
    x, y, z = tensors[:3]
    cases = {
        "list of 8": (list[X], list_by_hand, tensors[:8]),
        "list of 100": (list[X], list_by_hand, tensors),
        "dict of 8": (dict[str, X], dict_by_hand, {str(i): one for i, one in enumerate(tensors[:8])}),
        "tuple of 3": (tuple[X, X, X], tuple_by_hand, (x, y, z)),
        "dataclass of 3": (Batch, fields_by_hand(Batch), Batch(x, y, z)),
        "NamedTuple of 3": (Triple, fields_by_hand(Triple), Triple(x, y, z)),
    }
    rows = {name: [_paired(by_hand, _taking(hint), value)] for name, (hint, by_hand, value) in cases.items()}
    rows["dataclass of 3, made"] = [_paired(lambda _: BatchByHand(x, y, z), lambda _: CheckedBatch(x, y, z), None)]
    table("containers, to loops by hand", [OURS], rows)


def _taking(hint: object) -> Callable[..., object]:
    function = annotated(bare_1, hint)
    function.__annotations__["return"] = object
    return checked(function)


def _paired(by_hand: Callable[..., object], ours: Callable[..., object], value: object) -> float | None:
    works = {HAND: calls(by_hand, (value,), CALLS // 5), OURS: calls(ours, (value,), CALLS // 5)}
    return ratio(interleaved(works, ROUNDS), OURS, HAND)


# --- before any call


def decoration() -> None:
    """Both are given new functions; beartype remembers hints, so it matters if it has met them before."""
    numbers = count()
    hints: dict[str, Hints] = {
        "hints never met before": lambda: (Tensor[Float32, CPU, f"b n{next(numbers)}"],) * 2,
        "hints met before": lambda: (X, X),
        "hints met before, IsAttr for beartype": lambda: (X, PLAIN),
    }
    rows = {}
    for more, said in (({}, ""), ({"scale": float, "name": str}, "; and a float and a str")):
        for name, pair in hints.items():
            rows[name + said] = [_decorated(partial(_functions, n, pair, more)) for n in ARITIES.values()]
    table("decoration with @checked, to beartype's", [*ARITIES], rows)
    kinds = ("dataclass", "class", "module")
    rows = {name: [_decorated(partial(_classes, kind, hints[name])) for kind in kinds] for name in [*hints][:2]}
    table("of a class", [*kinds], rows)
    works = {name: _started(EXAMPLE.format(name)) for name in ("checked", "beartype")}
    times = interleaved(works, STARTS)
    table("of all that examples/train.py has", [OURS], {"once": [ratio(times, "checked", "beartype")]})


Hints = Callable[[], tuple[object, object]]


def _functions(arity: int, hints: Hints, more: dict[str, object], place: int) -> list[Any]:
    return [fresh(arity, hints()[place], more) for _ in range(4)]


def _classes(kind: str, hints: Hints, place: int) -> list[Any]:
    return [fresh_class(kind, hints()[place]) for _ in range(4)]


def _decorated(made: Callable[[int], list[Any]]) -> float | None:
    def work(decorator: Callable[..., object], place: int) -> Callable[[], float]:
        def seconds() -> float:
            things = made(place)
            start = time.thread_time()
            for thing in things:
                decorator(thing)
            return time.thread_time() - start

        return seconds

    return ratio(interleaved({OURS: work(checked, 0), "beartype": work(beartype, 1)}, ROUNDS // 4), OURS, "beartype")


PROGRAM = "import gc, time, torch; gc.collect(); start = time.process_time(); {}; print(time.process_time() - start)"
"""Torch leaves the collector about to look at all that it has loaded; whoever is imported next would pay for that."""


EXAMPLE = """
import gc, time
import dtensortypes
from beartype import beartype

checked, found = dtensortypes.checked, []
dtensortypes.checked = lambda function: found.append(function) or function
import examples.train


def first(x: dtensortypes.Tensor) -> None: ...


for decorator in (checked, beartype):
    decorator(first)
gc.collect()
gc.disable()
start = time.process_time()
for function in found:
    {}(function)
print(time.process_time() - start)
"""
"""Each in an interpreter of its own, where it meets hints and signatures as the program has them."""


def imports() -> None:
    programs = {
        "dtensortypes": "from dtensortypes import CPU, Float32, Tensor, checked",
        "beartype": "import beartype",
        "jaxtyping + beartype": "import jaxtyping, beartype",
    }
    works = {name: _started(PROGRAM.format(program)) for name, program in programs.items()}
    times = interleaved(works, STARTS)
    table("import beyond torch", ["ms"], {name: [statistics.median(times[name]) * 1e3] for name in programs}, digits=0)


def _started(program: str) -> Callable[[], float]:
    compiled = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # as it is from the second run on
    command = [sys.executable, "-c", program]
    root = Path(__file__).parents[1]
    return lambda: float(subprocess.run(command, env=compiled, cwd=root, capture_output=True, check=True).stdout)


if __name__ == "__main__":
    main()
