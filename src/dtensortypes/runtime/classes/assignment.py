"""The generated `__setattr__` of checked classes: what does not fit is refused, and what was there stays."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

from dtensortypes.runtime.classes.construction import building
from dtensortypes.runtime.classes.instance import Checks
from dtensortypes.runtime.classes.kinds import ASSIGNS, assigns_plainly
from dtensortypes.runtime.classes.layout import Layout
from dtensortypes.runtime.generated import generated
from dtensortypes.runtime.plan import indented

Setter = Callable[[Any, str, Any], None]

_ABSENT: Final = object()


def setattr_of(cls: Any, layout: Layout) -> Setter:
    """A `__setattr__` that checks each value against its hint and against what shares a name with it."""
    checks, own = Checks(layout, ["name", "value", "old"]), vars(cls).get("__setattr__")
    constant = checks.names.constant
    assign = f"super({constant('owner', cls)}, self).__setattr__(name, value)"
    if own is not None:
        assign = f"{constant('assign', own)}(self, name, value)"
    of_ours = f"name in {constant('names', frozenset(slot.name for slot in layout.slots))}"
    watched = f"if {of_ours} and {constant('id', id)}(self) not in {constant('building', building)}:"
    if assigns_plainly(cls):
        body = [watched, *indented(_before(checks)), assign]
    else:
        absent = constant("absent", _ABSENT)
        body = [f"old = {constant('getattr', getattr)}(self, name, {absent})", assign]
        body += [watched, *indented(_after(checks))]
    text = ["def __setattr__(self, name, value):", *indented(body)]
    made = generated("__setattr__", text, checks.names.scope, cls, checks.names.marked)
    functools.update_wrapper(made, own or object.__setattr__)
    vars(made)[ASSIGNS] = True
    setter: Setter = made
    return setter


def _before(checks: Checks) -> list[str]:
    """The value is checked before it is there."""
    return checks.lines("value if name == {0!r} else self.{0}", "self, {name: value}")


def _after(checks: Checks) -> list[str]:
    """What the class makes of the value is checked, and taken back."""
    judged = f"self, {{name: {checks.names.constant('getattr', getattr)}(self, name)}}"
    restore = checks.names.constant("restore", _restore)
    judging = ["try:", *indented(checks.lines(judged=judged)), "except BaseException:"]
    return [*judging, f"    {restore}(self, name, old)", "    raise"]


def _restore(instance: object, name: str, old: object) -> None:
    if old is _ABSENT:
        object.__delattr__(instance, name)
    else:
        object.__setattr__(instance, name, old)
