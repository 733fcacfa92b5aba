"""Random small programs, each statement tried while it is drawn: most of them run, some are meant to be refused.

What is drawn is a line of the grammar, its slots filled with names that hold a fitting value at that place. A line that
torch refuses is mostly thrown away; one in a few is kept, and says so with `# refused`, so that what follows does not
need its result.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from torch import nn

from tests.fake_cuda import fake_cuda
from tests.fuzz import grammar
from tests.fuzz.grammar import DTYPES, SIZES

HEADER = """\
import dataclasses
import functools
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from dtensortypes import CPU, CUDA, BFloat16, Bool, Float16, Float32, Float64, Int32, Int64, Tensor, UInt8, checked

"""
SLOT = re.compile(r"\{(\w)\}")
REFUSED = "  # refused"
DECLARED = "  # declared"
DISCARDED = "  # discarded"
TRIES = 12
MOST_ELEMENTS = 50_000


@dataclass(frozen=True)
class Program:
    """The text of a module whose `program` is called with samples of its annotations and `flag` both ways."""

    source: str
    on_cuda: bool


class NothingFits(Exception):  # noqa: N818 - the generator's own word for it
    """No value in reach fits a slot."""


class Draft:
    """A program in the making: its lines so far, and a namespace in which they have been run."""

    def __init__(self, draw: Callable[[Any], Any], on_cuda: bool) -> None:
        self.draw = draw
        self.on_cuda = on_cuda
        self.count = 0
        self.outside: list[str] = []
        self.lines: list[str] = []
        self.names: dict[str, Any] = {}
        self.indent = "    "
        self.helpers: dict[str, int] = {}
        exec(HEADER, self.names)  # noqa: S102 - the text is ours
        self.given = set(self.names)

    # --- drawing

    def one(self, options: Any) -> Any:
        return self.draw(st.sampled_from(options))

    def chance(self, percent: int) -> bool:
        return bool(self.draw(st.integers(0, 99)) >= 100 - percent)

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def kept(self, fits: Callable[[Any], bool]) -> list[str]:
        return [name for name, value in self.names.items() if name not in self.given and fits(value)]

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
                return self.named(_is_tensor)
            case "L":
                return self.named(lambda value: isinstance(value, list) and value and all(map(_is_tensor, value)))
            case "A":
                return self.named(lambda value: isinstance(value, np.ndarray))
            case "M":
                return self.named(lambda value: isinstance(value, nn.Module))
            case "P":
                return self.named(lambda value: isinstance(value, torch.dtype))
            case "S":
                sizes = self.kept(lambda value: type(value) is int and 0 < value < 200)
                return str(self.one([*sizes, *sizes, "2", "3", "4", "5", "7", "-1"]))
            case "N":
                return str(self.one([0, 1, 2, 3, 4]))
            case "F":
                return str(self.one([0.5, 1.5, -1.0, 2.0]))
            case "K":
                return str(self.one([0, 1, -1, -1, 2, -2]))
            case "D":
                return str(self.one(list(DTYPES.values())))
            case "V":
                return str(self.one(["'cpu'", "'cuda'", "'cuda'", "torch.device('cuda')"] if self.on_cuda else ["'cpu'"]))
        raise AssertionError(kind)

    # --- trying

    def works(self, statement: str) -> bool:
        """Whether the statement runs in the names that there are; what it binds stays."""
        before = {name: value._version for name, value in self.names.items() if _is_tensor(value)}
        try:
            exec(statement, self.names)  # noqa: S102 - the text is ours
        except Exception:  # noqa: BLE001 - whatever is refused
            return False
        del before
        return all(value.numel() < MOST_ELEMENTS for value in self.names.values() if _is_tensor(value))

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
            if works or self.chance(20):
                self.say(statement + (mark if works else REFUSED))
                if shows and works:
                    self.say(f"reveal_type({name})")
                return

    # --- statements

    def statement(self, depth: int = 0) -> None:
        kinds: list[Callable[[], object]] = [
            *[self.tensor] * 14,
            *[self.rebound] * 2,
            *[lambda: self.bind(grammar.SIZE_VALUES)] * 2,
            *[lambda: self.bind(grammar.OTHER_VALUES)] * 3,
            *[lambda: self.bind(grammar.MODULES, reveals=False)] * 2,
            lambda: self.bind(grammar.STATES),
            lambda: self.tell(grammar.STATE_CHANGES),
            lambda: self.tell(grammar.IN_PLACE, shows=True),
            lambda: self.tell(grammar.IN_PLACE, shows=True),
            lambda: self.tell(grammar.DISCARDED, DISCARDED),
            *[self.unpacked] * 2,
            self.declared,
            self.part,
        ]
        if depth < 2:
            kinds += [
                *[lambda: self.branch(depth)] * 3,
                *[lambda: self.loop(depth)] * 2,
                lambda: self.region(depth),
                lambda: self.attempt(depth),
                lambda: self.chosen(),
                *[self.helper] * 2,
                self.promised,
                self.record,
                self.local,
                self.network,
            ]
        self.one(kinds)()

    def tensor(self) -> None:
        self.bind(grammar.TENSORS[self.one(list(grammar.TENSORS))])

    def rebound(self) -> None:
        try:
            name = self.slot("T")
        except NothingFits:
            return
        self.bind(grammar.TENSORS[self.one(list(grammar.TENSORS))], target=name)

    def unpacked(self) -> None:
        name = self.named_or_none(lambda value: isinstance(value, torch.Tensor) and value.dim() > 0)
        if name is None:
            return
        value = self.names[name]
        targets = [self.fresh() for _ in range(value.dim())]
        line = self.one([f"{', '.join(targets)}, = {name}.shape", f"{targets[0]}, *_ = {name}.shape"])
        if self.works(line):
            self.say(line)
            self.say(f"reveal_type({targets[0]})")

    def part(self) -> None:
        """What stands in a container."""
        name = self.named_or_none(lambda value: isinstance(value, tuple | list | dict) and len(value) > 0)
        if name is not None:
            key = "'a'" if isinstance(self.names[name], dict) else self.one(["0", "-1"])
            self.bind((f"{name}[{key}]",))

    def declared(self) -> None:
        """A tensor under a declaration of its own, which may be wrong."""
        name = self.named_or_none(_is_tensor)
        other = self.named_or_none(_is_tensor)
        if name is None or other is None:
            return
        value = self.names[other if self.chance(40) else name]
        hint = self.annotation(value, keep=60)
        if hint:
            self.say(f"{self.fresh()}: {hint} = {name}{DECLARED}")

    def chosen(self) -> None:
        first, second = self.named_or_none(_is_tensor), self.named_or_none(_is_tensor)
        if first and second:
            name = self.fresh()
            line = f"{name} = {first} if flag else {second}"
            if self.works(line):
                self.say(line)
                self.say(f"reveal_type({name})")

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

    def block(self, depth: int, most: int = 2) -> None:
        start = len(self.lines)
        for _ in range(self.draw(st.integers(1, most))):
            self.statement(depth + 1)
        if not any(line.startswith(self.indent) and not line.strip().startswith("#") for line in self.lines[start:]):
            self.say("pass")

    def branch(self, depth: int) -> None:
        try:
            condition = self.filled(self.one(grammar.CONDITIONS))
            taken = bool(eval(condition, self.names))  # noqa: S307 - the text is ours
        except Exception:  # noqa: BLE001 - whatever is refused
            return
        name = self.one([self.fresh(), *self.kept(_is_tensor)[:2]])
        forms = grammar.TENSORS[self.one(list(grammar.TENSORS))]
        self.say(f"if {condition}:")
        with self.inside() as first:
            self.block(depth, 1)
            bound_first = self.bind(forms, target=name)
        second = self.names
        bound_second: str | None = name if name in self.names else None
        if self.chance(70):
            self.say("else:")
            with self.inside() as second:
                self.block(depth, 1)
                bound_second = self.bind(forms, target=name) or bound_second
        ended = first if taken else second
        self.names.update({key: value for key, value in ended.items() if key in self.names})
        if bound_first and bound_second:
            self.names[name] = ended[name]
            self.say(f"reveal_type({name})")

    def loop(self, depth: int) -> None:
        try:
            rounds = self.filled(self.one(grammar.ROUNDS))
            items = list(eval(rounds, self.names))  # noqa: S307 - the text is ours
        except Exception:  # noqa: BLE001 - whatever is refused
            return
        name = self.fresh()
        if not items or len(items) > 8:
            return
        self.say(f"for {name} in {rounds}:")
        start = len(self.lines)
        with self.inside() as inner:
            self.names[name] = items[0]
            self.say(f"reveal_type({name})")
            self.block(depth)
            if self.chance(60):
                self.rebound()
        again = "\n".join(line for line in self.lines[start:] if REFUSED not in line and "reveal_type" not in line)
        for item in items[1:]:
            if not self.works_again(again, {**inner, name: item}):
                del self.lines[start - 1 :]
                return
        self.names.update({key: value for key, value in inner.items() if key in self.names})
        for changed in self.kept(_is_tensor)[:2]:
            self.say(f"reveal_type({changed})")

    def works_again(self, text: str, names: dict[str, Any]) -> bool:
        """Whether the lines of a block run in these names as well."""
        try:
            exec(f"if True:\n{text or '    pass'}\n{self.indent}    pass", names)  # noqa: S102 - the text is ours
        except Exception:  # noqa: BLE001 - whatever is refused
            return False
        return True

    def region(self, depth: int) -> None:
        region = self.one(grammar.REGIONS)
        manager = eval(region, self.names)  # noqa: S307 - the text is ours
        self.say(f"with {region}:")
        with manager, self.inside() as inner:
            self.block(depth)
        self.names.update({key: value for key, value in inner.items() if key not in self.given})

    def attempt(self, depth: int) -> None:
        self.say("try:")
        with self.inside() as inner:
            self.block(depth)
        self.names.update({key: value for key, value in inner.items() if key in self.names})
        self.say("except RuntimeError:")
        self.say("    pass")

    # --- helpers

    def body(self, parameters: dict[str, Any], most: int = 3) -> tuple[list[str], str] | None:
        """The lines of a function of these parameters, and an expression to return."""
        lines, self.lines = self.lines, []
        names = {name: value for name, value in self.names.items() if name in self.given}
        try:
            with self.inside({**names, **parameters}):
                self.indent = "    "
                for _ in range(self.draw(st.integers(0, most))):
                    self.statement(depth=2)
                for _ in range(TRIES):
                    try:
                        returned = self.filled(self.one(grammar.TENSORS[self.one(list(grammar.TENSORS))]))
                    except NothingFits:
                        continue
                    if self.works(f"_ = {returned}"):
                        return [line for line in self.lines if "reveal_type" not in line], returned
            return None
        finally:
            self.lines = lines

    def arguments(self) -> list[str] | None:
        found = [self.named_or_none(_is_tensor), self.named_or_none(_is_tensor)]
        return None if None in found else [str(name) for name in found]

    def helper(self) -> None:
        """A function without annotations, called, or handed to `partial`, or held in a lambda."""
        arguments = self.arguments()
        if arguments is None:
            return
        made = self.body({"x": self.names[arguments[0]], "y": self.names[arguments[1]]})
        if made is None:
            return
        name = f"helper_{self.fresh()}"
        text = [f"def {name}(x, y):", *made[0], f"    return {made[1]}", ""]
        self.define(text)
        first, second = arguments
        self.bind(
            (
                f"{name}({first}, {second})",
                f"{name}(y={second}, x={first})",
                f"functools.partial({name}, {first})({second})",
                f"(lambda t: {name}(t, {second}))({first})",
                f"[{name}(t, {second}) for t in [{first}]][0]",
            )
        )

    def promised(self) -> None:
        """A checked function with annotations, called with something that may not be what it declares."""
        arguments = self.arguments()
        if arguments is None:
            return
        hints = [self.annotation(self.names[name], keep=70) for name in arguments]
        made = self.body({"x": self.names[arguments[0]], "y": self.names[arguments[1]]}, most=1)
        if made is None or None in hints:
            return
        name = f"promised_{self.fresh()}"
        result = self.one(["torch.Tensor", "Any"])
        with self.inside(dict(self.names)):
            self.names.update(x=self.names[arguments[0]], y=self.names[arguments[1]])
        text = [f"@checked\ndef {name}(x: {hints[0]}, y: {hints[1]}) -> {result}:", *made[0], f"    return {made[1]}", ""]
        self.define(text)
        others = arguments if self.chance(70) else (self.arguments() or arguments)
        call = f"{name}({others[0]}, {others[1]})"
        target = self.fresh()
        if self.works(f"{target} = {call}"):
            self.say(f"{target} = {call}{DECLARED}")
            self.say(f"reveal_type({target})")
        else:
            self.say(f"{self.fresh()} = {call}{REFUSED}{DECLARED}")

    def record(self) -> None:
        """A dataclass or a NamedTuple of tensors."""
        arguments = self.arguments()
        if arguments is None:
            return
        cls = f"Record{self.fresh()}"
        head = self.one([f"@dataclasses.dataclass\nclass {cls}:", f"class {cls}(NamedTuple):"])
        hints = [self.annotation(self.names[name], keep=60, dims=False) for name in arguments]
        if None in hints:
            return
        self.define([head, f"    x: {hints[0]}", f"    y: {hints[1]}", ""])
        target = self.fresh()
        line = f"{target} = {cls}({arguments[0]}, {arguments[1]})"
        if self.works(line):
            self.say(line)
            self.bind((f"{target}.x", f"{target}.y", f"{target}.x + {target}.y", f"{target}.y.float()"))

    def local(self) -> None:
        """A lambda or a comprehension over what is in reach."""
        target = self.fresh()
        first = self.named_or_none(_is_tensor)
        if first is None:
            return
        inner = self.bind_text({"t": self.names[first]})
        if inner is not None:
            self.bind((f"(lambda t: {inner})({first})", f"[{inner} for t in ({first}, {first})][-1]", f"next({inner} for t in [{first}])"), target)

    def bind_text(self, names: dict[str, Any]) -> str | None:
        with self.inside({**self.names, **names}):
            for _ in range(TRIES):
                try:
                    text = self.filled(self.one(grammar.TENSORS[self.one(list(grammar.TENSORS))]))
                except NothingFits:
                    continue
                if "t" in re.findall(r"\w+", text) and self.works(f"_ = {text}"):
                    return text
        return None

    def network(self) -> None:
        """A module of one's own, with a layer, a buffer and a plain tensor."""
        first = self.named_or_none(lambda value: isinstance(value, torch.Tensor) and value.dim() > 0)
        if first is None:
            return
        value = self.names[first]
        cls = f"Net{self.fresh()}"
        width = self.names[first].shape[-1]
        size = str(width) if self.chance(50) and width in {2, 3, 4} else "size"
        out = self.one(["2", "3", "size"])
        kept = self.one(["torch.ones(1)", "torch.zeros({0})", "torch.arange({0})", "torch.ones({0}, dtype=torch.float64)"]).format(out)
        placed = self.one([f"self.kept = {kept}", f"self.register_buffer('kept', {kept})", f"self.kept = nn.Parameter(torch.ones({out}))"])
        forward = self.one(["self.fc(x) * self.kept", "self.fc(x) + self.kept", "self.fc(x)", "F.relu(self.fc(x)), self.kept", "self.fc(x).half() + self.kept", "self.fc(x.float()) @ self.fc.weight"])
        hint = self.one(["x", "x: torch.Tensor", "x: Any", f"x: {self.annotation(value, keep=70) or 'Any'}"])
        self.define([
            f"class {cls}(nn.Module):",
            "    def __init__(self, size: int = 3) -> None:",
            "        super().__init__()",
            f"        self.fc = nn.Linear({size}, {out})",
            f"        {placed}",
            "",
            f"    def forward(self, {hint}){'' if hint == 'x' else ' -> Any'}:",
            f"        return {forward}",
            "",
        ])
        name = self.fresh()
        if self.bind((f"{cls}({first}.shape[-1])", f"{cls}({first}.size(-1)).to({first}.device)", f"{cls}({first}.shape[-1]).to({first}.dtype)", f"{cls}()"), name, reveals=False):
            if self.chance(30):
                self.tell((f"{name}.half()", f"{name}.double()", f"{name}.to({{V}})", f"{name}.to({{D}})"))
            self.bind((f"{name}({first})", f"{name}({first})", f"{name}({first}.float())"))
            self.bind((f"{name}.kept", f"{name}.fc.weight", f"{name}.kept.dtype", f"{name}.fc.weight.shape"))

    def define(self, text: list[str]) -> None:
        joined = "\n".join(text)
        exec(joined, self.names)  # noqa: S102 - the text is ours
        for found in re.findall(r"^(?:def|class) (\w+)", joined, re.MULTILINE):
            self.given.add(found)
        self.outside += [joined, ""]

    # --- annotations

    def annotation(self, value: torch.Tensor, keep: int, dims: bool = True) -> str | None:
        """A hint that the value fits, if every part is kept; less of it with each part left unsaid."""
        dtype = next((name for name, text in DTYPES.items() if text == str(value.dtype)), None)
        if dtype is None or not all(value.shape):
            return None
        by_size = {size: name for name, size in SIZES.items()}
        shape = " ".join(by_size.get(size, str(size)) if dims else str(size) for size in value.shape)
        parts = [dtype if self.chance(keep) else "Any", "CUDA" if value.is_cuda else "CPU"]
        parts[1] = parts[1] if self.chance(keep) else "Any"
        if self.chance(keep):
            parts.append(f'"{shape}"' if dims or not set(value.shape) & set(SIZES.values()) else '"..."')
        return f"Tensor[{', '.join(parts)}]"


