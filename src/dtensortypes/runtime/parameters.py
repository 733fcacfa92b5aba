"""A signature's parameters as text: as a `def` declares them, as a call passes them on, and by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from dtensortypes.runtime.generated import generated
from dtensortypes.runtime.names import Names
from dtensortypes.runtime.signature import Signature, Slot

_Kind: Final = inspect.Parameter


class Parameters:
    """The parameters of one wrapper, as slots that have marks for names.

    A function that takes whatever comes is called with exactly that: then the wrapper takes it too, and a function of
    the declared parameters says which is which.
    """

    def __init__(self, signature: Signature, names: Names) -> None:
        self.signature = signature
        self.names = names
        self.slots = tuple(replace(slot, name=names.mark(slot.name)) for slot in signature.slots)
        self.variables = [slot.name for slot in self.slots]
        self.together = "{" + ", ".join(f"'{name}': {name}" for name in self.variables) + "}"
        self.declared, self.passed = declared(self.slots), passed(self.slots)
        if signature.forwards:
            args, kwargs = names.variable("args"), names.variable("kwargs")
            self.declared = self.passed = f"*{args}, **{kwargs}"
            self.variables += [args, kwargs]

    def begin(self, function: Callable[..., Any]) -> list[str]:
        """The lines after which each parameter is a variable."""
        if not self.signature.forwards or not self.slots:
            return []
        together = f"({', '.join(slot.name for slot in self.slots)},)"
        text = [f"def told_apart({declared(self.slots)}): return {together}"]
        told_apart = generated("told_apart", text, {}, function, self.names.marked)
        self._give_defaults(told_apart)
        return [f"{together} = {self.names.constant('told_apart', told_apart)}({self.passed})"]

    def finish(self, wrapper: Callable[..., Any]) -> None:
        """Put the declared defaults in their place."""
        if not self.signature.forwards:
            self._give_defaults(wrapper)

    def _give_defaults(self, made: Any) -> None:
        defaults = self.signature.defaults
        keyword = {slot.name for slot in self.signature.slots if slot.kind is _Kind.KEYWORD_ONLY}
        made.__defaults__ = tuple(value for name, value in defaults.items() if name not in keyword) or None
        made.__kwdefaults__ = {name: value for name, value in defaults.items() if name in keyword} or None


def declared(slots: Iterable[Slot]) -> str:
    """The parameters as a `def` declares them; what has a default is said elsewhere."""
    parts: list[str] = []
    slots = tuple(slots)
    for i, slot in enumerate(slots):
        if slot.kind is _Kind.KEYWORD_ONLY and not any(part.startswith("*") for part in parts):
            parts.append("*")
        parts.append(slot.spelled)
        if slot.kind is _Kind.POSITIONAL_ONLY and not any(s.kind is _Kind.POSITIONAL_ONLY for s in slots[i + 1 :]):
            parts.append("/")
    return ", ".join(parts)


def passed(slots: Iterable[Slot]) -> str:
    """The same parameters as a call passes them on."""
    return ", ".join(f"{slot.name}={slot.name}" if slot.kind is _Kind.KEYWORD_ONLY else slot.spelled for slot in slots)
