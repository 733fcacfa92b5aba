"""A function's signature as `@checked` sees it: each parameter's tree, and what is left to beartype."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import CodeType
from typing import TYPE_CHECKING, Any, ClassVar, Final

from dtensortypes.core.problems import argument
from dtensortypes.runtime.annotations import resolved
from dtensortypes.runtime.called import Called, called
from dtensortypes.runtime.enforcing import E, enforced
from dtensortypes.runtime.kinds import Kind, exchanged, kind_of
from dtensortypes.runtime.knowable import strangers, unknowable
from dtensortypes.runtime.nodes import Entries, Items, Node, Plain
from dtensortypes.runtime.quiet import Quiet
from dtensortypes.runtime.reading import is_plain, read, tensors
from dtensortypes.runtime.settings import NOTHING_SAID, Settings

if TYPE_CHECKING:
    from beartype import BeartypeConf

_Kind: Final = inspect.Parameter
NOTHING: Final = inspect.Parameter.empty
_OUTCOMES: Final = {"return": "the return value", "yield": "the yielded value", "send": "the sent value"}


@dataclass(frozen=True, slots=True)
class Slot:
    """A parameter, or the return value: its hint, and the tree of it where tensors are in it."""

    name: str
    kind: inspect._ParameterKind
    hint: object
    tree: Node | None
    written: str = ""
    """The tree in words, which are there before Dynamo could be asked to follow how they are made."""

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
        return self.written or ("" if self.hint is NOTHING else node.notation)


@dataclass(frozen=True)
class Signature:
    """All that is declared of a function."""

    function: str
    slots: tuple[Slot, ...]
    returns: Slot
    outcome: str = "return value"
    """What `returns` is about."""
    module: str | None = ""
    """Where the function is defined; None for one of ours, which is called from anywhere."""
    settings: Settings = NOTHING_SAID
    kind: Kind = Kind.FUNCTION
    forwards: bool = False
    """Whether the function takes whatever comes, so that its arguments must reach it exactly as they came."""
    defaults: Mapping[str, object] = field(default_factory=dict)
    yields: Slot | None = None
    sends: Slot | None = None
    """What a generator yields, and what is sent into it."""

    happened: ClassVar[str] = "called from"
    """How a message begins to tell at which line it was."""

    @property
    def conf(self) -> BeartypeConf | None:
        """How beartype checks what is no tensor, where somebody said it."""
        return self.settings.conf

    def enforced(self, fault: E | None) -> E | None:
        """The fault, if it is to be raised."""
        return None if fault is None else enforced(fault, self.module, self.settings.mode)

    def subject(self, path: str) -> str:
        """What a message is about: one of the things declared, or a path into it."""
        return argument(path, self.function)

    @property
    def says(self) -> bool:
        """Whether anything is declared at all."""
        outcomes = (self.returns, self.yields, self.sends)
        return any(slot is not None and slot.hint is not NOTHING for slot in (*self.slots, *outcomes))

    @property
    def trees(self) -> tuple[Node, ...]:
        """Every tree in which there are tensors."""
        outcomes = (self.returns, self.yields, self.sends)
        return tuple(slot.tree for slot in (*self.slots, *outcomes) if slot is not None and slot.tree is not None)

    def about(self, slot: Slot, outcome: str) -> Signature:
        """The same signature, for what a generator yields or is sent."""
        return replace(self, returns=slot, outcome=outcome)

    @cached_property
    def quiet(self) -> Quiet:
        """The checks of calls whose reads are heard."""
        arguments = [(slot.name, slot.tree) for slot in self.slots if slot.tree is not None]
        return Quiet([slot.name for slot in self.slots], arguments, self.returns.tree)


def signature_of(
    function: Callable[..., Any], scope: Mapping[str, object], settings: Settings = NOTHING_SAID
) -> Signature:
    """What the function declares; raises TypeError for what cannot be checked."""
    kind, call = kind_of(function), called(function)
    hints = resolved(call.annotated, scope)
    reader = _Reader(function.__name__, call, scope, settings.conf)
    slots = tuple(reader.slot(p.name, p.kind, hints.get(p.name, NOTHING)) for p in call.parameters)
    outcomes = {"return": hints.get("return", NOTHING)}
    if kind.is_generator:
        outcomes = exchanged(function.__name__, kind, outcomes["return"])
    given = {name: reader.slot(name, _Kind.POSITIONAL_ONLY, hint) for name, hint in outcomes.items()}
    signature = Signature(
        function.__name__,
        slots,
        given["return"],
        module=function.__module__ or "",
        settings=settings,
        kind=kind,
        forwards=call.forwards,
        defaults={p.name: p.default for p in call.parameters if p.default is not NOTHING},
        yields=given.get("yield"),
        sends=given.get("send"),
    )
    _refuse_unknown(signature)
    for slot in slots:
        _refuse_default(signature, slot, signature.defaults.get(slot.name, NOTHING))
    return signature


def _refuse_unknown(signature: Signature) -> None:
    hints = [hint for tree in signature.trees for hint in tensors(tree)]
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
    from dtensortypes.runtime.finding import Wrong
    from dtensortypes.runtime.matching import readings  # few parameters with tensors have a default

    try:
        readings(slot.tree, default, slot.name)
    except Wrong as wrong:
        raise TypeError(f"the default of {wrong.problem.about(argument(wrong.path, signature.function))}") from None


class _Reader:
    """Reads the hints of one function."""

    def __init__(self, function: str, call: Called, scope: Mapping[str, object], conf: BeartypeConf | None) -> None:
        self.function = function
        self.conf = conf
        self.code: CodeType = call.annotated.__code__
        self.scope = scope
        self.first = call.parameters[0].name if call.parameters else ""

    def slot(self, name: str, kind: inspect._ParameterKind, hint: object) -> Slot:
        try:
            tree = Plain(hint) if hint is NOTHING else read(hint, self.scope, self.warn, self.first, self.conf)
        except TypeError as error:
            place = _OUTCOMES.get(name) or f'argument "{name}"'
            msg = f'{place} of "{self.function}" cannot be checked: {error}'
            raise TypeError(msg) from None
        if is_plain(tree):
            return Slot(name, kind, tree.hint if isinstance(tree, Plain) else hint, None)
        if kind is _Kind.VAR_POSITIONAL:
            tree = Items(tuple, tree)
        elif kind is _Kind.VAR_KEYWORD:
            tree = Entries(dict, Plain(str), tree)
        return Slot(name, kind, hint, tree, tree.notation)

    def warn(self, reason: str) -> None:
        warnings.warn_explicit(
            f'"{self.function}": {reason}', UserWarning, self.code.co_filename, self.code.co_firstlineno
        )
