"""What is left to beartype: functions that only check, compiled by it, with the user's names in its messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from dtensortypes.runtime.generated import generated
from dtensortypes.runtime.parameters import declared
from dtensortypes.runtime.settings import configuration
from dtensortypes.runtime.signature import Slot

if TYPE_CHECKING:
    from beartype import BeartypeConf

Check: TypeAlias = Callable[..., Any]


def argument_stub(
    function: Callable[..., Any], slots: list[Slot], conf: BeartypeConf | None
) -> Callable[..., Any] | None:
    """A function of these parameters that checks what it is called with; None where beartype checks none of them."""
    stub = generated(function.__name__, [f"def check({declared(slots)}): pass"], {}, function, "check")
    return _compiled(stub, {slot.name: slot.hint for slot in slots}, conf)


def return_stub(function: Callable[..., Any], returns: Slot, conf: BeartypeConf | None) -> Check | None:
    """A function that checks one value as a return value, and gives it back; None where beartype does not check it."""
    stub = generated(function.__name__, ["def check(value, /): return value"], {}, function, "check")
    return _compiled(stub, {"return": returns.hint}, conf)


def _compiled(
    stub: Callable[..., Any], hints: dict[str, object], conf: BeartypeConf | None
) -> Callable[..., Any] | None:
    from beartype import beartype

    stub.__annotations__ = hints
    checks: Callable[..., Any] = beartype(conf=configuration(conf))(stub)
    return None if checks is stub else checks


def violations(conf: BeartypeConf | None) -> tuple[type[Exception], ...]:
    """What beartype raises under this configuration; where it warns instead, nothing is raised."""
    used = configuration(conf)
    return used.violation_param_type, used.violation_return_type
