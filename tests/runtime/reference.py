"""A slow and obvious checker: it tries every size, run, dtype and device that the names could mean, and looks.

Each class is a kind of hint: `hint` is what a user writes, `fits` says whether a value is that where the names mean
what is `given`, and `example` makes a value that is. It shares no line with the code under test.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from itertools import product
from types import SimpleNamespace
from typing import Any, NamedTuple, TypedDict, TypeVar, Union

import jaxtyping
import torch

import dtensortypes as dt

LARGEST = 11
SIZES = {
    "a": lambda a, b: a,
    "b": lambda a, b: b,
    "2": lambda a, b: 2,
    "1": lambda a, b: 1,
    "a+1": lambda a, b: a + 1,
    "2*a": lambda a, b: 2 * a,
    "a-b": lambda a, b: a - b,
    "b+1": lambda a, b: b + 1,
    "a*b": lambda a, b: a * b,
    "a//2": lambda a, b: a // 2,
    "b%2": lambda a, b: b % 2,
    "min(a,b)": min,
    "max(2,b)": lambda a, b: max(2, b),
}
RUNS = ["...", "*s", "*#s"]
D = TypeVar("D", bound=dt.Float)
E = TypeVar("E", dt.Float32, dt.Int64)
V = TypeVar("V", bound=dt.Device)
F32, F64, I64 = torch.float32, torch.float64, torch.int64
DTYPES = {
    Any: {F32, F64, I64},
    dt.Float32: {F32},
    dt.Int64: {I64},
    dt.Float: {F32, F64},
    dt.Float32 | dt.Int64: {F32, I64},
    D: {F32, F64},
    E: {F32, I64},
}
DEVICES = {
    Any: {"cpu", "meta"},
    dt.CPU: {"cpu"},
    dt.Meta: {"meta"},
    dt.CPU | dt.Meta: {"cpu", "meta"},
    V: {"cpu", "meta"},
}
OF_JAXTYPING = {
    dt.Float32: jaxtyping.Float32,
    dt.Int64: jaxtyping.Int64,
    dt.Float: jaxtyping.Float,
    Any: jaxtyping.Shaped,
}


class Array:
    """`Tensor[dtype, device, shape]`."""

    def __init__(self, dtype: Any, device: Any, words: Sequence[str], *, by_jaxtyping: bool = False) -> None:
        self.dtype, self.device, self.words = dtype, device, list(words)
        text = " ".join(words)
        self.hint = OF_JAXTYPING[dtype][torch.Tensor, text] if by_jaxtyping else dt.Tensor[dtype, device, text]

    def fits(self, value, given):
        return (
            isinstance(value, torch.Tensor) and self._kind_fits(value, given) and self._shape_fits(value.shape, given)
        )

    def _kind_fits(self, value, given):
        dtype = value.dtype == given.dtypes[self.dtype] if self.dtype in given.dtypes else True
        device = value.device.type == given.devices[self.device] if self.device in given.devices else True
        return dtype and device and value.dtype in DTYPES[self.dtype] and value.device.type in DEVICES[self.device]

    def _shape_fits(self, shape, given):
        at = next((i for i, word in enumerate(self.words) if word in RUNS), None)
        if at is None:
            return len(shape) == len(self.words) and all(map(axis_fits, self.words, shape, [given] * len(shape)))
        right = len(self.words) - at - 1
        if len(shape) < at + right:
            return False
        words = [*self.words[:at], *self.words[at + 1 :]]
        ends = [*shape[:at], *shape[len(shape) - right :]]
        middle = tuple(shape[at : len(shape) - right])
        return run_fits(self.words[at], middle, given.run) and all(map(axis_fits, words, ends, [given] * len(ends)))

    def example(self, given, pick):
        sizes = [size for word in self.words for size in sizes_of(word, given, pick)]
        dtype = given.dtypes.get(self.dtype) or pick.choice(sorted(DTYPES[self.dtype], key=str))
        device = given.devices.get(self.device) or pick.choice(sorted(DEVICES[self.device]))
        return torch.empty([max(size, 0) for size in sizes], dtype=dtype, device=device)


def axis_fits(word, size, given):
    if word == "_" or (word[0] == "#" and size == 1):
        return True
    return size == SIZES[word.lstrip("#")](given.a, given.b)


def run_fits(word, dims, run):
    return word == "..." or (dims == run if word == "*s" else broadcast([dims, run]) == run)


def broadcast(shapes):
    try:
        return tuple(torch.broadcast_shapes(*shapes))
    except RuntimeError:
        return None


def sizes_of(word, given, pick):
    if word in RUNS:
        run = [pick.choice([size, size, 1]) for size in given.run]
        return {"*s": given.run, "...": run, "*#s": run[pick.choice([0, 0, 1]) :]}[word]
    if word == "_":
        return [pick.randint(0, 3)]
    size = SIZES[word.lstrip("#")](given.a, given.b)
    return [pick.choice([1, size]) if word[0] == "#" else size]


class Plain:
    """A hint without tensors."""

    KINDS = {int: (int,), str: (str,), float | None: (float, type(None)), bool: (bool,), None: (type(None),)}  # noqa: RUF012
    EXAMPLES = {int: 7, str: "seven", float | None: 0.5, bool: True, None: None}  # noqa: RUF012

    def __init__(self, hint: Any) -> None:
        self.hint = hint

    def fits(self, value, given):
        return isinstance(value, self.KINDS[self.hint])

    def example(self, given, pick):
        return self.EXAMPLES[self.hint]


class Either:
    """A union."""

    def __init__(self, *members: Any) -> None:
        self.members = members
        self.hint = Union[tuple(member.hint for member in members)]  # noqa: UP007

    def fits(self, value, given):
        return any(member.fits(value, given) for member in self.members)

    def example(self, given, pick):
        return pick.choice(self.members).example(given, pick)


class Several:
    """`list[…]`, `tuple[…, ...]`."""

    def __init__(self, kind: type, item: Any) -> None:
        self.kind, self.item = kind, item
        self.hint = tuple[item.hint, ...] if kind is tuple else kind[item.hint]

    def fits(self, value, given):
        return isinstance(value, self.kind) and all(self.item.fits(one, given) for one in value)

    def example(self, given, pick):
        return self.kind(self.item.example(given, pick) for _ in range(pick.randint(0, 3)))


class Pair:
    """`tuple[…, …]`."""

    def __init__(self, *items: Any) -> None:
        self.items = items
        self.hint = tuple[tuple(item.hint for item in items)]

    def fits(self, value, given):
        fits = isinstance(value, tuple) and len(value) == len(self.items)
        return fits and all(item.fits(one, given) for item, one in zip(self.items, value, strict=True))

    def example(self, given, pick):
        return tuple(item.example(given, pick) for item in self.items)


class Table:
    """`dict[str, …]`."""

    def __init__(self, entry: Any) -> None:
        self.entry = entry
        self.hint = dict[str, entry.hint]

    def fits(self, value, given):
        fits = isinstance(value, dict) and all(isinstance(key, str) for key in value)
        return fits and all(self.entry.fits(one, given) for one in value.values())

    def example(self, given, pick):
        return {f"k{i}": self.entry.example(given, pick) for i in range(pick.randint(0, 2))}


class Record:
    """A NamedTuple, a dataclass or a TypedDict with the fields `first` and `second`."""

    def __init__(self, form: str, first: Any, second: Any) -> None:
        self.form, self.parts = form, (first, second)
        fields = {"first": first.hint, "second": second.hint}
        if form == "NamedTuple":
            self.hint: Any = NamedTuple("Row", list(fields.items()))
        elif form == "TypedDict":
            self.hint = TypedDict("Row", fields)
        else:
            self.hint = dataclasses.make_dataclass("Row", list(fields.items()))

    def fits(self, value, given):
        if self.form == "TypedDict":
            fits = isinstance(value, dict) and value.keys() == {"first", "second"}
            return fits and self._parts_fit(value["first"], value["second"], given)
        return isinstance(value, self.hint) and self._parts_fit(value.first, value.second, given)

    def _parts_fit(self, first, second, given):
        # A field without tensors is whatever the class has let into it: beartype does not look either.
        pairs = [(part, one) for part, one in zip(self.parts, (first, second), strict=True) if arrays(part)]
        return all(part.fits(one, given) for part, one in pairs)

    def example(self, given, pick):
        first, second = (part.example(given, pick) for part in self.parts)
        return self.hint(first=first, second=second)


def arrays(spec: Any) -> Iterable[Array]:
    """Every tensor hint in a hint."""
    if isinstance(spec, Array):
        return [spec]
    inner = [vars(spec).get(name) for name in ("item", "entry")]
    inner += [*vars(spec).get("members", ()), *vars(spec).get("items", ()), *vars(spec).get("parts", ())]
    return [array for one in inner if one is not None for array in arrays(one)]


def tensors(value: Any) -> Iterable[torch.Tensor]:
    """Every tensor in a value."""
    if isinstance(value, torch.Tensor):
        return [value]
    if dataclasses.is_dataclass(value):
        value = vars(value)
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [tensor for one in inside for tensor in tensors(one)]


def right(specs: Sequence[Any], values: Sequence[Any]) -> bool:
    """Whether the names can mean something for which every value is what its hint says."""
    return any(
        all(spec.fits(value, given) for spec, value in zip(specs, values, strict=True))
        for given in meanings(specs, values)
    )


def meanings(specs: Sequence[Any], values: Sequence[Any]) -> Iterable[SimpleNamespace]:
    """All that the names of these hints could mean in a call with these values."""
    hints = [array for spec in specs for array in arrays(spec)]
    found = [tensor for value in values for tensor in tensors(value)]
    text = " ".join(word for hint in hints for word in hint.words)
    a, b = (range(LARGEST + 1) if name in text.replace("max", "") else [0] for name in "ab")
    kinds = [[D, E], [V]]
    used = [[one for one in kind if any(one in (hint.dtype, hint.device) for hint in hints)] for kind in kinds]
    dtypes = [dict(zip(used[0], some, strict=True)) for some in product([F32, F64, I64], repeat=len(used[0]))]
    devices = [dict(zip(used[1], some, strict=True)) for some in product(["cpu", "meta"], repeat=len(used[1]))]
    runs = possible_runs(found) if "s" in text else [()]
    for some in product(dtypes, devices, runs, a, b):
        yield SimpleNamespace(**dict(zip(("dtypes", "devices", "run", "a", "b"), some, strict=True)))


def possible_runs(found: Iterable[torch.Tensor]) -> set[tuple[int, ...]]:
    """All dims that stand side by side in a tensor, and all that two or three of them broadcast to."""
    shapes = [tuple(one.shape) for one in found]
    runs = {()} | {shape[i:j] for shape in shapes for i in range(len(shape)) for j in range(i + 1, len(shape) + 1)}
    for _ in range(2):
        runs |= {wide for pair in product(runs, runs) if (wide := broadcast(pair)) is not None}
    return runs
