"""Passages of several lines in a program in the making."""

import ast
import re
from collections.abc import Iterator
from typing import Any

from tests.fuzz import grammar
from tests.fuzz.draft import REFUSED, TRIES, Draft, NothingFits, is_tensor
from tests.fuzz.habits import HABITS
from tests.fuzz.passages import PASSAGES

FORMS = PASSAGES | HABITS
CHOICE = re.compile(r"<<(.*?)>>(?!>)", re.DOTALL)
FRESH = re.compile(r"\$([a-zA-Z])")
HOLE = re.compile(r"\{E(?::([\w ]+))?\}")
WITHIN = re.compile(r"(?<=[: ])\{([12])\}(?=[ }])")
"""A tensor of the passage as one of the names of a hole."""
RESULT = "RESULT"
UNSURE = "  # unsure"
BINDING = re.compile(r"(?:\s*|.*\()(\w+) :?= (.+?)(\)\..*)?$")
ROUND = re.compile(r"\s*for (\w+) in (.+):$")
CONTINUES = re.compile(r"\s|(elif|else|except|finally|case)\b|#")


class Telling(Draft):
    """A draft that says whole passages."""

    about: tuple[str, str] = ("", "")
    values: tuple[Any, ...] = ()

    def passage(self) -> None:
        """A passage about two tensors in reach; it ends where torch refuses a statement."""
        definitions, _, text = self.chosen_text().rpartition("\n---\n")
        first = self.named(is_tensor)
        alike = [name for name in self.kept(is_tensor) if self.names[name].shape == self.names[first].shape]
        self.about = first, self.one(alike) if self.chance(40) else self.named(is_tensor)
        self.values = tuple(self.names[name] for name in self.about)
        with self.inside(self.inner_names() | dict(zip("xy", self.values, strict=True))):
            definitions = "\n".join(self.told_lines(self.own_words(definitions)))
        if definitions and not self.defined(definitions, text):
            return
        for statement in top_level(text):
            with self.inside(dict(self.names)):
                lines = list(self.told_lines(statement))
            if not self.told(lines):
                return

    def chosen_text(self) -> str:
        """A passage with one of each choice, and with fresh names."""
        text = CHOICE.sub(lambda found: str(self.one(found[1].split("||"))), self.one(FORMS[self.one(list(FORMS))]))
        fresh = {name: self.fresh() for name in dict.fromkeys(FRESH.findall(text))}
        return FRESH.sub(lambda found: fresh[found[1]].upper() if found[1].isupper() else fresh[found[1]], text)

    def inner_names(self) -> dict[str, Any]:
        return {name: value for name, value in self.names.items() if name in self.given}

    def slot(self, kind: str) -> str:
        match kind:
            case "1" | "2":
                return self.about[int(kind) - 1]
            case "3" | "4":
                hint = self.annotation(self.values[int(kind) - 3], keep=70)
                if hint is None:
                    raise NothingFits
                return hint
        return super().slot(kind)

    def told_lines(self, text: str) -> Iterator[str]:
        """The lines, filled one after the other; what each binds is tried, so that the next may speak of it."""
        for line in text.splitlines():
            named = WITHIN.sub(lambda found: self.slot(found[1]), line) if "{E:" in line else line
            holes = HOLE.sub(lambda hole: self.expression((hole[1] or "").split()), named)
            filled = self.filled(holes).removesuffix(UNSURE)
            for form, value in ((BINDING, "{}"), (ROUND, "next(iter({}))")):
                if found := form.match(filled):
                    self.works(f"{found[1]} = {value.format(found[2])}")
            if not re.match(r"\s*(reveal_type|return|while|for|if|def|class|@)\b", filled):
                self.works(filled.strip())
            yield filled

    def expression(self, names: list[str]) -> str:
        """A tensor out of these names, or out of all in reach."""
        names = [name for name in names if is_tensor(self.names.get(name))] if names else []
        for _ in range(2 * TRIES):
            form = self.one(grammar.TENSORS[self.one(list(grammar.TENSORS))])
            if names:
                form = re.sub(r"\{T\}", lambda _: str(self.one(names)), form)
            try:
                value = self.filled(form)
            except NothingFits:
                continue
            if names and not set(names) & set(re.findall(r"\w+", value)):
                continue
            if self.works(f"_ = {value}") and is_tensor(self.names.pop("_")):
                return value.replace("{", "{{").replace("}", "}}")
        raise NothingFits

    def defined(self, definitions: str, text: str) -> bool:
        """Whether the definitions run; what the first call gives is the result that they declare."""
        if RESULT in definitions:
            with self.inside(dict(self.names)):
                call = next(top_level(text))
                self.works(definitions.replace(RESULT, "Any"))
                lines = list(self.told_lines(call))
                self.works("\n".join(lines))
                value = self.names.get(call.partition(" = ")[0])
            hint = self.annotation(value, keep=70) if is_tensor(value) else "Any"
            definitions = definitions.replace(RESULT, hint or "torch.Tensor")
        if not self.works(definitions):
            return False
        self.define([definitions, ""])
        return True

    def told(self, lines: list[str]) -> bool:
        """Whether the statement runs; where torch refuses it, it may stay up to the line in question."""
        before = dict(self.names)
        at = self.failure("\n".join(lines))
        if at is None:
            for line in lines:
                self.say(line)
            return True
        self.names = {name: value for name, value in before.items() if name not in changed("\n".join(lines))}
        kept = [*lines[: at - 1], lines[at - 1] + REFUSED]
        is_endless = any(line.lstrip().startswith("while ") for line in kept)  # the run goes on behind what is refused
        if self.chance(40) and parses("\n".join(kept)) and not is_endless:
            for line in kept:
                self.say(line)
        return False

    def failure(self, text: str) -> int | None:
        """The line that is refused, None if all of it runs."""
        try:
            exec(compile(text, "passage", "exec"), self.names)  # noqa: S102 - the text is ours
        except SyntaxError as error:
            return error.lineno or 1
        except Exception as error:  # noqa: BLE001 - whatever is refused
            trace = error.__traceback__
            lines = []
            while trace is not None:
                if trace.tb_frame.f_code.co_filename == "passage":
                    lines.append(trace.tb_lineno)
                trace = trace.tb_next
            return lines[0]
        return None


def top_level(text: str) -> Iterator[str]:
    """The statements of the outermost block."""
    lines: list[str] = []
    for line in text.splitlines():
        if lines and not CONTINUES.match(line):
            yield "\n".join(lines)
            lines = []
        lines.append(line)
    yield "\n".join(lines)


def changed(text: str) -> set[str]:
    """The names to which the text gives a value, or which it may change in place."""
    bound = re.findall(r"\b(\w+)(?=(?:, \w+)* \S?=)|\bfor (\w+)|\b(\w+)\.\w+_\(|\b(\w+)\[.*?\] \S?=", text)
    return {name for names in bound for name in names if name}


def parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True
