"""Who is called with what a variable holds, by the text alone: one of torch's operations, or a function that counts."""

from __future__ import annotations

from typing import Final

from mypy.nodes import Expression, MemberExpr, RefExpr

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.ground import names

_COUNTING: Final = frozenset(f"builtins.{one.__name__}" for one in (len, isinstance, callable, bool, int, float, str))


def is_operation(callee: Expression) -> bool:
    """Whether it is one of torch's operations, which keep no list."""
    return isinstance(callee, RefExpr) and names.public(callee.fullname) in ops.names()


def gives_number(callee: Expression) -> bool:
    """Whether it is one of Python's functions that count or measure: what they give holds nothing of what they get."""
    return isinstance(callee, RefExpr) and callee.fullname in _COUNTING


def is_torchs(callee: Expression) -> bool:
    """Whether it is a function of a package, by its full name."""
    return isinstance(callee, RefExpr) and bool(callee.fullname) and not names.is_users(callee.fullname)


def owner_of(place: Expression) -> Expression:
    """What a shape is one of: `x` of `x.shape`; the place itself where it is none."""
    return place.expr if isinstance(place, MemberExpr) and place.name == "shape" else place
