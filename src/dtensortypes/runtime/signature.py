"""A function's signature as `@checked` sees it: each parameter's tree, and what is left to beartype."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from dtensortypes.core.problems import argument
from dtensortypes.runtime.annotations import resolved
from dtensortypes.runtime.knowable import strangers, unknowable
from dtensortypes.runtime.matching import Wrong, readings
from dtensortypes.runtime.nodes import Entries, Items, Node, Plain
from dtensortypes.runtime.reading import read, tensors

_Kind: Final = inspect.Parameter
NOTHING: Final = inspect.Parameter.empty


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
        return self.tree is None and not any(self.hint is one for one in (NOTHING, Any, object))

    @property
    def spelled(self) -> str:
        """The name with the stars that a signature gives it."""
        stars = "*" * (self.kind is _Kind.VAR_POSITIONAL) + "**" * (self.kind is _Kind.VAR_KEYWORD)
        return stars + self.name

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
    outcome: str = "return value"
    """What `returns` is about: a generator's is the value that it yields."""


def signature_of(function: Callable[..., Any], scope: Mapping[str, object]) -> Signature:
    """What the function declares; raises TypeError for what cannot be checked."""
    hints = resolved(function, scope)
    parameters = inspect.signature(function).parameters.values()
    slots = tuple(_slot(function, p.name, p.kind, hints.get(p.name, NOTHING)) for p in parameters)
    yields = inspect.isgeneratorfunction(function)
    returned = hints.get("return", NOTHING)
    returns = _slot(function, "return", _Kind.POSITIONAL_ONLY, _yielded(returned) if yields else returned)
    signature = Signature(function.__name__, slots, returns, "yielded value" if yields else "return value")
    _refuse_unknown(signature)
    for slot, parameter in zip(slots, parameters, strict=True):
        _refuse_default(signature, slot, parameter.default)
    return signature


def _yielded(hint: Any) -> object:
    """What a generator function gives, by its annotation `Iterator[…]` or `Generator[…, …, …]`."""
    return (get_args(hint) or (NOTHING,))[0]


def _refuse_unknown(signature: Signature) -> None:
    slots = [slot for slot in (*signature.slots, signature.returns) if slot.tree is not None]
    hints = [hint for slot in slots if slot.tree for hint in tensors(slot.tree)]
    stranger = strangers(hints, (slot.name for slot in signature.slots))
    if stranger is not None:
        msg = f'"{signature.function}" has no parameter for {stranger}'
        raise TypeError(msg)
    size = unknowable(hints)
    if size is not None:
        advice = "give its names a dim of their own, or write _"
        msg = f'no call of "{signature.function}" can tell the size "{size}": {advice}'
        raise TypeError(msg)


def _refuse_default(signature: Signature, slot: Slot, default: object) -> None:
    if slot.tree is None or default is NOTHING:
        return
    try:
        readings(slot.tree, default, slot.name)
    except Wrong as wrong:
        raise TypeError(f"the default of {wrong.problem.about(argument(wrong.path, signature.function))}") from None


def _slot(function: Callable[..., Any], name: str, kind: inspect._ParameterKind, hint: object) -> Slot:
    try:
        tree = None if hint is NOTHING else read(hint)
    except TypeError as error:
        place = "the return value" if name == "return" else f'argument "{name}"'
        msg = f'{place} of "{function.__name__}" cannot be checked: {error}'
        raise TypeError(msg) from None
    if tree is None or not tensors(tree):
        return Slot(name, kind, hint, None)
    if kind is _Kind.VAR_POSITIONAL:
        tree = Items(tuple, tree)
    elif kind is _Kind.VAR_KEYWORD:
        tree = Entries(dict, Plain(str), tree)
    return Slot(name, kind, hint, tree)
