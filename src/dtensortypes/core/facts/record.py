"""`record`: to checkers a frozen dataclass, of which Python compiles less: a run of mypy begins by making fifty."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

__all__ = ["record"]

C = TypeVar("C")


def _record(*, frozen: bool, slots: bool = False) -> Callable[[type[C]], type[C]]:
    """A dataclass with a constructor of its own, and methods that are the same for all.

    That nothing is given another value is for checkers to see: what forbids it at run time slows each constructor down.
    """
    assert frozen

    def made(cls: type[C]) -> type[C]:
        new = dataclass(slots=slots, eq=False, repr=False)(cls)
        items = attrgetter(*(one.name for one in fields(new) if one.compare))  # type: ignore[arg-type]

        def equal(self: object, other: object) -> bool:
            return items(self) == items(other) if type(other) is type(self) else NotImplemented

        methods = {"__eq__": equal, "__hash__": lambda self: hash(items(self)), "__repr__": _shown}
        for name in methods.keys() - vars(cls).keys():
            setattr(new, name, methods[name])
        return new

    return made


def _shown(self: object) -> str:
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)  # type: ignore[arg-type]
    return f"{type(self).__qualname__}({', '.join(shown)})"


if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:
    record = _record
