"""What is left to beartype: functions that only check, compiled by it, with the user's names in its messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from dtensortypes.runtime.generated import generated
from dtensortypes.runtime.parameters import declared
from dtensortypes.runtime.settings import configuration
from dtensortypes.runtime.signature import Signature, Slot

if TYPE_CHECKING:
    from beartype import BeartypeConf

Check: TypeAlias = Callable[..., Any]


def argument_stub(function: Callable[..., Any], signature: Signature) -> Callable[..., Any] | None:
    """A function of the parameters that are left to beartype, which checks them; None where it checks none of them."""
    slots = [slot for slot in signature.slots if slot.for_beartype]
    stub = generated("check", [f"def check({declared(slots)}): pass"], {}, function)
    return _compiled(stub, {slot.name: slot.hint for slot in slots}, signature.conf)


def return_stub(function: Callable[..., Any], returns: Slot, conf: BeartypeConf | None) -> Check | None:
    """A function that checks one value as a return value, and gives it back; None where beartype does not check it."""
    stub = generated("check", ["def check(value, /): return value"], {}, function)
    return _compiled(stub, {"return": returns.hint}, conf)


def values_stub(hints: Sequence[object], conf: BeartypeConf | None) -> Check | None:
    """A function of so many values that checks them; that it refuses is all that is heard of its refusal."""
    names = [f"value_{i}" for i, _ in enumerate(hints)]
    stub = generated("check", [f"def check({', '.join(names)}): pass"], {}, values_stub)
    return _compiled(stub, dict(zip(names, hints, strict=True)), conf)


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
