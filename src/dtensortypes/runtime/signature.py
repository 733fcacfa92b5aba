"""A function's signature as `@checked` sees it: each parameter's tree, and what is left to beartype."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dtensortypes.runtime.annotations import resolved
from dtensortypes.runtime.nodes import Entries, Items, Node, Plain
from dtensortypes.runtime.reading import read, tensors

NOTHING = inspect.Parameter.empty


@dataclass(frozen=True, slots=True)
class Slot:
    """A parameter, or the return value: its hint, and the tree of it where tensors are in it."""

    name: str
    kind: inspect._ParameterKind
    hint: object
    tree: Node | None

    @property
    def for_beartype(self) -> bool:
        """Whether the hint says something, and nothing about tensors."""
        return self.tree is None and self.hint not in (NOTHING, Any, object)

    @property
    def spelled(self) -> str:
        """The name with the stars that a signature gives it."""
        stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
        return stars.get(self.kind, "") + self.name

    @property
    def declared(self) -> str:
        node = self.tree or Plain(self.hint)
        return "" if self.hint is NOTHING else node.notation


@dataclass(frozen=True, slots=True)
class Signature:
    """All that is declared of a function."""

    function: str
    slots: tuple[Slot, ...]
    returns: Slot


def signature_of(function: Callable[..., Any], scope: Mapping[str, object]) -> Signature:
    """What the function declares; raises TypeError for what cannot be checked."""
    hints = resolved(function, scope)
    parameters = inspect.signature(function).parameters.values()
    slots = tuple(_slot(function, p.name, p.kind, hints.get(p.name, NOTHING)) for p in parameters)
    returns = _slot(function, "return", inspect.Parameter.POSITIONAL_ONLY, hints.get("return", NOTHING))
    return Signature(function.__name__, slots, returns)


def _slot(function: Callable[..., Any], name: str, kind: inspect._ParameterKind, hint: object) -> Slot:
    try:
        tree = None if hint is NOTHING else read(hint)
    except TypeError as error:
        place = "the return value" if name == "return" else f'argument "{name}"'
        msg = f'{place} of "{function.__name__}" cannot be checked: {error}'
        raise TypeError(msg) from None
    if tree is None or not tensors(tree):
        return Slot(name, kind, hint, None)
    if kind is inspect.Parameter.VAR_POSITIONAL:
        tree = Items(tuple, tree)
    elif kind is inspect.Parameter.VAR_KEYWORD:
        tree = Entries(dict, Plain(str), tree)
    return Slot(name, kind, hint, tree)
