"""A program in the making: what is drawn is tried at once, in a namespace of live values."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn.parameter import UninitializedParameter

from tests.fuzz.grammar import DTYPES, SIZES

HEADER = """\
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs, no-warn-return-any
import copy
import dataclasses
import functools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol, TypedDict, TypeVar, overload

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from dtensortypes import CPU, CUDA, BFloat16, Bool, Device, Float16, Float32, Float64, Int32, Int64
from dtensortypes import Number, Tensor, UInt8, checked

T = TypeVar("T")
DT = TypeVar("DT", bound=Number)
VT = TypeVar("VT", bound=Device)

"""
PLAIN_HEADER = re.sub(r"(?m)^(from dtensortypes|[DV]T = ).*", "", HEADER)
"""That of a program which knows nothing of our types."""
CHECKED = re.compile(r"(?m)^ *@checked\n")
GENERIC = re.compile(r'\bTensor\[DT, VT, "[^"]*"\]')
SLOT = re.compile(r"\{(\w)\}")
REFUSED = "  # refused"
DECLARED = "  # declared"
DISCARDED = "  # discarded"
TRIES = 12
MOST_ELEMENTS = 50_000


class NothingFits(Exception):  # noqa: N818 - the generator's own word for it
    """No value in reach fits a slot."""


class Draft:
    """A program in the making: its lines so far, and a namespace in which they have been run."""

    def __init__(self, random: Random, on_cuda: bool, *, is_plain: bool = False) -> None:
        self.random = random
        self.is_plain = is_plain
        self.on_cuda = on_cuda
        self.count = 0
        self.outside: list[str] = []
        self.elsewhere: list[str] = []
        self.imported: list[str] = []
        self.lines: list[str] = []
        self.names: dict[str, Any] = {}
        self.indent = "    "
        self.closures: dict[str, str] = {}
        """The functions inside of the program, each with what it is given."""
        exec(HEADER, self.names)  # noqa: S102 - the text is ours
        self.names["reveal_type"] = lambda value: value
        self.given = set(self.names)

    # --- drawing

    def one(self, options: Sequence[Any]) -> Any:
        return self.random.choice(options)

    def chance(self, percent: int) -> bool:
        return self.random.random() * 100 < percent

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def kept(self, fits: Callable[[Any], bool]) -> list[str]:
        own = {name: value for name, value in self.names.items() if name not in self.given and name[:2] != "__"}
        return [name for name, value in own.items() if not is_lazy(value) and fits(value)]

    def named(self, fits: Callable[[Any], bool]) -> str:
        found = self.kept(fits)
        if not found:
            raise NothingFits
        return str(self.one(found))

    def filled(self, form: str) -> str:
        """The form with something in each of its slots; raises NothingFits."""
        return SLOT.sub(lambda slot: self.slot(slot[1]), form).replace("{{", "{").replace("}}", "}")

    def slot(self, kind: str) -> str:
        match kind:
            case "T":
                return self.named(is_tensor)
            case "L":
                return self.named(lambda value: isinstance(value, list) and value and all(map(is_tensor, value)))
            case "A":
                return self.named(lambda value: isinstance(value, np.ndarray))
            case "M":
                return self.named(lambda value: isinstance(value, nn.Module))
            case "P":
                return self.named(lambda value: isinstance(value, torch.dtype))
            case "S":
                sizes = self.kept(lambda value: type(value) is int and 0 < value < 200)
                return str(self.one([*sizes, *sizes, "2", "3", "4", "6", "8", "-1"]))
            case "N":
                return str(self.one([0, 1, 2, 3, 4]))
            case "F":
                return str(self.one([0.5, 1.5, -1.0, 2.0]))
            case "K":
                return str(self.one([0, 1, -1, -1, 2, -2]))
            case "D":
                return str(self.one(list(DTYPES.values())))
            case "V":
                return str(
                    self.one(["'cpu'", "'cuda'", "'cuda'", "torch.device('cuda')"] if self.on_cuda else ["'cpu'"])
                )
        raise AssertionError(kind)

    # --- trying

    def works(self, statement: str) -> bool:
        """Whether the statement runs in the names that there are; what it binds stays, if it is not too large."""
        before = dict(self.names)
        try:
            exec(statement, self.names)  # noqa: S102 - the text is ours
        except Exception:  # noqa: BLE001 - whatever is refused
            return False
        if all(value.numel() < MOST_ELEMENTS for value in self.names.values() if is_tensor(value)):
            return True
        self.names.clear()
        self.names.update(before)
        return False

    def say(self, line: str) -> None:
        self.lines.append(self.indent + line)

    def bind(self, forms: tuple[str, ...], target: str = "", reveals: bool = True) -> str | None:
        """A line that binds a name to what a form says, and the name if it runs."""
        name = target or self.fresh()
        for _ in range(TRIES):
            try:
                value = self.filled(self.one(forms))
            except NothingFits:
                continue
            if self.works(f"{name} = {value}"):
                self.say(f"{name} = {value}")
                if reveals:
                    self.say(f"reveal_type({name})")
                return name
            if self.chance(20):
                self.say(f"{self.fresh()} = {value}{REFUSED}")
                return None
        return None

    def tell(self, forms: tuple[str, ...], mark: str = "", shows: bool = False) -> None:
        """A line that is a statement by itself."""
        for _ in range(TRIES):
            try:
                statement = self.filled(self.one(forms))
            except NothingFits:
                continue
            name = re.split(r"\W", statement)[0]
            works = self.works(statement)
            if not works and re.match(r"\w+( \S*=|\.\w+_\()", statement):
                if len(self.indent) > 4:
                    continue
                self.names.pop(name)  # mypy knows it as the result
            if works or self.chance(20):
                self.say(statement + mark + ("" if works else REFUSED))
                if shows and works:
                    self.say(f"reveal_type({name})")
                return

    def named_or_none(self, fits: Callable[[Any], bool]) -> str | None:
        try:
            return self.named(fits)
        except NothingFits:
            return None

    # --- blocks

    @contextmanager
    def inside(self, names: dict[str, Any] | None = None) -> Iterator[dict[str, Any]]:
        """A deeper block, in names of its own; what they were at its end is given."""
        outer, indent = self.names, self.indent
        self.names, self.indent = dict(outer) if names is None else names, indent + "    "
        inner: dict[str, Any] = self.names
        try:
            yield inner
        finally:
            inner.update(self.names)
            self.names, self.indent = outer, indent

    def define(self, text: list[str]) -> None:
        """Definitions before the program, some of them in a file of their own."""
        joined = self.own_words("\n".join(text))
        exec(joined, self.names)  # noqa: S102 - the text is ours
        found = re.findall(r"^(?:def |class )?(\w+)", joined, re.MULTILINE)
        self.given.update(found)
        if self.chance(20) and "reveal_type" not in joined:
            self.elsewhere += [joined, ""]
            self.imported += [name for name in dict.fromkeys(found) if name in self.names]
        else:
            self.outside += [joined, ""]

    def own_words(self, definitions: str) -> str:
        """The definitions as this program writes them, which may know nothing of our types."""
        plain = GENERIC.sub("torch.Tensor", CHECKED.sub("", definitions))
        return plain if self.is_plain else definitions

    # --- annotations

    def annotation(self, value: torch.Tensor, keep: int, dims: bool = True) -> str | None:
        """A hint that the value fits, if every part is kept; less of it with each part left unsaid."""
        dtype = next((name for name, text in DTYPES.items() if text == str(value.dtype)), None)
        if dtype is None or not all(value.shape):
            return None
        if self.is_plain:
            return "torch.Tensor"
        by_size = {size: name for name, size in SIZES.items()}
        shape = " ".join(by_size.get(size, str(size)) if dims else str(size) for size in value.shape)
        parts = [dtype if self.chance(keep) else "Any", "CUDA" if value.is_cuda else "CPU"]
        parts[1] = parts[1] if self.chance(keep) else "Any"
        if self.chance(keep):
            parts.append(f'"{shape}"' if dims or not set(value.shape) & set(SIZES.values()) else '"..."')
        return f"Tensor[{', '.join(parts)}]"


def is_lazy(value: object) -> bool:
    """Whether the value is a parameter whose size its module does not know yet: it can be asked for nothing."""
    return isinstance(value, UninitializedParameter)


def is_tensor(value: object) -> bool:
    return isinstance(value, torch.Tensor) and not isinstance(value, nn.Parameter)
