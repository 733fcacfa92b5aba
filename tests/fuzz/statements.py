"""The statements of random programs."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import torch

from tests.fuzz import grammar
from tests.fuzz.draft import DECLARED, DISCARDED, REFUSED, TRIES, NothingFits, is_tensor
from tests.fuzz.telling import Telling


class Statements(Telling):
    """A draft that says one random statement after another."""

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
                *[self.closure] * 2,
                self.changing,
                self.network,
                *[self.passage] * 10,
            ]
        with suppress(NothingFits):
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
        name = self.named_or_none(is_tensor)
        other = self.named_or_none(is_tensor)
        if name is None or other is None:
            return
        value = self.names[other if self.chance(40) else name]
        hint = self.annotation(value, keep=60)
        if hint:
            self.say(f"{self.fresh()}: {hint} = {name}{DECLARED}")

    def chosen(self) -> None:
        first, second = self.named_or_none(is_tensor), self.named_or_none(is_tensor)
        if first and second:
            name = self.fresh()
            line = f"{name} = {first} if flag else {second}"
            if self.works(line):
                self.say(line)
                self.say(f"reveal_type({name})")

    # --- blocks

    def block(self, depth: int, most: int = 2) -> None:
        start = len(self.lines)
        for _ in range(self.random.randint(1, most)):
            self.statement(depth + 1)
        if not any(line.startswith(self.indent) and not line.strip().startswith("#") for line in self.lines[start:]):
            self.say("pass")

    def branch(self, depth: int) -> None:
        try:
            condition = self.filled(self.one(grammar.CONDITIONS))
            taken = bool(eval(condition, self.names))  # noqa: S307 - the text is ours
        except Exception:  # noqa: BLE001 - whatever is refused
            return
        name = self.one([self.fresh(), *self.kept(is_tensor)[:2]])
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
        for changed in self.kept(is_tensor)[:2]:
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
                for _ in range(self.random.randint(0, most)):
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
        found = [self.named_or_none(is_tensor), self.named_or_none(is_tensor)]
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
        text = [
            f"@checked\ndef {name}(x: {hints[0]}, y: {hints[1]}) -> {result}:",
            *made[0],
            f"    return {made[1]}",
            "",
        ]
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
        head = self.one([f"@checked\n@dataclasses.dataclass\nclass {cls}:", f"@checked\nclass {cls}(NamedTuple):"])
        hints = [self.annotation(self.names[name], keep=60, dims=False) for name in arguments]
        if None in hints:
            return
        self.define([head, f"    x: {hints[0]}", f"    y: {hints[1]}", ""])
        target = self.fresh()
        line = f"{target} = {cls}({arguments[0]}, {arguments[1]})"
        if self.works(line):
            self.say(line + DECLARED)
            self.bind((f"{target}.x", f"{target}.y", f"{target}.x + {target}.y", f"{target}.y.float()"))

    def local(self) -> None:
        """A lambda or a comprehension over what is in reach."""
        target = self.fresh()
        first = self.named_or_none(is_tensor)
        if first is None:
            return
        inner = self.bind_text({"t": self.names[first]})
        if inner is not None:
            self.bind(
                (
                    f"(lambda t: {inner})({first})",
                    f"[{inner} for t in ({first}, {first})][-1]",
                    f"next({inner} for t in [{first}])",
                ),
                target,
            )

    def closure(self) -> None:
        """A function or lambda of what is in reach, called at once or when other statements have been run."""
        if self.closures and self.chance(60):
            name, arguments = self.one(list(self.closures.items()))
            self.bind((f"{name}({arguments})",))
            return
        first = self.named_or_none(is_tensor)
        inner = self.bind_text({"t": self.names[first]}) if first is not None and len(self.indent) == 4 else None
        if first is None or inner is None:
            return
        name = self.fresh()
        parameter, argument = self.one([("t", first), (f"t={first}", ""), ("t, u=2", first), ("", "")])
        text = self.one(
            [
                f"{name} = lambda {parameter}: {inner}",
                f"def {name}({parameter}):\n    return {inner}",
                f"def {name}({parameter}):\n    def deep():\n        return {inner}\n    return deep()",
            ]
        )
        if not parameter:
            text = text.replace(inner, re.sub(r"\bt\b", first, inner))
        if self.works(text):
            for line in text.splitlines():
                self.say(line)
            self.given.add(name)
            self.closures[name] = argument
            read = [word for word in re.findall(r"\w+", text) if word in self.kept(is_tensor)]
            if read and self.chance(60):
                self.bind(grammar.TENSORS[self.one(list(grammar.TENSORS))], target=self.one(read))
            if self.chance(70):
                self.bind((f"{name}({argument})",))

    def changing(self) -> None:
        """A function or lambda that casts or moves a module, or changes a tensor in place."""
        if len(self.indent) > 4:
            return
        try:
            change = self.filled(self.one([*grammar.STATE_CHANGES, *grammar.IN_PLACE]))
        except NothingFits:
            return
        owner, name = re.split(r"\W", change)[0], self.fresh()
        forms = [f"def {name}():\n    {change}", f"def {name}(t):\n    {change.replace(owner, 't', 1)}"]
        forms += [f"{name} = lambda: {change}"] if "=" not in change.split("(")[0] else []
        text = self.one(forms)
        if " = " in change.partition("[")[0] or (re.match(r"\w+ \S*=", change) and "t)" not in text):
            return  # it would be the function's own variable
        call = f"{name}({owner if '(t)' in text else ''})"
        if self.works(f"{text}\n{call}"):
            for line in text.splitlines():
                self.say(line)
            self.say(call)
            self.given.add(name)
            for asked in self.kept(is_tensor)[:1] if is_tensor(self.names[owner]) else ():
                self.say(f"reveal_type({owner if owner in self.names else asked})")
            self.bind(grammar.STATES)

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
        kept = self.one(
            ["torch.ones(1)", "torch.zeros({0})", "torch.arange({0})", "torch.ones({0}, dtype=torch.float64)"]
        ).format(out)
        placed = self.one(
            [
                f"self.kept = {kept}",
                f"self.register_buffer('kept', {kept})",
                f"self.kept = nn.Parameter(torch.ones({out}))",
            ]
        )
        forward = self.one(
            [
                "self.fc(x) * self.kept",
                "self.fc(x) + self.kept",
                "self.fc(x)",
                "F.relu(self.fc(x)), self.kept",
                "self.fc(x).half() + self.kept",
                "self.fc(x.float()) @ self.fc.weight",
            ]
        )
        hint = self.one(["x", "x: torch.Tensor", "x: Any", f"x: {self.annotation(value, keep=70) or 'Any'}"])
        self.define(
            [
                f"class {cls}(nn.Module):",
                "    def __init__(self, size: int = 3) -> None:",
                "        super().__init__()",
                f"        self.fc = nn.Linear({size}, {out})",
                f"        {placed}",
                "",
                f"    {'' if hint == 'x' else '@checked'}",
                f"    def forward(self, {hint}){'' if hint == 'x' else ' -> Any'}:",
                f"        return {forward}",
                "",
            ]
        )
        name = self.fresh()
        if self.bind(
            (
                f"{cls}({first}.shape[-1])",
                f"{cls}({first}.size(-1)).to({first}.device)",
                f"{cls}({first}.shape[-1]).to({first}.dtype)",
                f"{cls}()",
            ),
            name,
            reveals=False,
        ):
            if self.chance(30):
                self.tell((f"{name}.half()", f"{name}.double()", f"{name}.to({{V}})", f"{name}.to({{D}})"))
            self.bind((f"{name}({first})", f"{name}({first})", f"{name}({first}.float())"))
            self.bind((f"{name}.kept", f"{name}.fc.weight", f"{name}.kept.dtype", f"{name}.fc.weight.shape"))
