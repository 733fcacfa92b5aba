"""The generated `__init__` and `__new__` of checked classes.

An instance is checked when the outermost `__init__` is done: until then not all that its class declares is there.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, Final

from dtensortypes.runtime.classes.instance import Checks
from dtensortypes.runtime.classes.layout import Layout
from dtensortypes.runtime.classes.stores import stores
from dtensortypes.runtime.generated import generated
from dtensortypes.runtime.plan import indented

building: Final[dict[int, None]] = {}
"""The ids of the instances whose `__init__` is running: what is assigned to them is checked when it is done."""

_MARK: Final = "__dtensor_constructs__"

_Kind: Final = inspect.Parameter
_ANY: Final = (_Kind("args", _Kind.VAR_POSITIONAL), _Kind("kwargs", _Kind.VAR_KEYWORD))


def init_of(cls: type, layout: Layout, init: Callable[..., None], *, guarded: bool) -> Callable[..., None]:
    """An `__init__` that does what `init` does and checks what that has made.

    `guarded` if the class checks each assignment, too.
    """
    parameters = _parameters(init, "self")
    checks = Checks(layout, [parameter.name for parameter in parameters])
    constant = checks.names.constant
    call = f"{constant('function', init)}({_passed(parameters)})"
    kind, build, key = (
        f"{constant(type.__name__, type)}(self)",
        constant("building", building),
        f"{constant('id', id)}(self)",
    )

    def marked(line: str) -> list[str]:
        return [f"{build}[{key}] = None", "try:", f"    {line}", "finally:", f"    {build}.pop({key}, None)"]

    body = [
        f"if {kind} is not {constant('owner', cls)} and {kind}.__init__ is not __init__:",
        f"    return {call}",
        *(stores(cls, parameters, checks.names, marked(call), marked) if guarded else [call]),
        *checks.lines(),
    ]
    made: Callable[..., None] = _finished(f"__init__({_declared(parameters)})", body, cls, checks, init)
    return made


def new_of(cls: type, layout: Layout, new: Callable[..., Any]) -> Callable[..., Any]:
    """A `__new__` that checks what it is to make of its arguments: a NamedTuple cannot be changed when it is there."""
    parameters = _parameters(new, "_cls")
    checks = Checks(layout, [parameter.name for parameter in parameters])
    call = f"return {checks.names.constant('function', new)}({_passed(parameters)})"
    given = ", ".join(f"{slot.name!r}: {slot.name}" for slot in layout.slots)
    body = [*checks.lines("{0}", f"None, {{{given}}}"), call]
    if layout.refers:
        fields = ", ".join(f"{slot.name}={slot.name}" for slot in layout.slots)
        body = [f"self = {checks.names.constant('namespace', SimpleNamespace)}({fields})", *body]
    made: Callable[..., Any] = _finished(f"__new__({_declared(parameters)})", body, cls, checks, new)
    return made


def marked(function: Any, cls: type) -> Any:
    """The function, known to check what it makes for this class."""
    vars(function)[_MARK] = cls
    return function


def constructs(function: object) -> bool:
    """Whether the function checks what it makes."""
    return hasattr(function, _MARK)


def unwrapped(cls: Any) -> None:
    """Take away the `__init__` that the class was given when it was derived from a checked one."""
    init: Any = vars(cls).get("__init__")
    if getattr(init, _MARK, None) is cls:
        setattr(cls, init.__name__, init.__wrapped__)


def _finished(head: str, body: list[str], cls: type, checks: Checks, like: Any) -> Any:
    written = inspect.isfunction(like)
    name = head.partition("(")[0]
    made = generated(
        name, [f"def {head}:", *indented(body)], checks.names.scope, like if written else cls, checks.names.marked
    )
    if written:
        made.__defaults__, made.__kwdefaults__ = like.__defaults__, like.__kwdefaults__
    functools.update_wrapper(made, like)
    return marked(made, cls)


def _parameters(function: Callable[..., Any], first: str) -> tuple[inspect.Parameter, ...]:
    """The parameters as they are passed on, the instance or class under the name that the generated lines use."""
    alone = _Kind(first, _Kind.POSITIONAL_ONLY)
    if not inspect.isfunction(function):
        return alone, *_ANY
    instance, *others = inspect.signature(function, follow_wrapped=False).parameters.values()
    if instance.kind is _Kind.VAR_POSITIONAL or any(one.name == "self" for one in others):
        return alone, *_ANY
    return instance.replace(name=first), *others


def _declared(parameters: Sequence[inspect.Parameter]) -> str:
    """As a signature spells them; that one has a default is said to the function afterwards."""
    bare = [one.replace(annotation=_Kind.empty, default=_Kind.empty) for one in parameters]
    return str(inspect.Signature(bare))[1:-1]


def _passed(parameters: Sequence[inspect.Parameter]) -> str:
    spellings: dict[Any, str] = {
        _Kind.KEYWORD_ONLY: "{0}={0}",
        _Kind.VAR_POSITIONAL: "*{0}",
        _Kind.VAR_KEYWORD: "**{0}",
    }
    return ", ".join(spellings.get(one.kind, "{0}").format(one.name) for one in parameters)
