"""What becomes of a wrong call: `error` raises, `warn` warns and goes on, `off` goes on in silence.

Asked when a function is decorated, which "off" leaves as it is, and when a call has failed: a right call asks nothing.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextvars import ContextVar, Token
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

VARIABLE: Final = "DTENSORTYPES_CHECK"
Mode: TypeAlias = Literal["error", "warn", "off"]
MODES: Final[tuple[Mode, ...]] = get_args(Mode)

_SPELLINGS: Final[Mapping[str, Mode]] = MappingProxyType(
    {
        **{mode: mode for mode in MODES},
        **dict.fromkeys(("on", "1", "true", "yes"), "error"),
        **dict.fromkeys(("0", "false", "no"), "off"),
    }
)
_FORM: Final = 'write "error", "warn" or "off", and the same for a module, as in "error,mypackage.data=off"'
_around: ContextVar[tuple[tuple[str, Mode], ...]] = ContextVar(VARIABLE, default=())
"""The blocks around what runs, the innermost first: the module that each speaks of, "" for all, and its mode."""


def mode_of(module: str, own: Mode | None = None) -> Mode:
    """The mode of a module's functions: the decorator's own, else the innermost block's, else the environment's.

    Raises ValueError for an environment that says nothing.
    """
    if own is not None:
        return own
    for covered, mode in _around.get():
        if _covers(covered, module):
            return mode
    return _set_for(module, os.environ.get(VARIABLE, ""))


class checking:
    """`with checking("warn"):` what becomes of calls that fail inside, in this thread or task.

    With `module`, of calls of that module's functions, and those of the modules in it. A function that is decorated
    inside of `checking("off")` is left as it is. Raises ValueError for what is no mode.
    """

    def __init__(self, mode: Mode, *, module: str = "") -> None:
        self._entry = known_module(module), known_mode(mode)
        self._tokens: list[Token[tuple[tuple[str, Mode], ...]]] = []

    def __enter__(self) -> None:
        self._tokens.append(_around.set((self._entry, *_around.get())))

    def __exit__(self, *_: object) -> None:
        _around.reset(self._tokens.pop())


def set_checking(mode: Mode, *, module: str = "") -> None:
    """Set the mode for good, in every thread and in the processes that this one starts: it writes the environment.

    With `module`, that of one module and of those in it. Raises ValueError for what is no mode.
    """
    settings = {**_settings(os.environ.get(VARIABLE, "")), known_module(module): known_mode(mode)}
    os.environ[VARIABLE] = ",".join(f"{name}={mode}" if name else mode for name, mode in sorted(settings.items()))


def known_mode(mode: object) -> Mode:
    """The mode itself; raises ValueError for what is none."""
    if not isinstance(mode, str) or mode not in MODES:
        raise ValueError(f'{mode!r} is no mode: write "error", "warn" or "off"')
    return mode


def known_module(module: object) -> str:
    """A module's dotted name, or "" for all; raises ValueError for what is none."""
    if not isinstance(module, str) or not all(part.isidentifier() for part in module.split(".") if module):
        raise ValueError(f"{module!r} is no module: write its dotted name")
    return module


def _covers(covered: str, module: str) -> bool:
    return not covered or module == covered or module.startswith(f"{covered}.")


@lru_cache(maxsize=1024)
def _set_for(module: str, text: str) -> Mode:
    """What the environment says of this module."""
    settings = _settings(text)
    longest = max((covered for covered in settings if _covers(covered, module)), key=len, default="")
    return settings.get(longest, "error")


def _settings(text: str) -> Mapping[str, Mode]:
    """What the environment says of each module, of all of them under ""."""
    settings: dict[str, Mode] = {}
    for item in text.split(",") if text.strip() else ():
        module, _, word = (part.strip() for part in item.rpartition("="))
        mode = _SPELLINGS.get(word.lower())
        if mode is None or module in settings or ("=" in item and not _is_name(module)):
            raise ValueError(f"{VARIABLE}={text} is no setting, for its part {item.strip()!r}: {_FORM}")
        settings[module] = mode
    return MappingProxyType(settings)


def _is_name(module: str) -> bool:
    return all(part.isidentifier() for part in module.split("."))
