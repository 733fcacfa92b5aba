"""Names for the variables of a generated function: the user's own where they are free."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Iterable

from dtensortypes.runtime.generated import MARK, filled, mark


class Names:
    """The names of one function: its parameters, the objects it refers to, and its variables."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken = {*taken, *keyword.kwlist}
        self.scope: dict[str, object] = {}
        self.parts: list[str] = []
        self.marked: dict[str, str] = {}
        self._aliases: dict[tuple[str, int], str] = {}

    def mark(self, name: str) -> str:
        """What stands for this name of the user's in the text, so that texts alike but for such names are one."""
        return self.marked.setdefault(name, mark(len(self.marked)))

    def spelled(self, name: str) -> str:
        """A parameter's name as the text has it."""
        return self.marked.get(name, name)

    def variable(self, wish: str) -> str:
        """A new name, like the one wished for, which no builtin has either."""
        name, shown = wish, self._shown(wish)
        while shown in self.taken or hasattr(builtins, shown):
            name, shown = f"{name}_", f"{shown}_"
        self.taken.add(shown)
        return name

    def _shown(self, name: str) -> str:
        return filled(name, self.marked) if MARK in name else name

    def part(self, wish: str) -> str:
        """A new name for what is inside of a value; all of them are remembered, to be let go."""
        self.parts.append(self.variable(wish))
        return self.parts[-1]

    def constant(self, wish: str, value: object) -> str:
        """The name under which the function finds this object; the same object keeps its name."""
        key = wish, id(value)
        if key not in self._aliases:
            name = wish
            while name in self.taken:
                name += "_"
            self.taken.add(name)
            self._aliases[key] = name
            self.scope[name] = value
        return self._aliases[key]
