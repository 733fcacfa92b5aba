"""What beartype asks of plain classes, which is `isinstance`: a wrapper asks that itself, and is sure of a yes.

Where it fails, beartype has its say, by a stub that only then is made: to make one takes as long as all of the wrapper.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from types import UnionType
from typing import TYPE_CHECKING, Any, Final, TypeAlias, Union, get_args, get_origin

from dtensortypes.runtime.names import Names
from dtensortypes.runtime.signature import Slot

if TYPE_CHECKING:
    from beartype import BeartypeConf

Stub: TypeAlias = Callable[..., Any]
_STARS: Final = {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}


def plain_test(values: Sequence[tuple[str, Slot]], names: Names, conf: BeartypeConf | None) -> str | None:
    """Whether these variables are of plain classes, as declared; None where beartype may ask more of one of them."""
    classes = [() if slot.kind in _STARS else _plain_classes(slot.hint) for _, slot in values]
    if conf is not None or () in classes:
        return None
    test = names.constant(isinstance.__name__, isinstance)
    return " and ".join(
        f"{test}({value}, {_spelled(kinds, names)})" for (value, _), kinds in zip(values, classes, strict=True)
    )


def when_needed(make: Callable[[], Stub | None]) -> Stub:
    """The stub, made when it is first called; where there is none, nothing is checked."""
    made: list[Stub | None] = []

    def check(*arguments: object, **keywords: object) -> None:
        if not made:
            made.append(make())
        if made[0] is not None:
            made[0](*arguments, **keywords)

    return check


def _plain_classes(hint: object) -> tuple[type, ...]:
    """The plain classes that the hint is, or is a union of."""
    members = get_args(hint) if get_origin(hint) in {Union, UnionType} else (hint,)
    kinds = tuple(kind for kind in members if type(kind) is type and _is_plain(kind))
    return kinds if len(kinds) == len(members) else ()


def _is_plain(kind: type) -> bool:
    """Whether `isinstance` says all of it: a class that derives from `list[int]`, or is generic, says more."""
    return kind.__name__.isidentifier() and not any("__orig_bases__" in vars(base) for base in kind.__mro__)


def _spelled(kinds: tuple[type, ...], names: Names) -> str:
    spelled = [names.constant(kind.__name__, kind) for kind in kinds]
    return spelled[0] if len(spelled) == 1 else f"({', '.join(spelled)})"