def _is_tensor(value: object) -> bool:
    return isinstance(value, torch.Tensor) and not isinstance(value, nn.Parameter)


@st.composite
def programs(draw: Callable[[Any], Any]) -> Program:
    """A program of two to four parameters and up to a dozen statements."""
    on_cuda = draw(st.integers(0, 3)) == 3
    with fake_cuda() if on_cuda else nullcontext():
        draft = Draft(draw, on_cuda)
        parameters = []
        for name in ("x", "y", "z", "w")[: draw(st.integers(2, 4))]:
            dtype = draw(st.sampled_from(["Float32", "Float32", "Float32", *DTYPES]))
            device = draw(st.sampled_from(["CUDA", "CUDA", "CPU"] if on_cuda else ["CPU"]))
            dims = draw(st.sampled_from(["b n", "b n", "n", "b n m", "n m", "b n k", "b b", "3 n", "b 1", "1 n", "b", "4", "", "2 3", "b 3 n"]))
            draft.names[name] = sample(dtype, device, dims)
            parameters.append(f'{name}: Tensor[{dtype}, {device}, "{dims}"]')
        draft.names["flag"] = draw(st.booleans())
        draft.given.add("flag")
        for _ in range(draw(st.integers(4, 12))):
            draft.statement()
    head = f"def program({', '.join(parameters)}, flag: bool) -> None:"
    text = "\n".join([HEADER, *draft.outside, head, *(draft.lines or ["    pass"]), ""])
    return Program(text, on_cuda)


def sample(dtype: str, device: str, dims: str) -> torch.Tensor:
    """A live tensor of a declaration, in the sizes of its names."""
    shape = [SIZES.get(word) or int(word) for word in dims.split()]
    return torch.ones(shape, device=device.lower()).to(getattr(torch, DTYPES[dtype].removeprefix("torch.")))


def drawn(count: int, start: int) -> list[Program]:
    """As many programs as asked for, always the same for one number to start from."""
    found: list[Program] = []

    @seed(start)
    @settings(max_examples=count, phases=[Phase.generate], database=None, suppress_health_check=list(HealthCheck))
    @given(programs())
    def collect(program: Program) -> None:
        found.append(program)

    collect()
    return found
