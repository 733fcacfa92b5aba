"""Which names of a signature a call can tell; a size that none can tell is refused when the function is decorated."""

from __future__ import annotations

from collections.abc import Iterable

from dtensortypes.core.facts.dim import Dim
from dtensortypes.runtime.nodes import TensorHint
from dtensortypes.runtime.references import root
from dtensortypes.runtime.sizes import linear


def unknowable(hints: Iterable[TensorHint]) -> str | None:
    """A size, as it is written, that is never compared with anything, because a name in it is never bound."""
    patterns = {hint.pattern.notation: hint.pattern for hint in hints}
    dims = [axis.dim for pattern in patterns.values() for axis in pattern.axes if isinstance(axis.dim, Dim)]
    if all(dim.name or dim.constant is not None for dim in dims):
        return None  # the plain case, of most signatures
    known = {name for dim in dims for name in dim.names if name.startswith("{")}
    while news := {name for dim in dims for name in _told(dim, known)} - known:
        known |= news
    return next((dim.notation for dim in dims if not dim.names <= known), None)


def strangers(hints: Iterable[TensorHint], parameters: Iterable[str]) -> str | None:
    """A reference, as it is written, that starts from something that is no parameter."""
    names = sorted({name for hint in hints for name in hint.pattern.names if name.startswith("{")})
    allowed = set(parameters)
    return next((name for name in names if root(name) not in allowed), None)


def _told(dim: Dim, known: set[str]) -> set[str]:
    unknown = dim.names - known
    return set(unknown) if len(unknown) == 1 and linear(dim, next(iter(unknown))) else set()
