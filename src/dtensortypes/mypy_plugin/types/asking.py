"""What is asked of the core about one call: of a function, of a method or operator, and of a reflected operator."""

from __future__ import annotations

from collections.abc import Callable

from dtensortypes.core import ops
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.tensor import ArrayItem
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.ops import Outcome, State
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.passed import Arguments

Rule = Callable[[Value, Arguments, State], Outcome | None]
"""What is asked about one call: its receiver (None for a function), its arguments, the state it runs in."""


def of_function(name: str, _owner: Value, call: Arguments, state: State) -> Outcome | None:
    """`f(x, y)`."""
    call = _taken(name, call)
    return ops.infer(name, call.positional, dict(call.named), state)


def of_method(name: str, owner: Value, call: Arguments, state: State) -> Outcome | None:
    """`x.f(y)`."""
    call = _taken(name, call)
    return ops.infer(name, (owner, *call.positional), dict(call.named), state)


def _taken(name: str, call: Arguments) -> Arguments:
    """The arguments as the function takes them: to torch an item of an array is a number, known by its dtype."""
    given = [*call.positional, *(value for _, value in call.named)]
    if name.startswith(names.NUMPY) or not any(map(_is_open_item, given)):
        return call
    plain = [UNKNOWN if _is_open_item(value) else value for value in given]
    named = zip((word for word, _ in call.named), plain[len(call.positional) :], strict=True)
    return Arguments(tuple(plain[: len(call.positional)]), tuple(named))


def _is_open_item(value: Value) -> bool:
    return isinstance(value, ArrayItem) and not isinstance(value.dtype, DType)


def of_reflected(name: str, owner: Value, call: Arguments, state: State) -> Outcome | None:
    """`x / y` where mypy asks y."""
    return ops.infer(name, (*call.positional, owner), {}, state)


def outcomes_of(rule: Rule, owners: list[Value], calls: list[Arguments], state: State) -> list[Outcome]:
    """What comes of each receiver with each list of arguments; nothing of those of which the table does not speak."""
    found = [rule(owner, call, state) for owner in owners for call in calls]
    return [outcome for outcome in found if outcome is not None]
